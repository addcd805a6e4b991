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
    ['[]', []],
    [' [ ] \n', []],
    ['[{"a":"]},"}]', ['{"a":"]},"}']],
    ['[{"a":"\\\\\\""},\n {"b":[[]]}]\n', ['{"a":"\\\\\\""}', '{"b":[[]]}']],
    ['[1,"x",null]', ['1', '"x"', 'null']],
  ])('%s', (body, expected) => {
    expect(texts(body)).toEqual(expected);
  });

  it.each([
    ['', 'The body is empty, where a JSON array was expected (byte 0, the end of the body)'],
    ['<html>502</html>', 'The body is not a JSON array (byte 0, line 1, at "<html>502</html>")'],
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
  ['news-posts.json', { list: 'news-posts', ordering: undefined }],
  ['news-posts.ordering=-title.json', { list: 'news-posts', ordering: '-title' }],
  [
    'news-posts.ordering%3D-created_timestamp%2Cid.json',
    { list: 'news-posts', ordering: '-created_timestamp,id' },
  ],
  ['news-posts.ordering=.json', { list: 'news-posts', ordering: '' }],
  ['news-posts.ordering=100%.json', { list: 'news-posts', ordering: '100%' }],
  ['README.md', undefined],
  ['.json', undefined],
])('%s is a capture of %o', (file, expected) => {
  expect(captureName(file)).toEqual(expected);
});

describe('a folder of captures', () => {
  it('is read with the bytes of every response', async () => {
    await save('news-posts.json', '[{"id":1},{"id":2}]');
    await save('news-posts.ordering=-id.json', '[{"id":2},{"id":1}]');
    await save('notes.txt', 'not a capture');
    const { responses, unreadable, unknown } = await readCapture(folder, slugs);
    expect(responses.map(({ file, ordering, slices }) => ({ file, ordering, slices }))).toEqual([
      {
        file: 'news-posts.json',
        ordering: undefined,
        slices: [
          { start: 1, end: 9 },
          { start: 10, end: 18 },
        ],
      },
      {
        file: 'news-posts.ordering=-id.json',
        ordering: '-id',
        slices: [
          { start: 1, end: 9 },
          { start: 10, end: 18 },
        ],
      },
    ]);
    expect({ unreadable, unknown }).toEqual({ unreadable: [], unknown: [] });
  });

  it('tells files that are broken from lists that are empty', async () => {
    await save('news-posts.json', '[{"id":1},{"id"');
    await save('news-categories.json', '[]');
    const { responses, unreadable } = await readCapture(folder, slugs);
    expect(responses.map(({ list, slices }) => ({ list, slices }))).toEqual([
      { list: 'news-categories', slices: [] },
    ]);
    expect(unreadable).toEqual([
      {
        list: 'news-posts',
        ordering: undefined,
        file: 'news-posts.json',
        reason: 'The body ends within element 1 (byte 15, the end of the body)',
      },
    ]);
  });

  it('names captures of lists that the project does not have', async () => {
    await save('news-posts.json', '[]');
    await save('organizations.json', '[]');
    expect((await readCapture(folder, slugs)).unknown).toEqual(['organizations.json']);
  });

  it.each([
    'news_posts.json',
    'News-Posts.json',
    'newsposts.json',
    'news%20posts.json',
    'news-posts.ordring=id.json',
    'news_posts.ordering=id.json',
    'news-posts?ordering=id.json',
  ])('names %s as misnamed, and the list as missing', async (file) => {
    await save(file, '[]');
    await save('news-categories.json', '[]');
    const { misnamed, missing, unknown } = await readCapture(folder, slugs);
    expect({ misnamed, missing, unknown }).toEqual({
      misnamed: [{ list: 'news-posts', file, expected: 'news-posts.json' }],
      missing: { 'news-posts': 'news-posts.json' },
      unknown: [],
    });
  });

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
