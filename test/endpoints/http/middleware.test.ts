import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { createHandler, nodeListener } from '../../../endpoints/http/index.ts';
import type { ListResponse } from '../../../endpoints/read-model/index.ts';
import { listening, responseOf, serving, TARGET } from './served.ts';

/** Takes the place of Node's functions as a compression does: no callbacks, no `uncork`, and `drain` is another stream's. */
function compress(answer: ServerResponse): void {
  const write = answer.write.bind(answer) as (chunk: Buffer) => boolean;
  const end = answer.end.bind(answer) as () => void;
  const on = answer.on.bind(answer);
  const writeHead = answer.writeHead.bind(answer) as (status: number, headers: object) => ServerResponse;
  const gzip = createGzip({ level: 1 });
  gzip.on('data', (chunk: Buffer) => {
    if (!write(chunk)) gzip.pause();
  });
  gzip.on('end', () => end());
  on('drain', () => gzip.resume());
  Object.assign(answer, {
    writeHead: (status: number, { 'Content-Length': _, ...headers }: Record<string, string>) =>
      writeHead(status, { ...headers, 'Content-Encoding': 'gzip' }),
    write: (chunk: Buffer) => gzip.write(chunk),
    end: (chunk?: Buffer) => gzip.end(chunk),
    on: (name: string, listener: () => void) =>
      name === 'drain' ? gzip.on(name, listener) : on(name, listener),
  });
}

it('behind middleware that compresses, a client gets all of a large body, and nobody is warned', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  // What does not compress well, so that the connection is what it waits for.
  const text = randomBytes(4 * 1024 * 1024).toString('hex');
  const response = responseOf(text);
  const listener = nodeListener(createHandler({ readModel: serving(() => response) }));
  const { port } = await listening((request, answer) => {
    compress(answer);
    listener(request, answer);
  });
  const answer = await fetch(`http://127.0.0.1:${port}${TARGET}`, { signal: AbortSignal.timeout(20_000) });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect((await answer.text()) === text).toBe(true);
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
});

it('a response that others have begun meanwhile stays', async () => {
  let finish = (_: ListResponse) => {};
  const made = new Promise<ListResponse>((resolve) => {
    finish = resolve;
  });
  const { server, port } = await listening(nodeListener(createHandler({ readModel: serving(() => made) })));
  const asked = once(server, 'request');
  server.on('request', (_, response) => response.writeHead(504).write('too '));
  const response = await fetch(`http://127.0.0.1:${port}${TARGET}`);
  finish(responseOf('[1,2]'));
  await setImmediate();
  const [, others] = await asked;
  others.end('late');
  expect([response.status, await response.text()]).toEqual([504, 'too late']);
});
