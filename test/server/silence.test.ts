import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { allowSilence, endSilent } from '../../src/server/silence.ts';
import { listening } from '../endpoints/http/served.ts';

/** In milliseconds. */
const SILENCE = 500;
const REQUEST = 'GET / HTTP/1.1\r\nHost: a.example\r\n\r\n';

async function endingSilent(listener: RequestListener) {
  const { server, port } = await listening(listener);
  endSilent(server, SILENCE);
  return { server, open: () => connect(port, '127.0.0.1').on('error', () => {}) };
}

const ok: RequestListener = (_, response) => void response.end('ok');

it('a connection is ended once it is silent, asked on before or never, and one that is asked on is kept', async () => {
  const { open } = await endingSilent(ok);
  const [used, answered, never] = [open(), open(), open()];
  answered.write(REQUEST);
  const others = Promise.all([text(answered), text(never)]);
  let received = '';
  used.on('data', (data) => {
    received += data;
  });
  const asking = setInterval(() => used.write(REQUEST), SILENCE / 10);
  const [answer, nothing] = await others;
  clearInterval(asking);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: keep-alive\r\n.*ok$/s);
  expect(nothing).toBe('');
  expect(used.readyState).toBe('open');
  expect(received.match(/HTTP\/1\.1 200 OK/g)?.length).toBeGreaterThan(1);
  await text(used);
});

it('a client that takes no more of its answer is not waited for', async () => {
  const { server, open } = await endingSilent(
    (_, response) => void response.end(Buffer.alloc(64 * 1024 * 1024)),
  );
  const stalled = open().pause();
  stalled.write(REQUEST);
  const [socket] = (await once(server, 'connection')) as [Socket];
  await once(socket, 'close');
  expect(socket.bytesWritten).toBeGreaterThan(0);
  stalled.destroy();
});

it('an answer that may be silent comes whole however late, and only its connection is waited for', async () => {
  let finish = () => {};
  const { open } = await endingSilent(({ url }, response) => {
    if (url !== '/late') return;
    allowSilence(response);
    finish = () => response.end('late');
  });
  const late = open();
  late.write(REQUEST.replace('/', '/late'));
  const answer = text(late);
  for (let time = 0; time < 2; time += 1) {
    const other = open();
    other.write(REQUEST);
    expect(await text(other)).toBe('');
  }
  finish();
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*late$/s);
});
