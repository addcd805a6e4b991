import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { elementSlices, NotAnArray } from '../../src/capture/elementSlices.ts';
import { readCapture } from '../../src/capture/folder.ts';
import { captureName, NoCapture } from '../../src/capture/manifest.ts';

const slugs = ['news-posts', 'news-categories'];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'capture-'));
});
afterEach(() => rm(folder, { recursive: true }));

const save = (file: string, body: string | Buffer) => writeFile(path.join(folder, file), body);

describe('elements of a body', () => {
  const texts = (body: string) =>
    elementSlices(Buffer.from(body)).map(({ start, end }) =>
      Buffer.from(body).subarray(start, end).toString(),
    );

  it('are cut out byte for byte, whatever their texts hold', () => {
    fc.assert(
      fc.property(fc.array(fc.json()), (elements) => {
        expect(texts(`[${elements.join(',')}]`)).toEqual(elements);
      }),
    );
  });

  it.each([
    [' [ ] \n', []],
    ['[{"a":"]},"}]', ['{"a":"]},"}']],
    ['[{"a":"\\\\\\""},\n {"b":[[]]}]\n', ['{"a":"\\\\\\""}', '{"b":[[]]}']],
  ])('%s', (body, expected) => {
    expect(texts(body)).toEqual(expected);
  });

  it.each([
    ['', 'The body is empty, where a JSON array was expected (byte 0, the end of the body)'],
    [
      '{"detail":"Not found."}',
      'The body is not a JSON array (byte 0, line 1, at "{\\"detail\\":\\"Not found.\\"}")',
    ],
    ['[{"id":1},{"id":2', 'The body ends within element 1 (byte 17, the end of the body)'],
    ['[{"id":1},{"t":"Ανα', 'The body ends within a text of element 1 (byte 22, the end of the body)'],
    [
      '[{"id":1}',
      'The body ends after element 0, its closing bracket is missing (byte 9, the end of the body)',
    ],
    ['[{"id":1},]', 'Element 1 was expected (byte 10, line 1, at "]")'],
    [
      '[{"id":1}\n{"id":2}]',
      'A comma or the closing bracket was expected after element 0 (byte 10, line 2, at "{\\"id\\":2}]")',
    ],
    ['[]x', 'Something stands after the closing bracket (byte 2, line 1, at "x")'],
    [
      '\ufeff[]',
      'The body begins with a byte order mark, so it was not saved as it was served (byte 0, line 1, at "[]")',
    ],
  ])('%s is refused with its place', (body, message) => {
    expect(() => elementSlices(Buffer.from(body))).toThrow(NotAnArray);
    expect(() => elementSlices(Buffer.from(body))).toThrow(message);
  });
});

it.each([
  ['news-posts.ordering=-title.json', { list: 'news-posts', ordering: '-title' }],
  [
    'news-posts.ordering%3D-created_timestamp%2Cid.json',
    { list: 'news-posts', ordering: '-created_timestamp,id' },
  ],
  ['news-posts.ordering=.json', { list: 'news-posts', ordering: '' }],
  ['README.md', undefined],
])('%s is a capture of %o', (file, expected) => {
  expect(captureName(file)).toEqual(expected);
});

describe('a folder of captures', () => {
  it.each(['news_posts.json', 'news%20posts.json', 'news-posts?ordering=id.json'])(
    'names %s as misnamed, and the list as missing',
    async (file) => {
      await save(file, '[]');
      await save('news-categories.json', '[]');
      const { misnamed, missing, unknown } = await readCapture(folder, slugs);
      expect({ misnamed, missing, unknown }).toEqual({
        misnamed: [{ list: 'news-posts', file, expected: 'news-posts.json' }],
        missing: { 'news-posts': 'news-posts.json' },
        unknown: [],
      });
    },
  );

  it('is refused when it is not there, holds nothing, or has the same request twice', async () => {
    await expect(readCapture(path.join(folder, 'nowhere'), slugs)).rejects.toThrow(
      /nowhere cannot be read: ENOENT/,
    );
    await expect(readCapture(folder, slugs)).rejects.toThrow(NoCapture);
    await save('news-posts.ordering=-id.json', '[]');
    await save('news-posts.ordering%3D-id.json', '[]');
    await expect(readCapture(folder, slugs)).rejects.toThrow(
      'news-posts.ordering%3D-id.json and news-posts.ordering=-id.json are captures of the same request',
    );
  });
});
