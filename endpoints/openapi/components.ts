// The common part of all lists. It must match the lists' handler (endpoints/http).

const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

const ALLOW_AND_VARY = { Allow: header('Allow'), Vary: header('Vary') };
/** Headers of a list and of a 304. */
const VALIDATORS = { ETag: header('ETag'), Vary: header('ListVary'), Age: header('Age') };

/** The headers of a list. */
export const LIST_HEADERS = { Allow: header('Allow'), ...VALIDATORS };

export const headers = {
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

export const parameters = {
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

export const responses = {
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

const text = { type: 'string' } as const;

export const schemas = {
  Error: {
    type: 'object',
    properties: { detail: { ...text, description: 'What is wrong, for a person.' } },
    required: ['detail'],
    additionalProperties: false,
  } as const,
  Description: {
    type: 'object',
    properties: {
      name: text,
      description: text,
      renders: { type: 'array', items: text },
      parses: { type: 'array', items: text },
    },
    required: ['name', 'description', 'renders', 'parses'],
    additionalProperties: false,
  } as const,
};
