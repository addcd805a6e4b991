import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { gently } from '../../src/server/closeGently.ts';

async function listening(server: Server) {
  const close = gently(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close };
}

function ask(port: number, agent?: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, resolve).on('error', reject);
  });
}

it('a request that is being answered gets all of its answer, and no new one is taken', async () => {
  let finish = () => {};
  const server = createServer((_request, response) => {
    response.write('first half, ');
    finish = () => response.end('second half');
  });
  const { port, close } = await listening(server);
  const response = await ask(port, new Agent({ keepAlive: true }));
  const closed = close(10_000);
  await expect(ask(port)).rejects.toThrow('ECONNREFUSED');
  finish();
  expect(await text(response)).toBe('first half, second half');
  await closed;
});

it('connections that wait for a first or a next request hold nothing up', async () => {
  const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => response.end('ok'));
  const { port, close } = await listening(server);
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
