import { describe, expect, it, vi } from 'vitest';
import { createHandler, nodeListener } from '../../../endpoints/http/index.ts';
import { TooManyOrderings } from '../../../endpoints/read-model/index.ts';
import { clients } from './clients.ts';
import { listening, responseOf, serving, TARGET } from './served.ts';

const THREE = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept' };
const HEADERS = { ...THREE, ETag: '"x"' };

describe.each(Object.entries(clients))('%s', (_, connectTo) => {
  it.each([
    ['small', '[1,"ά"]'],
    ['large', `["${'αβγδ'.repeat(1024 * 1024)}"]`],
  ])('gives a %s body whole', async (_, text) => {
    const response = responseOf(text);
    const ask = await connectTo(createHandler({ readModel: serving(() => response) }));
    const headers = { ...HEADERS, 'Content-Length': String(Buffer.byteLength(text)) };
    const seen = await ask({ target: TARGET });
    expect([seen.status, seen.headers]).toEqual([200, headers]);
    expect(seen.body === text).toBe(true);
    expect(await ask({ target: TARGET, method: 'HEAD' })).toEqual({ status: 200, headers, body: '' });
    // A reader takes nothing away from those after it.
    expect((await ask({ target: TARGET })).body === text).toBe(true);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('secret'))],
    [
      'throws',
      () => {
        throw new Error('secret');
      },
    ],
  ])('is a 500 where the read model %s, and the operator learns why', async (_, response) => {
    const onError = vi.fn();
    const ask = await connectTo(createHandler({ readModel: serving(response), onError }));
    const body = '{"detail":"The list could not be made. Try again later."}';
    const headers = { ...THREE, 'Content-Length': String(body.length) };
    expect(await ask({ target: TARGET })).toEqual({ status: 500, headers, body });
    expect(onError.mock.calls.at(-1)).toEqual([new Error('secret')]);
    expect(await ask({ target: TARGET, method: 'HEAD' })).toEqual({ status: 500, headers, body: '' });
  });

  it('is a 503 where too many orderings wait to be made, and no error', async () => {
    const onError = vi.fn();
    const ask = await connectTo(
      createHandler({ readModel: serving(() => Promise.reject(new TooManyOrderings())), onError }),
    );
    const body = '{"detail":"Too many orderings are being made. Try again in a moment."}';
    const headers = { ...THREE, 'Retry-After': '10', 'Content-Length': String(body.length) };
    expect(await ask({ target: TARGET })).toEqual({ status: 503, headers, body });
    expect(await ask({ target: TARGET, method: 'HEAD' })).toEqual({ status: 503, headers, body: '' });
    expect(onError).not.toHaveBeenCalled();
  });
});

it('a handler of another make that rejects is a 500', async () => {
  const { port } = await listening(nodeListener(() => Promise.reject(new Error('secret'))));
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect([response.status, await response.text()]).toEqual([
    500,
    '{"detail":"The list could not be made. Try again later."}',
  ]);
});
