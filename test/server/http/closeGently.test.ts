import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { type GentlyOptions, gently } from '../../../src/server/http/limits.ts';

async function listening(server: Server, options?: GentlyOptions) {
  const close = gently(server, options);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close };
}

function ask(port: number, agent?: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, resolve).on('error', reject);
  });
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: a.example\r\n\r\n';
const CLOSING = ['HTTP/1.1 200 OK', 'Content-Length: 2', 'Date: now', 'Connection: close', '', 'ok'];

const ok = (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { 'Content-Length': '2', Date: 'now' }).end('ok');

/** All that a connection gets until the server ends it. */
async function received(socket: Socket): Promise<string[]> {
  return (await text(socket)).split('\r\n');
}

const portClosed = (server: Server) => vi.waitUntil(() => !server.listening);

it('requests that come one behind the other are all answered, the last with the end', async () => {
  const answers: (() => void)[] = [];
  const server = createServer((request, response) => answers.push(() => ok(request, response)));
  const { port, close } = await listening(server, { grace: 60_000 });
  const socket = connect(port, '127.0.0.1');
  socket.write(REQUEST);
  await once(server, 'request');
  const closed = close(60_000);
  socket.write(REQUEST);
  await once(server, 'request');
  for (const answer of answers) answer();
  const [first, second] = (await received(socket)).join('\n').split(/(?<=ok)/);
  expect(first).toContain('Connection: keep-alive');
  expect(second?.split('\n')).toEqual(CLOSING);
  await closed;
});

it('what was sent before the port closed is answered, however the connection stands', async () => {
  const server = createServer({ keepAliveTimeout: 60_000 }, ok);
  const { port, close } = await listening(server, { grace: 60_000 });
  const used = connect(port, '127.0.0.1');
  used.write(REQUEST);
  await once(used, 'data');
  const silent = connect(port, '127.0.0.1');
  await once(server, 'connection');
  // The kernel has taken these, the server has not.
  const waiting = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
  const closed = close(60_000);
  await portClosed(server);
  const sockets = [used, silent, ...waiting];
  for (const socket of sockets) socket.write(REQUEST);
  for (const answer of await Promise.all(sockets.map(received))) expect(answer).toEqual(CLOSING);
  await closed;
});

it('connections that wait for a first or a next request end with the grace', async () => {
  const server = createServer({ keepAliveTimeout: 60_000 }, ok);
  const { port, close } = await listening(server, { grace: 20 });
  await text(await ask(port, new Agent({ keepAlive: true })));
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  await close(60_000);
});

it('an answer that does not end is cut when patience does', async () => {
  const server = createServer((_request, response) => response.write('for ever'));
  const { port, close } = await listening(server);
  const response = await ask(port);
  await close(50);
  await expect(text(response)).rejects.toThrow('aborted');
});
