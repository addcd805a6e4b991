import type * as z from 'zod';
import { listPath, PREFIX } from '../http/paths.ts';
import { type JsonSchema, jsonSchemaOf } from '../lists/definition/jsonSchema.ts';
import { flag, optionsOf, places, refuseInvalid, serverAddress, text } from '../lists/definition/options.ts';
import { type List, lists as portalLists } from '../lists/index.ts';
import { headers, LIST_HEADERS, parameters, responses, schemas } from './components.ts';
import { elementNames } from './elementNames.ts';
import type { DescriptionOptions, OpenApiDocument, Part } from './types.ts';

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
      const element = referenceTo(list);
      const ofList = [path, pathItem(list, { operationId: `list-${operation}`, element })] as const;
      if (!records) return [ofList];
      return [ofList, [`${path}{id}/`, recordItem(list, { operationId: `record-${operation}`, element })]];
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
          lists.map((list) => [names.get(list.key), component(jsonSchemaOf(list, { refer }))]),
        ),
        ...schemas,
      },
      headers,
      parameters,
      responses,
    },
  };
}

/** Removes `$schema`, since the document has one dialect for all schemas. */
function component({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

interface Names {
  operationId: string;
  /** A reference to the element's schema. */
  element: string;
}

function pathItem(list: List, { operationId, element }: Names) {
  const tags = [list.name];
  const to = (name: keyof typeof responses) => ({ $ref: `#/components/responses/${name}` });
  const format = { $ref: '#/components/parameters/format' };
  const asked = [orderingParameter(list), format, { $ref: '#/components/parameters/ifNoneMatch' }];
  const schema = { type: 'array', items: { $ref: element } };
  const whole = { description: 'The whole list.', headers: LIST_HEADERS };
  return {
    get: {
      operationId,
      tags,
      summary: list.name,
      parameters: asked,
      responses: {
        200: { ...whole, content: { 'application/json': { schema } } },
        301: to('Redirect'),
        304: to('NotModified'),
        404: to('NotFound'),
        405: to('MethodNotAllowed'),
        500: to('Failed'),
        503: to('Unavailable'),
      },
    },
    head: {
      tags,
      summary: `${list.name}, headers alone`,
      parameters: asked,
      responses: {
        200: whole,
        304: to('NotModified'),
        404: bodiless('NotFound'),
        500: bodiless('Failed'),
        503: bodiless('Unavailable'),
      },
    },
    options: {
      tags,
      summary: `${list.name}, what it is`,
      parameters: [format],
      responses: { 200: to('Description'), 404: to('NotFound') },
    },
  };
}

/** A record, which is one element. */
function recordItem(list: List, { operationId, element }: Names) {
  const tags = [list.name];
  const to = (name: keyof typeof responses) => ({ $ref: `#/components/responses/${name}` });
  const refer = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` });
  const asked = [refer('id'), refer('format'), refer('ifNoneMatch')];
  const record = { description: 'The element, as it stands in the list.', headers: LIST_HEADERS };
  const summary = `${list.name}, one element`;
  return {
    get: {
      operationId,
      tags,
      summary,
      parameters: asked,
      responses: {
        200: { ...record, content: { 'application/json': { schema: { $ref: element } } } },
        301: to('Redirect'),
        304: to('NotModified'),
        404: to('NoRecord'),
        405: to('MethodNotAllowed'),
        503: to('Unavailable'),
      },
    },
    head: {
      tags,
      summary: `${summary}, headers alone`,
      parameters: asked,
      responses: {
        200: record,
        304: to('NotModified'),
        404: bodiless('NoRecord'),
        503: bodiless('Unavailable'),
      },
    },
    options: {
      tags,
      summary: `${summary}, what it is`,
      parameters: [refer('id'), refer('format')],
      responses: { 200: to('Description'), 404: to('NoRecord'), 503: to('Unavailable') },
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
