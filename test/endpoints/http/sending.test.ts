import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import express from 'express';
import { describe, expect, it, vi } from 'vitest';
import { createHandler, type Handler, nodeListener, portalRouter } from '../../../endpoints/http/index.ts';
import { lists } from '../../../endpoints/lists/index.ts';
import type { ListResponse } from '../../../endpoints/read-model/index.ts';
import { listening, responseOf, TARGET } from './served.ts';

/** More than the buffers of a connection hold. */
const LARGE = responseOf('a'.repeat(64 * 1024 * 1024));
const GET = `GET ${TARGET} HTTP/1.1\r\nHost: a.example\r\n\r\n`;

const adapters: Record<string, (handler: Handler) => RequestListener> = {
  'node:http': (handler) => nodeListener(handler),
  'Express 5': (handler) => express().use(portalRouter(handler)) as RequestListener,
};

/** A body that is being sent. */
interface Sending {
  body: Buffer;
  giveUp: () => void;
  /** How often it was said to be over. */
  ends: number;
}

/** Lists that count the bodies that are being sent. */
function counting(response: ListResponse, onSending = (_: Sending) => {}) {
  const all: Sending[] = [];
  const readModel = {
    lists,
    response: () => response,
    sending(body: Buffer, giveUp: () => void) {
      const sending: Sending = { body, giveUp, ends: 0 };
      all.push(sending);
      onSending(sending);
      return () => {
        sending.ends += 1;
      };
    },
  };
  return { readModel, all };
}

/** Sends requests, and reads nothing until it is resumed. */
function silent(port: number, request = GET): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.pause().write(request);
  return socket;
}

describe.each(Object.entries(adapters))('%s', (_, listenerOf) => {
  async function serve(response: ListResponse, onSending?: (sending: Sending) => void) {
    const { readModel, all } = counting(response, onSending);
    const { server, port } = await listening(listenerOf(createHandler({ readModel })));
    const responded = async () => ((await once(server, 'request')) as [unknown, ServerResponse])[1];
    return { port, all, responded };
  }

  it('counts a body as being sent until its reader has it', async () => {
    const { port, all, responded } = await serve(LARGE);
    const response = responded();
    const socket = silent(port);
    const closed = once(await response, 'close');
    // Others get theirs meanwhile.
    await fetch(`http://127.0.0.1:${port}${TARGET}`, { method: 'HEAD' });
    expect(all.map(({ body, ends }) => [body === LARGE.body, ends])).toEqual([[true, 0]]);
    socket.resume();
    await closed;
    expect(all[0]?.ends).toBe(1);
    socket.destroy();
  });

  it('ends the connection when the response is given up', async () => {
    const { port, all, responded } = await serve(LARGE);
    const response = responded();
    const socket = silent(port);
    const closed = once(await response, 'close');
    all[0]?.giveUp();
    await closed;
    expect(all[0]?.ends).toBe(1);
    let read = 0;
    socket.on('data', (chunk: Buffer) => {
      read += chunk.length;
    });
    socket.resume();
    await once(socket, 'close');
    expect(read).toBeLessThan(LARGE.length);
  });

  it('counts one body for a connection, however many are asked for on it', async () => {
    const { port, all } = await serve(LARGE);
    const socket = silent(port, GET.repeat(3));
    let read = 0;
    socket.on('data', (chunk: Buffer) => {
      expect(all.filter(({ ends }) => ends === 0).length).toBeLessThanOrEqual(1);
      read += chunk.length;
    });
    socket.resume();
    await vi.waitUntil(() => read > 3 * LARGE.length && all[2]?.ends === 1, { timeout: 30_000 });
    expect(all.map(({ ends }) => ends)).toEqual([1, 1, 1]);
    socket.destroy();
  });

  it('counts none of those that waited on a connection that has ended', async () => {
    const { port, all, responded } = await serve(LARGE);
    const response = responded();
    const socket = silent(port, GET.repeat(3));
    const closed = once(await response, 'close');
    socket.destroy();
    await closed;
    await setImmediate();
    expect(all.map(({ ends }) => ends)).toEqual([1]);
  });

  it('counts only bodies of lists', async () => {
    const { port, all } = await serve(LARGE);
    const ask = async (options: RequestInit, target = TARGET) =>
      (await fetch(`http://127.0.0.1:${port}${target}`, options)).status;
    expect([
      await ask({ method: 'HEAD' }),
      await ask({ headers: { 'if-none-match': '"x"' } }),
      await ask({ method: 'OPTIONS' }),
      await ask({ method: 'POST' }),
      await ask({}, `${TARGET}?format=xml`),
    ]).toEqual([200, 304, 200, 405, 404]);
    expect(all).toEqual([]);
  });

  it('writes nothing to a client that leaves before its list is ordered', async () => {
    let finish = (_: ListResponse) => {};
    const made = new Promise<ListResponse>((resolve) => {
      finish = resolve;
    });
    const { readModel, all } = counting(LARGE);
    const handler = createHandler({ readModel: { ...readModel, response: () => made } });
    const { server, port } = await listening(listenerOf(handler));
    const asked = once(server, 'request');
    const socket = silent(port);
    const [, response] = await asked;
    socket.destroy();
    await once(response, 'close');
    finish(LARGE);
    await setImmediate();
    expect([response.headersSent, all]).toEqual([false, []]);
  });
});

it('a compressed body is counted as it is sent', async () => {
  const { readModel, all } = counting(responseOf('a'.repeat(1000)));
  const handler = createHandler({ readModel, compression: ['gzip'] });
  const response = await handler({ url: TARGET, headers: { 'accept-encoding': 'gzip' } });
  response?.sending?.(() => {})();
  expect(all.map(({ body, ends }) => [body === response?.body, ends])).toEqual([[true, 1]]);
  expect(gunzipSync(all[0]?.body ?? '').toString()).toBe('a'.repeat(1000));
});
