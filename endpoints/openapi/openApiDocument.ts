import type * as z from 'zod';
import { listPath, PREFIX } from '../http/paths.ts';
import { flag, optionsOf, places, refuseInvalid, serverAddress, text } from '../lists/definition/options.ts';
import { type JsonSchema, jsonSchemaOf } from '../lists/definition/schemas.ts';
import { type List, lists as portalLists } from '../lists/index.ts';
import type { DescriptionOptions, OpenApiDocument, Part } from './types.ts';

// The common part of all lists. It must match the lists' handler (endpoints/http).

const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

const ALLOW_AND_VARY = { Allow: header('Allow'), Vary: header('Vary') };

/** Headers of a list and of a 304. */
const VALIDATORS = { ETag: header('ETag'), Vary: header('ListVary'), Age: header('Age') };

/** The headers of a list. */
const LIST_HEADERS = { Allow: header('Allow'), ...VALIDATORS };

const headers = {
  Allow: {
    description: 'Always the same.',
    required: true,
    schema: { type: 'string', const: 'GET, OPTIONS' },
  },
  Vary: { description: 'Always the same.', required: true, schema: { type: 'string', const: 'Accept' } },
  ListVary: {
    description: 'With `Accept-Encoding` where the server compresses lists.',
    required: true,
    schema: { type: 'string', enum: ['Accept', 'Accept, Accept-Encoding'] },
  },
  ETag: {
    description:
      'A strong tag, the same wherever the same bytes are served. Send it back in `If-None-Match`.',
    required: true,
    schema: { type: 'string' },
  },
  Age: {
    description: 'Seconds since the list was last known to be current; without the header it is current.',
    schema: { type: 'integer', minimum: 0 },
  },
  RetryAfter: {
    description: 'Seconds after which to ask again.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  Location: {
    description: 'The same path with its last slash, and the same query.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
};

const parameters = {
  id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The `id` of an element. Zeros in front do not count.',
    schema: { type: 'integer' },
  },
  format: {
    name: 'format',
    in: 'query',
    description: 'Every value here, and none at all, gives JSON. Any other is a 404.',
    allowEmptyValue: true,
    schema: { type: 'string', enum: ['api', 'json', ''] },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of an earlier response, several of them, or `*`: a list that has not changed since is a 304.',
    schema: { type: 'string' },
  },
};

const { required: _, ...allow } = headers.Allow;

const { required: __, ...vary } = headers.Vary;

/** Those of a path that may be unknown, and then has none. */
const ALLOW_AND_VARY_OF_LIST = { Allow: allow, Vary: vary };

const responses = {
  Redirect: {
    description: 'Only for the path without its last slash: it leads to this one. The query stays.',
    headers: { Location: header('Location') },
  },
  NotModified: {
    description: 'The list has not changed: what `If-None-Match` names is still right.',
    headers: VALIDATORS,
  },
  NotFound: {
    description: 'The list has no such `format`.',
    headers: ALLOW_AND_VARY,
    content: json('Error'),
  },
  NoRecord: {
    description:
      'No element has that id, or it is no number, or there is no such `format`; and for every id where the portal does not serve records of this list.',
    headers: ALLOW_AND_VARY_OF_LIST,
    content: json('Error'),
  },
  MethodNotAllowed: {
    description: 'Only for other methods than GET, HEAD and OPTIONS.',
    headers: ALLOW_AND_VARY,
    content: json('Error'),
  },
  Failed: {
    description: 'The list could not be made: a fault of the server.',
    headers: ALLOW_AND_VARY,
    content: json('Error'),
  },
  Unavailable: {
    description:
      'The server has not loaded its content yet, or too many other orderings are being made. It is never an empty list.',
    headers: { ...ALLOW_AND_VARY, 'Retry-After': header('RetryAfter') },
    content: json('Error'),
  },
  Description: {
    description: 'What the list is called, and what it can be had as.',
    headers: ALLOW_AND_VARY,
    content: json('Description'),
  },
};

const textSchema = { type: 'string' } as const;

const schemas = {
  Error: {
    type: 'object',
    properties: { detail: { ...textSchema, description: 'What is wrong, for a person.' } },
    required: ['detail'],
    additionalProperties: false,
  } as const,
  Description: {
    type: 'object',
    properties: {
      name: textSchema,
      description: textSchema,
      renders: { type: 'array', items: textSchema },
      parses: { type: 'array', items: textSchema },
    },
    required: ['name', 'description', 'renders', 'parses'],
    additionalProperties: false,
  } as const,
};

/** The schema names of elements by list key: `NewsPost` for `News Post List`, or the key if that is taken. */
function elementNames(lists: readonly List[]): ReadonlyMap<string, string> {
  const taken = new Set(Object.keys(schemas));
  const names = new Map<string, string>();
  for (const { key, name } of lists) {
    // OpenAPI allows only these characters.
    const plain = name.replace(/\sList$/, '').replace(/[^A-Za-z0-9]/g, '');
    const free = plain === '' || taken.has(plain) ? key : plain;
    taken.add(free);
    names.set(key, free);
  }
  return names;
}

const DESCRIPTION =
  'Lists of editorial content. Each is one bare JSON array, whole and without pages, for anybody. An error is never an ' +
  'empty list.';

export const descriptionOptions = {
  ...places,
  records: flag.optional(),
  url: serverAddress.optional(),
  title: text('a text', /./).optional(),
} satisfies { [K in keyof Required<DescriptionOptions>]: z.ZodType };

/**
 * The OpenAPI 3.1 document of the lists, made from their schemas.
 * @throws Error that names each invalid option
 */
export function openApiDocument(options: DescriptionOptions = {}): OpenApiDocument {
  refuseInvalid('openApiDocument', optionsOf(descriptionOptions), options);
  const { lists = portalLists, prefixes = [PREFIX], paths = {} } = options;
  const { records = true, url = '/', title = 'Portal content' } = options;
  const names = elementNames(lists);
  const referenceTo = ({ key }: List) => `#/components/schemas/${names.get(key)}`;
  const refer = (schema: unknown) => {
    const list = lists.find(({ element }) => element === schema);
    return list && referenceTo(list);
  };
  const items = prefixes.flatMap((prefix, index) =>
    lists.flatMap((list) => {
      const path = listPath(list, { prefix, paths });
      const operation = `${list.key}${index > 0 ? `-${index + 1}` : ''}`;
      const element = { $ref: referenceTo(list) };
      const ofList = pathItem(list, {
        operationId: `list-${operation}`,
        summary: list.name,
        isRecord: false,
        parameter: orderingParameter(list),
        description: 'The whole list.',
        schema: { type: 'array', items: element },
      });
      if (!records) return [[path, ofList]];
      const ofRecord = pathItem(list, {
        operationId: `record-${operation}`,
        summary: `${list.name}, one element`,
        isRecord: true,
        parameter: { $ref: '#/components/parameters/id' },
        description: 'The element, as it stands in the list.',
        schema: element,
      });
      return [
        [path, ofList],
        [`${path}{id}/`, ofRecord],
      ];
    }),
  );
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: DESCRIPTION },
    servers: [{ url }],
    tags: lists.map(({ name }) => ({ name })),
    paths: Object.fromEntries(items),
    components: {
      schemas: {
        ...Object.fromEntries(
          lists.map((list) => {
            // The document has one dialect for all schemas.
            const { $schema: _, ...schema } = jsonSchemaOf(list, { refer });
            return [names.get(list.key), schema];
          }),
        ),
        ...schemas,
      },
      headers,
      parameters,
      responses,
    },
  };
}

interface Item {
  operationId: string;
  summary: string;
  /** Whether it is of one element, which the portal need not serve. */
  isRecord: boolean;
  /** The parameter beside those of all paths. */
  parameter: Part;
  /** What is given, and its schema. */
  description: string;
  schema: Part;
}

function pathItem({ name }: List, item: Item) {
  const { description, isRecord, operationId, parameter, schema, summary } = item;
  const tags = [name];
  const to = (response: keyof typeof responses) => ({ $ref: `#/components/responses/${response}` });
  const format = { $ref: '#/components/parameters/format' };
  const asked = [parameter, format, { $ref: '#/components/parameters/ifNoneMatch' }];
  const whole = { description, headers: LIST_HEADERS };
  const lacks = isRecord ? 'NoRecord' : 'NotFound';
  return {
    get: {
      operationId,
      tags,
      summary,
      parameters: asked,
      responses: {
        200: { ...whole, content: { 'application/json': { schema } } },
        301: to('Redirect'),
        304: to('NotModified'),
        404: to(lacks),
        405: to('MethodNotAllowed'),
        ...(!isRecord && { 500: to('Failed') }),
        503: to('Unavailable'),
      },
    },
    head: {
      tags,
      summary: `${summary}, headers alone`,
      parameters: asked,
      responses: {
        200: whole,
        304: to('NotModified'),
        404: bodiless(lacks),
        ...(!isRecord && { 500: bodiless('Failed') }),
        503: bodiless('Unavailable'),
      },
    },
    options: {
      tags,
      summary: `${summary}, what it is`,
      parameters: isRecord ? [parameter, format] : [format],
      responses: {
        200: to('Description'),
        404: to(lacks),
        ...(isRecord && { 503: to('Unavailable') }),
      },
    },
  };
}

function bodiless(name: 'NoRecord' | 'NotFound' | 'Failed' | 'Unavailable'): Part {
  const { content: _, ...response } = responses[name];
  return response;
}

function orderingParameter({ orderable, defaultOrdering, documentedOrderings }: List): Part {
  const terms = orderable.flatMap((key) => [key, `-${key}`]);
  return {
    name: 'ordering',
    in: 'query',
    description:
      'Keys to sort by, separated by commas, the deciding one first; `-` for descending. `null` comes last, descending first. Other names are left ' +
      `aside; without any the list has the portal's own order${byDefault(defaultOrdering)}.`,
    // No enum: the server accepts any text, so clients must not refuse one.
    schema: { type: 'string', examples: terms },
    ...(documentedOrderings.length > 0 && {
      examples: Object.fromEntries(documentedOrderings.map((ordering) => [ordering, { value: ordering }])),
    }),
  };
}

function byDefault(ordering: string): string {
  return ordering === '' ? '' : `, which is \`${ordering}\` unless its settings name another`;
}

/** A part of a description: text, the name of a key, or a reference to another schema. */
export type Words = readonly (string | { readonly key: string } | { readonly reference: string })[];

/** Describes the JSON Schema of a key in a few words. */
export function typeInWords(schema: JsonSchema): Words {
  if (schema.$ref !== undefined) return [{ reference: schema.$ref }];
  if (schema.anyOf) return join(schema.anyOf.map(wordsOf), ' or ');
  const types = [schema.type ?? []].flat();
  if (types.join() === 'null') return ['null'];
  const others = types.filter((type) => type !== 'null');
  const isNullable = others.length < types.length;
  if (others.length > 1) return [isNullable ? 'any JSON' : 'any JSON but null'];
  const words = ofOneType(schema, others[0]);
  return isNullable && others.length > 0 ? [...words, ' or null'] : words;
}

/** A schema may be `true`, for any JSON. */
function wordsOf(schema: JsonSchema | boolean | undefined): Words {
  return typeof schema === 'object' ? typeInWords(schema) : ['any JSON'];
}

function ofOneType(schema: JsonSchema, type: string | undefined): Words {
  if (type === 'integer') return ['whole number'];
  if (type === 'boolean') return ['true or false'];
  if (type === 'array') return ['array of ', ...wordsOf([schema.items].flat()[0])];
  if (type === 'object') {
    const keys = Object.keys(schema.properties ?? {}).map((key): Words => [{ key }]);
    return ['objects with ', ...join(keys, ', ')];
  }
  if (type !== 'string') return [type ?? 'any JSON'];
  if (schema.contentMediaType === 'text/html') return ['HTML'];
  if (schema.format === 'date-time') return ['time in UTC (ISO 8601)'];
  return [schema.pattern?.includes(':') ? 'absolute URL' : 'text'];
}

function join(parts: readonly Words[], separator: string): Words {
  return parts.flatMap((words, index) => (index > 0 ? [separator, ...words] : words));
}
