import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createHandler, fetchHandler, nodeListener } from '../../../endpoints/http/index.ts';
import { TooManyOrderings } from '../../../endpoints/read-model/index.ts';
import { clients } from './clients.ts';
import { listening, responseOf, serving, TARGET } from './served.ts';

const HEADERS = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept', ETag: '"x"' };
/** A whole number of these is written at a time. */
const PART = 256 * 1024;
/** More than is written at once, and more than the buffers of a connection hold. */
const PARTS = (64 * 1024 * 1024) / PART;
const LARGE = Array.from({ length: PARTS }, (_, index) =>
  String.fromCharCode(97 + (index % 26)).repeat(PART),
);
/** What may be in memory for an answer on its way, in bytes. */
const AT_ONCE = 4 * 1024 * 1024;
/** What the two ends of a connection may hold in the kernel, generously. */
const KERNEL = 16 * 1024 * 1024;

describe.each(Object.entries(clients))('%s', (_, connectTo) => {
  it.each([
    ['one part', ['[]']],
    ['several parts', ['[1', ',"ά"', ',3]']],
    ['more than is written at once', LARGE],
  ])('gives a body of %s', async (_, contents) => {
    const response = responseOf(contents);
    const ask = await connectTo(createHandler({ readModel: serving(() => response) }));
    const headers = { ...HEADERS, 'Content-Length': String(response.length) };
    const seen = await ask({ target: TARGET });
    expect([seen.status, seen.headers]).toEqual([200, headers]);
    expect(seen.body === contents.join('')).toBe(true);
    expect(await ask({ target: TARGET, method: 'HEAD' })).toEqual({ status: 200, headers, body: '' });
  });

  it('joins nothing for HEAD and 304', async () => {
    const response = responseOf(['[1', ',2]']);
    const ask = await connectTo(createHandler({ readModel: serving(() => response) }));
    await ask({ target: TARGET, method: 'HEAD' });
    await ask({ target: TARGET, headers: { 'if-none-match': '"x"' } });
    expect(response.joined).toBe(0);
  });

  it('waits for an ordering that is being made', async () => {
    const response = responseOf(['[1', ',2]']);
    const ask = await connectTo(createHandler({ readModel: serving(() => wait(10).then(() => response)) }));
    const headers = { ...HEADERS, 'Content-Length': '5' };
    const match = { 'if-none-match': '"x"' };
    expect(await ask({ target: TARGET })).toEqual({ status: 200, headers, body: '[1,2]' });
    expect(await ask({ target: TARGET, method: 'HEAD' })).toEqual({ status: 200, headers, body: '' });
    expect(await ask({ target: TARGET, headers: match })).toEqual({
      status: 304,
      headers: { ETag: '"x"', Vary: 'Accept' },
      body: '',
    });
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('secret'))],
    [
      'throws',
      () => {
        throw new Error('secret');
      },
    ],
  ])('answers 500 where the read model %s, and tells the operator why', async (_, response) => {
    const onError = vi.fn();
    const ask = await connectTo(createHandler({ readModel: serving(response), onError }));
    const body = '{"detail":"The list could not be made. Try again later."}';
    const { ETag: _none, ...three } = HEADERS;
    const headers = { ...three, 'Content-Length': String(body.length) };
    expect(await ask({ target: TARGET })).toEqual({ status: 500, headers, body });
    expect(await ask({ target: TARGET, method: 'HEAD' })).toEqual({ status: 500, headers, body: '' });
    expect(onError).toHaveBeenCalledWith(new Error('secret'));
  });
});

/** Asks and reads nothing until told. */
async function silent(port: number, requests = 1): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(`GET ${TARGET} HTTP/1.1\r\nHost: a.example\r\n\r\n`.repeat(requests));
  await once(socket, 'connect');
  return socket;
}

/** Waits until it stays what it is. */
async function settled(value: () => number): Promise<number> {
  for (let before = -1, now = value(); ; before = now, now = value()) {
    if (before === now && now > 0) return now;
    await wait(50);
  }
}

describe('a client that does not read', () => {
  it('has only what is written at once joined for it', async () => {
    const response = responseOf(LARGE);
    const { port } = await listening(nodeListener(createHandler({ readModel: serving(() => response) })));
    const socket = await silent(port, 3);
    expect(await settled(() => response.joined)).toBeLessThanOrEqual((3 * AT_ONCE + KERNEL) / PART);

    // Then it reads all three answers.
    let read = 0;
    socket.on('data', (chunk: Buffer) => {
      read += chunk.length;
    });
    socket.resume();
    await vi.waitUntil(() => read > 3 * response.length, { timeout: 20_000 });
    expect(response.joined).toBe(PARTS);
    socket.destroy();
  });

  it('and leaves costs no more', async () => {
    const response = responseOf(LARGE);
    const { server, port } = await listening(
      nodeListener(createHandler({ readModel: serving(() => response) })),
    );
    const asked = once(server, 'request');
    const socket = await silent(port);
    const [, answer] = await asked;
    const joined = await settled(() => response.joined);
    socket.destroy();
    await once(answer, 'close');
    expect(await settled(() => response.joined)).toBe(joined);
  });
});

describe('a client that reads as fast as it is sent to', () => {
  /** Sends a body to it. @returns how many bytes were taken from the parts in each turn of the event loop in which any were */
  async function bytesByTurn(contents: string[], isJoined: boolean): Promise<number[]> {
    let turn = 0;
    let isOver = false;
    const count = () => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    const { parts, ...rest } = responseOf(contents);
    const bytesIn: number[] = [];
    const noted = parts.map((part) => ({
      length: part.length,
      isJoined,
      get bytes() {
        bytesIn[turn] = (bytesIn[turn] ?? 0) + part.length;
        return part.bytes;
      },
    }));
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method: 'GET', url: TARGET });
    const response = new ServerResponse(request);
    let sent = 0;
    const takesAll = new Writable({
      write(chunk: Buffer, _, done) {
        sent += chunk.length;
        done();
      },
    });
    response.assignSocket(takesAll as Socket);
    nodeListener(createHandler({ readModel: serving(() => ({ ...rest, parts: noted })) }))(request, response);
    await once(response, 'finish', { signal: AbortSignal.timeout(10_000) }).finally(() => {
      isOver = true;
    });
    expect(sent).toBeGreaterThan(rest.length);
    return bytesIn.filter(Boolean);
  }

  it.each([true, false])('leaves every few MiB a turn to others (joined before: %s)', async (isJoined) => {
    expect(Math.max(...(await bytesByTurn(LARGE, isJoined)))).toBeLessThanOrEqual(AT_ONCE);
  });

  it('gets a body of up to 2 MiB in one turn, if it need not be joined for it', async () => {
    const body = LARGE.slice(0, 8);
    expect(await bytesByTurn(body, true)).toEqual([8 * PART]);
    expect((await bytesByTurn(body, false)).length).toBeGreaterThan(2);
    expect((await bytesByTurn(LARGE.slice(0, 9), true)).length).toBeGreaterThan(2);
  });
});

it('a reader of a fetch response who stops has no more joined', async () => {
  const response = responseOf(LARGE);
  const answer = fetchHandler(createHandler({ readModel: serving(() => response) }));
  const { body } = await answer(new Request(`https://a.example${TARGET}`));
  expect(response.joined).toBe(0);
  const reader = body?.getReader();
  for (let index = 0; index < 3; index += 1) expect((await reader?.read())?.value).toHaveLength(PART);
  await reader?.cancel();
  expect(response.joined).toBe(3);
});

it('a client that leaves before its answer is made costs none of the bytes', async () => {
  const response = responseOf(['[1', ',2]']);
  let finish = (_: typeof response) => {};
  const made = new Promise<typeof response>((resolve) => {
    finish = resolve;
  });
  const { server, port } = await listening(nodeListener(createHandler({ readModel: serving(() => made) })));
  const asked = once(server, 'request');
  const socket = await silent(port);
  const [, answer] = await asked;
  socket.destroy();
  await once(answer, 'close');
  finish(response);
  await wait(0);
  expect(response.joined).toBe(0);
});

it('answers 503, and tells nobody, where too many orderings wait to be made', async () => {
  const told: unknown[] = [];
  const readModel = serving(() => Promise.reject(new TooManyOrderings()));
  const handler = createHandler({ readModel, onError: (error) => told.push(error) });
  const answer = await handler({ method: 'GET', url: TARGET, headers: {} });
  expect(answer).toMatchObject({ status: 503, headers: { 'Retry-After': '10', Allow: 'GET, OPTIONS' } });
  expect(told).toEqual([]);
});

it('a handler of another make that rejects is a 500', async () => {
  const { port } = await listening(nodeListener(() => Promise.reject(new Error('secret'))));
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect([answer.status, await answer.text()]).toEqual([
    500,
    '{"detail":"The list could not be made. Try again later."}',
  ]);
});

describe('a body that breaks', () => {
  const broken = {
    length: 3,
    get bytes(): Buffer<ArrayBuffer> {
      throw new Error('no memory');
    },
  };

  it.each([
    ['before anything of it is sent', ['[1', ',2]'], () => wait(1)],
    ['when much of it is sent', LARGE, undefined],
  ])('%s breaks off the connection, and nothing else', async (_, contents, made) => {
    const whole = responseOf(contents);
    const response = { ...whole, parts: [...whole.parts, broken] };
    const { port } = await listening(
      nodeListener(
        createHandler({ readModel: serving(() => (made ? made().then(() => response) : response)) }),
      ),
    );
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${TARGET} HTTP/1.1\r\nHost: a.example\r\n\r\n`);
    socket.resume().on('error', () => {});
    await once(socket, 'close');
  });
});
