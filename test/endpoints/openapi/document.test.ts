import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createHandler, type HandlerResponse } from '../../../endpoints/http/index.ts';
import { defineList, KeptJson, lists } from '../../../endpoints/lists/index.ts';
import { openApiDocument } from '../../../endpoints/openapi/index.ts';
import { TooManyOrderings } from '../../../endpoints/read-model/index.ts';
import { LISTS } from '../../support/contractRows.ts';
import { capturedLists, serving } from '../http/served.ts';
import { captured } from '../support/capture.ts';

const document = openApiDocument();
const BASE = '/el/api/v1';

/** What the document says at a place, references followed. */
function at(...steps: string[]): unknown {
  return steps.reduce<unknown>((part, step) => resolved(Object(resolved(part))[step]), document);
}

function resolved(part: unknown): unknown {
  const { $ref } = Object(part) as { $ref?: string };
  return $ref === undefined ? part : at(...$ref.slice(2).split('/'));
}

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema(document, 'document');

/** What is wrong with a value by the schema at a place of the document. */
function wrong(value: unknown, ...steps: string[]): unknown {
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
  return ajv.validate({ $ref: `document#/${pointer.join('/')}` }, value) ? [] : ajv.errors;
}

async function validate(tried: object): Promise<unknown> {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(tried)));
  return valid ? [] : errors;
}

describe('the OpenAPI document', () => {
  it('is this one', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../fixtures/openapi.json');
  });

  it('is one, by a validator of OpenAPI', async () => {
    expect(await validate(document)).toEqual([]);
    expect(await validate({ ...document, paths: { broken: {} } })).not.toEqual([]);
  });

  it('has a path for each list and prefix, and one for its records', () => {
    const { paths, servers } = openApiDocument({
      prefixes: ['/el/api/v1', 'api/v1/'],
      paths: { 'news-posts': 'νέα' },
      url: 'https://content.portal.example',
    });
    const segments = Object.keys(LISTS).map((key) => (key === 'news-posts' ? '%CE%BD%CE%AD%CE%B1' : key));
    expect(Object.keys(paths)).toEqual(
      ['/el/api/v1', '/api/v1'].flatMap((prefix) =>
        segments.flatMap((segment) => [`${prefix}/${segment}/`, `${prefix}/${segment}/{id}/`]),
      ),
    );
    const operations = Object.values(paths).map(({ get }) => get.operationId);
    expect(new Set(operations).size).toBe(4 * segments.length);
    const withoutRecords = Object.keys(openApiDocument({ records: false }).paths);
    expect(withoutRecords).toEqual(lists.map(({ key }) => `${BASE}/${key}/`));
    expect(servers).toEqual([{ url: 'https://content.portal.example' }]);
  });

  it('is one of lists of a host too, whatever their names', async () => {
    const list = (key: string, name: string) =>
      defineList({
        key,
        name,
        element: z.strictObject({
          id: z.int(),
          extra: z.union([z.string(), z.instanceof(KeptJson)]).nullable(),
        }),
        encode: ({ api_id }) => ({ id: api_id, extra: null }),
        decode: ({ id }) => ({ api_id: id, position: null }),
        defaultOrdering: '',
        keptKeys: ['extra'],
        notOrderable: ['id', 'extra'],
      });
    const made = openApiDocument({
      lists: [
        list('errors', 'Error List'),
        list('offices', 'Office List'),
        list('old-offices', 'Office List'),
        list('foreis', 'Φορείς'),
      ],
    });
    expect(await validate(made)).toEqual([]);
    expect(Object.keys(made.components.schemas)).toEqual([
      'errors',
      'Office',
      'old-offices',
      'foreis',
      'Error',
      'Description',
    ]);
    expect(made.components.schemas.Office?.properties?.extra).toEqual({
      type: ['array', 'boolean', 'number', 'object', 'string', 'null'],
    });
  });
});

describe.each(['news-posts', 'service-useful-links'])('%s', (key) => {
  const path = `${BASE}/${key}/`;
  const fail = () => {
    throw new Error('broken');
  };
  const whole = createHandler({ readModel: capturedLists() });
  const cases: Case[] = [
    ['200', { method: 'GET', url: path }, whole],
    [
      '200',
      { method: 'GET', url: path },
      createHandler({ readModel: capturedLists(), age: () => 7, compression: ['br'] }),
    ],
    ['200', { method: 'HEAD', url: path }, whole],
    ['200', { method: 'OPTIONS', url: path }, whole],
    ['301', { method: 'GET', url: path.slice(0, -1) }, whole],
    ['304', { method: 'GET', url: path, headers: { 'if-none-match': '*' } }, whole],
    ['304', { method: 'HEAD', url: path, headers: { 'if-none-match': '*' } }, whole],
    ['404', { method: 'GET', url: `${path}?format=xml` }, whole],
    ['404', { method: 'HEAD', url: `${path}?format=xml` }, whole],
    ['404', { method: 'OPTIONS', url: `${path}?format=xml` }, whole],
    ['405', { method: 'POST', url: path }, whole],
    ['500', { method: 'GET', url: path }, createHandler({ readModel: serving(fail), onError: () => {} })],
    ['503', { method: 'GET', url: path }, createHandler({ readModel: serving(() => undefined) })],
    ['503', { method: 'HEAD', url: path }, createHandler({ readModel: serving(() => undefined) })],
    [
      '503',
      { method: 'GET', url: path },
      createHandler({ readModel: serving(() => Promise.reject(new TooManyOrderings())) }),
    ],
  ];

  it.each(cases)('answers %s as the document says: %j', (...each) => answersAs(['paths', path], ...each));

  it('has no response in the document that none of these is', () => {
    for (const operation of ['get', 'head', 'options']) {
      const documented = Object.keys(Object(at('paths', path, operation, 'responses')));
      const seen = cases.filter(([, { method }]) => operationOf(method) === operation);
      expect([operation, documented.filter((each) => !seen.some(([status]) => status === each))]).toEqual([
        operation,
        operation === 'head' ? ['500'] : [],
      ]);
    }
  });

  it('has a schema that refuses what the list is not', () => {
    const schema = ['paths', path, 'get', 'responses', '200', 'content', 'application/json', 'schema'];
    const [element] = JSON.parse(captured(key));
    expect(wrong([element], ...schema)).toEqual([]);
    expect(wrong([{ ...element, more: 1 }], ...schema)).not.toEqual([]);
    expect(wrong({ results: [element] }, ...schema)).not.toEqual([]);
  });
});

describe('a record of news-categories', () => {
  const path = `${BASE}/news-categories/`;
  const { id } = JSON.parse(captured('news-categories'))[0];
  const place = ['paths', `${path}{id}/`];
  const served = createHandler({ readModel: capturedLists() });
  const off = createHandler({ readModel: serving(() => undefined) });
  const starting = { ...serving(() => undefined), servesRecords: () => undefined };
  const notLoaded = createHandler({ readModel: starting });
  const ofAny = ['GET', 'HEAD', 'OPTIONS'].flatMap((method): Case[] => [
    ['200', { method, url: `${path}${id}/` }, served],
    ['404', { method, url: `${path}${id}/` }, off],
    ['503', { method, url: `${path}${id}/` }, notLoaded],
  ]);
  const cases: Case[] = [
    ...ofAny,
    ['301', { method: 'GET', url: `${path}${id}` }, served],
    ['304', { method: 'GET', url: `${path}${id}/`, headers: { 'if-none-match': '*' } }, served],
    ['304', { method: 'HEAD', url: `${path}${id}/`, headers: { 'if-none-match': '*' } }, served],
    ['404', { method: 'GET', url: `${path}0/` }, served],
    ['404', { method: 'GET', url: `${path}abc/` }, served],
    ['404', { method: 'OPTIONS', url: `${path}${id}/?format=xml` }, served],
    ['405', { method: 'POST', url: `${path}${id}/` }, served],
  ];

  it.each(cases)('answers %s as the document says: %j', (...each) => answersAs(place, ...each));

  it('has no response in the document that none of these is', () => {
    for (const operation of ['get', 'head', 'options']) {
      const documented = Object.keys(Object(at(...place, operation, 'responses')));
      const seen = cases.filter(([, { method }]) => operationOf(method) === operation);
      expect(documented.filter((each) => !seen.some(([status]) => status === each))).toEqual([]);
    }
  });
});

type Case = [
  string,
  { method: string; url: string; headers?: Record<string, string> },
  ReturnType<typeof createHandler>,
];

/** A document can say of other methods only what GET's operation says of them. */
const operationOf = (method: string) => (method === 'POST' ? 'get' : method.toLowerCase());

/** Compares a response with what the document says at a path. */
async function answersAs(path: string[], ...[status, request, handler]: Case): Promise<void> {
  const response = (await handler({ headers: {}, ...request })) as HandlerResponse;
  const place = [...path, operationOf(request.method), 'responses', status];
  const { headers = {}, content } = Object(at(...place));
  expect(String(response.status)).toBe(status);
  expect(wrongHeaders(response, headers)).toEqual([]);
  if (content === undefined) return expect(response.body).toBe(null);
  expect(Object.keys(content)).toEqual([response.headers['Content-Type']]);
  const { $ref } = Object(content['application/json'].schema);
  const schema = $ref ? $ref.slice(2).split('/') : [...place, 'content', 'application/json', 'schema'];
  expect(wrong(JSON.parse(String(response.body)), ...schema)).toEqual([]);
}

/** Headers that are documented and not sent, or sent and not documented, or of another value. */
function wrongHeaders({ headers }: HandlerResponse, documented: Record<string, unknown>): string[] {
  // OpenAPI has the type with the content, and a length is of every response.
  const sent = Object.keys(headers).filter((name) => !['Content-Type', 'Content-Length'].includes(name));
  const unknown = sent.filter((name) => !(name in documented));
  const others = Object.entries(documented).filter(([name, reference]) => {
    const { required = false, schema } = Object(resolved(reference));
    const value = headers[name];
    if (value === undefined) return required;
    return !ajv.validate(schema, schema.type === 'integer' ? Number(value) : value);
  });
  return [...unknown, ...others.map(([name]) => name)];
}
