import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { limitPipelining } from '../../../src/server/http/limits.ts';
import { onFileEnd } from '../../support/cleanup.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const EXPECTING = REQUEST.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n');
const answer: RequestListener = (_request, response) => void response.end('ok');

/** A server that has been sent these bytes. */
async function sent(bytes: string, listener: RequestListener): Promise<Socket> {
  const server = createServer(listener);
  limitPipelining(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  return socket;
}

it.each([
  ['that the first waits for', REQUEST, () => {}],
  ['that ask before they send a body', EXPECTING, () => {}],
  ['that are all answered at once', REQUEST, answer],
])(
  'of requests %s, ten wait behind the first, and with one more the connection ends',
  async (_, one, listener) => {
    let asked = 0;
    const socket = await sent(one.repeat(12), (request, response) => {
      asked += 1;
      listener(request, response);
    });
    await once(socket.resume(), 'close');
    expect(asked).toBe(12);
  },
);

it('who waits for answers asks on one connection as often as it likes', async () => {
  const socket = await sent('', answer);
  for (let round = 0; round < 20; round += 1) {
    socket.write(REQUEST.repeat(11));
    let answers = '';
    while (answers.split('ok').length <= 11) answers += (await once(socket, 'data'))[0];
  }
  socket.end(REQUEST.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK.*ok$/s);
});
