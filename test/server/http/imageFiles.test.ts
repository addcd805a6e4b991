import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { beforeAll, describe, expect, it } from 'vitest';
import { imageFiles } from '../../../src/server/http/imageFiles.ts';
import { type FileStore, FolderStore } from '../../../src/system/files/index.ts';
import { Trouble } from '../../../src/system/logging/OperatorError.ts';
import { onFileEnd } from '../../support/cleanup.ts';
import { freshFolder } from '../../support/databases.ts';
import { exchange } from '../../support/exchange.ts';
import { type ObjectStorage, startObjectStorage } from '../../support/objectStorage.ts';

const FILES: Record<string, { mimeType: string; isPublished: boolean; path?: string }> = {
  'shown.png': { mimeType: 'image/png', isPublished: true },
  'replaced.png': { mimeType: 'image/png', isPublished: true },
  'replaced-just-now.png': { mimeType: 'image/png', isPublished: true, path: 'gone' },
  'draft.png': { mimeType: 'image/png', isPublished: false },
  'page.html': { mimeType: 'text/html', isPublished: true },
  'αίτηση (1) 100%.pdf': { mimeType: 'application/pdf', isPublished: true },
  '.facebook_1.png': { mimeType: 'image/png', isPublished: true },
  'a#b%20c&+;=@.png': { mimeType: 'image/png', isPublished: true },
  'lost.png': { mimeType: 'image/png', isPublished: true },
};
const BYTES = 'the bytes of an image';

describe.each(['folder', 'bucket'])('in a %s', (kind) => {
  let port: number;
  let folder: string;
  let storage: ObjectStorage;
  let files: FileStore;
  /** What is in the log. */
  const said: string[] = [];

  beforeAll(async () => {
    const outer = await freshFolder();
    folder = join(outer, 'media');
    await mkdir(folder);
    await writeFile(join(outer, 'secret'), 'a secret');
    storage = await startObjectStorage();
    files = kind === 'folder' ? new FolderStore(folder) : storage.store('media');
    const names = [...Object.keys(FILES), 'unknown.png'].filter((name) => name !== 'lost.png');
    for (const name of names) await files.write(name, Buffer.from(BYTES));
    const app = express();
    app.use(
      imageFiles({
        files,
        trouble: new Trouble((line) => void said.push(line), 'it answers again'),
        find: async (name) => {
          const file = FILES[name] && { path: name, ...FILES[name] };
          // Its document names another by the time that it is looked for again.
          delete FILES[name]?.path;
          return file;
        },
        mayRead: async ({ isPublished }, { authorization }) => isPublished || authorization !== undefined,
      }),
    );
    app.use((_request, response) => void response.status(418).end('passed on'));
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onFileEnd(async () => void server.close());
    port = (server.address() as AddressInfo).port;
  });

  async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const lines = Object.entries({ Host: 'a', Connection: 'close', ...headers });
    const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''];
    const { status, headers: got, body } = await exchange(port, head.join('\r\n'));
    const { date, connection, 'keep-alive': keepAlive, 'x-powered-by': by, ...own } = got;
    return { status, headers: own, body };
  }

  const file = (name: string) => `/api/media/file/${encodeURIComponent(name)}`;
  const MISSING = JSON.stringify({ detail: 'There is no file of that name.' });

  /** The headers of a whole file that is public. */
  const PUBLIC = {
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=300',
    'content-disposition': "inline; filename*=UTF-8''shown.png",
    'content-length': String(BYTES.length),
    'content-type': 'image/png',
    etag: expect.stringMatching(kind === 'folder' ? /^"[\da-f.-]+"$/ : /^"[\da-f]{32}"$/),
    'last-modified': expect.any(String),
    'x-content-type-options': 'nosniff',
  };

  describe('a file that something published shows', () => {
    it('is sent to anybody, and kept for some minutes', async () => {
      expect(await ask(file('shown.png'))).toEqual({ status: 200, headers: PUBLIC, body: BYTES });
      expect(await ask(file('shown.png'), {}, 'HEAD')).toEqual({ status: 200, headers: PUBLIC, body: '' });
    });

    it('is sent in parts', async () => {
      expect(await ask(file('shown.png'), { Range: 'bytes=4-8' })).toMatchObject({
        status: 206,
        headers: { 'content-range': `bytes 4-8/${BYTES.length}`, 'content-type': 'image/png' },
        body: BYTES.slice(4, 9),
      });
      expect(await ask(file('shown.png'), { Range: 'bytes=1000-' })).toMatchObject({
        status: 416,
        headers: { 'content-range': `bytes */${BYTES.length}`, 'content-type': 'application/json' },
        body: JSON.stringify({ detail: 'The file has no such part.' }),
      });
    });

    it('is not sent again to who has it', async () => {
      const { etag = '', 'last-modified': modified = '' } = (await ask(file('shown.png'))).headers;
      const conditions = { 'If-None-Match': etag, 'If-Modified-Since': modified };
      for (const [name, value] of Object.entries(conditions)) {
        expect(await ask(file('shown.png'), { [name]: value })).toMatchObject({ status: 304, body: '' });
      }
      expect((await ask(file('shown.png'), { 'If-None-Match': '"x"' })).status).toBe(200);
      expect((await ask(file('shown.png'), { 'If-Match': '"x"' })).status).toBe(412);
    });

    it('is sent anew to who has the one that it replaced', async () => {
      const { etag = '' } = (await ask(file('replaced.png'))).headers;
      await files.write('replaced.png', Buffer.from('another image'));
      const answer = await ask(file('replaced.png'), { 'If-None-Match': etag });
      expect([answer.status, answer.body]).toEqual([200, 'another image']);
    });

    it('is sent where it has just taken the place of another', async () => {
      expect(await ask(file('replaced-just-now.png'))).toMatchObject({ status: 200, body: BYTES });
    });

    it('is a download of its type and name where it is no image', async () => {
      const name = 'αίτηση (1) 100%.pdf';
      const pdf = {
        ...PUBLIC,
        'content-disposition':
          "attachment; filename*=UTF-8''%CE%B1%CE%AF%CF%84%CE%B7%CF%83%CE%B7%20%281%29%20100%25.pdf",
        'content-type': 'application/pdf',
      };
      expect(await ask(file(name))).toEqual({ status: 200, headers: pdf, body: BYTES });
      expect(await ask(file(name), { Range: 'bytes=4-8' })).toMatchObject({
        status: 206,
        body: BYTES.slice(4, 9),
      });
    });

    it('is bytes where its type is none that is taken', async () => {
      const { headers } = await ask(file('page.html'));
      expect([headers['content-type'], headers['content-disposition']]).toEqual([
        'application/octet-stream',
        "attachment; filename*=UTF-8''page.html",
      ]);
    });
  });

  it('a file that nothing published shows is for who has signed in, and for no cache of others', async () => {
    expect(await ask(file('draft.png'))).toMatchObject({ status: 404, body: MISSING });
    expect(await ask(file('draft.png'), { authorization: 'x' })).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'private, no-cache' },
      body: BYTES,
    });
  });

  it.each([
    'none.png',
    'lost.png',
    '../secret',
    '..%2Fsecret',
    'shown.png%00',
    '.',
    '.hidden.png',
    '',
    'constructor',
  ])('what is no file of an image is not there: %s', async (name) => {
    const { status, body } = await ask(`/api/media/file/${name}`, { authorization: 'x' });
    // Where the path leads elsewhere, it is no file of an image that is asked for.
    const isElsewhere = name === '../secret';
    expect({ status, body }).toEqual(
      isElsewhere ? { status: 418, body: 'passed on' } : { status: 404, body: MISSING },
    );
  });

  it.each([
    '/api//media/file/shown.png/',
    '/admin/../api/media/./file/shown.png?prefix=x',
    '/api/media\\file/shown.png',
  ])('no way to write the address leads past this: %s', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 200, body: BYTES });
  });

  it('nothing else is done with a file', async () => {
    for (const method of ['POST', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect(await ask(file('shown.png'), {}, method)).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD' },
        body: JSON.stringify({ detail: `Method "${method}" not allowed.` }),
      });
    }
  });

  it('any other address is passed on', async () => {
    for (const path of ['/api/media', '/api/media/1', '/api/media/files/x', '/admin']) {
      expect((await ask(path)).status).toBe(418);
    }
  });

  if (kind === 'bucket')
    it('is 503 while object storage does not answer, which the log says once', async () => {
      await storage.stop();
      const away = {
        status: 503,
        body: JSON.stringify({ detail: 'The storage of images and files does not answer at the moment.' }),
      };
      const asked: Record<string, string>[] = [{}, { 'If-None-Match': '"x"' }, { Range: 'bytes=0-1' }];
      for (const headers of asked)
        expect(await ask(file('shown.png'), headers)).toEqual({
          ...away,
          headers: {
            'cache-control': 'no-store',
            'content-type': 'application/json',
            'retry-after': '10',
            vary: 'Accept',
            'x-content-type-options': 'nosniff',
            'content-length': expect.any(String),
          },
        });
      await storage.start();
      expect((await ask(file('shown.png'))).status).toBe(200);
      expect(said).toEqual([
        expect.stringContaining('s3://portal/media cannot'),
        expect.any(String),
        expect.any(String),
        'it answers again',
      ]);
    });
});
