import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf, lists } from '../../../endpoints/contract/index.ts';
import { KeptJson } from '../../../endpoints/lists/index.ts';
import { captured } from '../support/capture.ts';

const ajv = addFormats.default(new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }));

/** The places that a schema refuses. Each schema is compiled once. */
function refused(schema: object, value: unknown): string[] {
  return ajv.validate(schema, value)
    ? []
    : (ajv.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

const schemas = Object.fromEntries(lists.map((list) => [list.key, jsonSchemaOf(list)]));
const first = (name: string) => JSON.parse(captured(name))[0];

it.each([
  ['a text for a whole number', 'news-categories', { id: '1' }, ['/id type']],
  ['a fraction', 'service-groups', { order: 1.5 }, ['/order type']],
  ['null where it may be', 'service-groups', { url: null, description: null }, []],
  [
    'a time without its zone',
    'news-posts',
    { created_timestamp: '2021-04-01T09:15:02' },
    ['/created_timestamp format', '/created_timestamp pattern'],
  ],
  [
    'a time in another zone',
    'news-posts',
    { created_timestamp: '2021-04-01T09:15:02+03:00' },
    ['/created_timestamp pattern'],
  ],
  ['a time with microseconds', 'news-posts', { created_timestamp: '2021-04-01T09:15:02.123456Z' }, []],
  [
    'a link without a scheme',
    'featured-sections',
    { section_two_links: [{ text: '', link: '/a' }] },
    ['/section_two_links/0/link pattern'],
  ],
  ['any JSON as files', 'news-posts', { files: [{ a: 1 }], post_image: 1, post_thumbnail: false }, []],
  ['any JSON as an image', 'featured-sections', { featured_image: { a: [null] } }, []],
  [
    'a related post with a category',
    'news-posts',
    { related: [first('news-posts')] },
    Array(3).fill('/related/0 additionalProperties'),
  ],
])('%s is judged as the contract has it', (_, key, change, expected) => {
  expect(refused(schemas[key] ?? {}, { ...first(key), ...change }).sort()).toEqual(expected);
});

it('keeps a text a text beside a key of the same name that may be any JSON', () => {
  const text = z.string();
  const element = z.strictObject({
    category: z.strictObject({ logo: text }),
    title: text,
    logo: z.union([z.string(), z.instanceof(KeptJson)]).nullable(),
  });
  const { properties } = jsonSchemaOf({ element });
  expect(properties).toMatchObject({
    category: { properties: { logo: { type: 'string' } } },
    title: { type: 'string' },
    logo: { type: ['array', 'boolean', 'number', 'object', 'string', 'null'] },
  });
});
