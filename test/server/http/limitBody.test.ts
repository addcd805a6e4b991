import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { application } from '../../../src/server/http/application.ts';
import { ROOM_FOR_BODIES } from '../../../src/server/http/limitBody.ts';
import { onFileEnd } from '../../support/cleanup.ts';

const KB = 1024;
const MOST = 200 * KB;

/** The application before a Next that says how much it has read; who sends `authorization` is signed in. */
async function cms({ timeout }: { timeout?: number } = {}) {
  const seen = { asked: 0, reached: 0 };
  const app = application({
    most: MOST,
    ...(timeout && { timeout }),
    isSignedIn: async ({ authorization }) => {
      seen.asked += 1;
      await new Promise(setImmediate);
      return authorization !== undefined;
    },
    serverUrl: undefined,
    imageFiles: (_request, _response, pass) => pass(),
    next: async (received, response) => {
      seen.reached += 1;
      response.end(String((await text(received)).length));
    },
  });
  const server = createServer(ROOM_FOR_BODIES, app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onFileEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

/** Sends a body, in chunks where its length is not said. */
async function send(port: number, size: number, headers: OutgoingHttpHeaders) {
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/users/login', headers });
  for (let left = size; left > 0; left -= 16 * KB) sent.write('x'.repeat(Math.min(left, 16 * KB)));
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

const NO_LENGTH = '{"detail":"The request has to say how long it is (Content-Length)."}';

function tooLarge(most: string): string {
  const detail = `The request is too large: it may have ${most}.`;
  return JSON.stringify({ detail, message: detail });
}

const TOO_LARGE = {
  stranger: tooLarge('64 KB without a user who is signed in'),
  user: tooLarge('0.1953125 MB'),
  query: tooLarge('128 KB as a query'),
};

describe.each([
  ['with a length', (size: number): OutgoingHttpHeaders => ({ 'Content-Length': size })],
  ['in chunks', (): OutgoingHttpHeaders => ({ 'Transfer-Encoding': 'chunked' })],
])('a body %s', (_, framing) => {
  it.each([1, MOST])('of a user is passed on whole: %i bytes', async (size) => {
    const { port } = await cms();
    const answer = await send(port, size, { authorization: 'x', ...framing(size) });
    expect(answer).toEqual({ status: 200, body: String(size) });
  });
});

it('a body of a user that is too large is refused before Next sees it', async () => {
  const { port, seen } = await cms();
  const answer = await send(port, MOST + 1, { authorization: 'x', 'Content-Length': MOST + 1 });
  expect(answer).toEqual({ status: 413, body: TOO_LARGE.user });
  expect(seen.reached).toBe(0);
});

describe('a body of a stranger', () => {
  it.each([1, 64 * KB])('is passed on whole: %i bytes', async (size) => {
    const { port } = await cms();
    expect(await send(port, size, { 'Content-Length': size })).toEqual({ status: 200, body: String(size) });
  });

  it.each([64 * KB + 1])('is refused before Next sees it: %i bytes', async (size) => {
    const { port, seen } = await cms();
    const answer = await send(port, size, { 'Content-Length': size });
    expect(answer).toEqual({ status: 413, body: TOO_LARGE.stranger });
    expect(seen.reached).toBe(0);
  });

  it.each([0, MOST])('is refused where its length is not said: %i bytes', async (size) => {
    const { port, seen } = await cms();
    const answer = await send(port, size, { 'Transfer-Encoding': 'chunked' });
    expect(answer).toEqual({ status: 411, body: NO_LENGTH });
    expect(seen.reached).toBe(0);
  });
});

describe.each(['X-HTTP-Method-Override', 'X-Payload-HTTP-Method-Override'])('a query (%s)', (override) => {
  const sendQuery = (port: number, size: number, framing: OutgoingHttpHeaders) =>
    send(port, size, {
      authorization: 'x',
      'Content-Type': 'application/x-www-form-urlencoded',
      [override]: 'GET',
      ...framing,
    });

  it('has room for some thousand ids, and no more', async () => {
    const { port } = await cms();
    const ask = (size: number) => sendQuery(port, size, { 'Content-Length': size });
    expect(await ask(128 * KB)).toEqual({ status: 200, body: String(128 * KB) });
    expect(await ask(128 * KB + 1)).toEqual({ status: 413, body: TOO_LARGE.query });
  });

  it('says how long it is', async () => {
    const { port } = await cms();
    const answer = await sendQuery(port, 10, { 'Transfer-Encoding': 'chunked' });
    expect(answer).toEqual({ status: 411, body: NO_LENGTH });
  });
});

it('nobody is asked for where a stranger might send as much', async () => {
  const { port, seen } = await cms();
  await send(port, 64 * KB, { 'Content-Length': 64 * KB });
  expect(seen).toEqual({ asked: 0, reached: 1 });
});

describe('a body that does not arrive in time', () => {
  /** Sends a part of a body, and no more; gives the answer's status and body. */
  async function begin(port: number, headers: OutgoingHttpHeaders) {
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/users/login', headers });
    sent.on('error', () => {});
    sent.write('x');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { sent, answer: { status: response.statusCode, body: await text(response) } };
  }

  it.each([
    ['a length', { 'Content-Length': 10 }],
    ['a length, of a user', { 'Content-Length': 10, authorization: 'x' }],
  ])('is refused, and Next has seen nothing of it: with %s', async (_, headers) => {
    const { port, seen } = await cms({ timeout: 50 });
    const { sent, answer } = await begin(port, headers);
    const detail = 'The request has taken too long to arrive.';
    expect(answer).toEqual({ status: 408, body: JSON.stringify({ detail }) });
    expect(seen.reached).toBe(0);
    sent.destroy();
  });

  it.each([{ 'Transfer-Encoding': 'chunked' }, { 'Content-Length': 64 * KB + 1 }])(
    'is waited for where it is large and of a user: %j',
    async (framing) => {
      const { port } = await cms({ timeout: 50 });
      const headers = { ...framing, authorization: 'x' };
      const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/media', headers });
      sent.write('x');
      // Beyond the patience with others.
      await begin(port, { 'Content-Length': 10 }).then(({ sent: other }) => other.destroy());
      sent.end('x'.repeat(64 * KB));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect([response.statusCode, await text(response)]).toEqual([200, String(64 * KB + 1)]);
    },
  );
});
