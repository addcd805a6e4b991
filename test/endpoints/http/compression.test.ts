import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createHandler, type HandlerResponse } from '../../../endpoints/http/index.ts';
import { captured } from '../support/capture.ts';
import { type Client, clients } from './clients.ts';
import { capturedLists, emptyLists, responseOf, serving, TARGET } from './served.ts';

const BASE = '/el/api/v1';
const THREE = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept' };
const VARY = 'Accept, Accept-Encoding';

describe('a list', () => {
  const connect = clients['node:http'] as (typeof clients)[string];
  let ask: Client;
  let plain: Client;
  beforeAll(async () => {
    const readModel = capturedLists();
    ask = await connect(createHandler({ readModel, compression: ['br', 'gzip'] }));
    plain = await connect(createHandler({ readModel }));
  });
  const accepting = (coding: string, more = {}) => ({ 'accept-encoding': coding, ...more });

  it.each(['br', 'gzip'])('in %s is the same list, shorter, with a tag of its own', async (coding) => {
    const target = `${BASE}/news-posts/`;
    const without = await plain({ target });
    const seen = await ask({ target, headers: accepting(coding) });
    const length = seen.headers['Content-Length'];
    expect(seen).toEqual({
      status: 200,
      headers: {
        ...THREE,
        Vary: VARY,
        ETag: `${without.headers.ETag?.slice(0, -1)}-${coding}"`,
        'Content-Encoding': coding,
        'Content-Length': length,
      },
      body: without.body,
    });
    expect(Number(length)).toBeLessThan(Number(without.headers['Content-Length']));
    expect(await ask({ target, method: 'HEAD', headers: accepting(coding) })).toEqual({
      ...seen,
      body: '',
    });
  });

  it('who asks for none gets the list as it is, and is told what it varies by', async () => {
    const target = `${BASE}/news-posts/`;
    const without = await plain({ target });
    const expected = { ...without, headers: { ...without.headers, Vary: VARY } };
    for (const headers of [{}, accepting('identity'), accepting('br;q=0'), accepting('identity;q=0')]) {
      expect(await ask({ target, headers })).toEqual(expected);
      expect(await ask({ target, headers, method: 'HEAD' })).toEqual({ ...expected, body: '' });
    }
    expect(expected.body).toBe(captured('news-posts'));
  });

  it('what is no list is as without compression', async () => {
    const target = `${BASE}/news-posts/`;
    const headers = accepting('br');
    for (const asked of [
      { target, method: 'OPTIONS' },
      { target, method: 'POST' },
      { target: `${target}?format=xml` },
      { target: `${BASE}/unknown/` },
      { target: target.slice(0, -1) },
    ]) {
      expect(await ask({ ...asked, headers })).toEqual(await plain(asked));
    }
  });

  it('If-None-Match names the tag of what would be sent', async () => {
    const target = `${BASE}/news-posts/`;
    const tag = (await plain({ target })).headers.ETag ?? '';
    const [br, gzip] = ['br', 'gzip'].map((coding) => `${tag.slice(0, -1)}-${coding}"`);
    for (const [coding, own, equal, others] of [
      ['br', br, [], [tag, gzip]],
      ['gzip', gzip, [], [tag, br]],
      // A tag with a coding may be one to which Apache has added it.
      ['identity', tag, [br, gzip], []],
    ] as const) {
      for (const value of [own, ...equal, `W/${own}`, `"a", ${own}`, '*']) {
        const headers = accepting(coding, { 'if-none-match': value });
        for (const method of ['GET', 'HEAD']) {
          expect(await ask({ target, method, headers })).toEqual({
            status: 304,
            headers: { ETag: own, Vary: VARY },
            body: '',
          });
        }
      }
      for (const other of others) {
        const seen = await ask({ target, headers: accepting(coding, { 'if-none-match': other ?? '' }) });
        expect([seen.status, seen.headers.ETag]).toEqual([200, own]);
      }
    }
  });

  it('a list that compression would not make shorter is sent as it is', async () => {
    const client = await connect(createHandler({ readModel: emptyLists(), compression: ['br', 'gzip'] }));
    const seen = await client({ target: TARGET, headers: accepting('br, gzip') });
    expect([seen.headers['Content-Encoding'], seen.headers.Vary, seen.body]).toEqual([undefined, VARY, '[]']);
    const headers = accepting('br', { 'if-none-match': seen.headers.ETag });
    expect((await client({ target: TARGET, headers })).status).toBe(304);
  });
});

it('an Accept-Encoding in several headers is one list', async () => {
  const response = responseOf('a'.repeat(1000));
  const handler = createHandler({ readModel: serving(() => response), compression: ['br', 'gzip'] });
  const made = await handler({ url: TARGET, headers: { 'accept-encoding': ['br;q=0.1', 'gzip'] } });
  expect(made?.headers['Content-Encoding']).toBe('gzip');
});

describe('what is compressed', () => {
  const accept = { 'accept-encoding': 'br, gzip' };
  const codingOf = (made: HandlerResponse | null) => made?.headers['Content-Encoding'];
  /** Text that becomes a quarter shorter. */
  const content = (length: number) => randomBytes((length * 3) / 4).toString('base64');

  it('is compressed once for all who ask, also while it is being made', async () => {
    const response = responseOf(content(800_000));
    const handler = createHandler({ readModel: serving(() => response), compression: ['br', 'gzip'] });
    const get = () => handler({ url: TARGET, headers: accept });
    const first = get();
    const made = await Promise.all([first, get(), get()]);
    expect(first).toBeInstanceOf(Promise);
    expect(new Set(made.map((each) => each?.body)).size).toBe(1);
    // Held, it is there at once, and so is HEAD.
    const again = get() as HandlerResponse;
    expect([again.headers, again.body === made[0]?.body]).toEqual([made[0]?.headers, true]);
    expect(handler({ url: TARGET, method: 'HEAD', headers: accept })).toEqual({
      status: 200,
      headers: made[0]?.headers,
      body: null,
    });
  });

  it('is left as it is for those who come while an earlier state of a large list is being compressed', async () => {
    const large = content(10_000_000);
    let response = responseOf(large, '"a"');
    const handler = createHandler({ readModel: serving(() => response), compression: ['br', 'gzip'] });
    const get = () => handler({ url: TARGET, headers: accept });
    const earlier = get();
    const earlierToo = get();
    response = responseOf(large, '"b"');
    const meanwhile = get();
    expect(meanwhile).toMatchObject({ status: 200, headers: { ETag: '"b"', Vary: VARY } });
    expect(codingOf(await meanwhile)).toBe(undefined);
    for (const made of [await earlier, await earlierToo]) expect(made?.headers.ETag).toBe('"a-br"');
    const later = await get();
    expect([later?.headers.ETag, codingOf(later)]).toEqual(['"b-br"', 'br']);
  });

  it('of a small list is compressed after the earlier state', async () => {
    let response = responseOf('a'.repeat(1000), '"a"');
    const handler = createHandler({ readModel: serving(() => response), compression: ['br'] });
    const earlier = handler({ url: TARGET, headers: accept });
    response = responseOf('b'.repeat(1000), '"b"');
    const later = handler({ url: TARGET, headers: accept });
    expect([(await earlier)?.headers.ETag, (await later)?.headers.ETag]).toEqual(['"a-br"', '"b-br"']);
  });

  it('is not compressed for who has it already', () => {
    const response = responseOf(content(4000));
    const handler = createHandler({ readModel: serving(() => response), compression: ['br', 'gzip'] });
    const headers = { ...accept, 'if-none-match': '"x-br"' };
    // It would be a promise.
    expect(handler({ url: TARGET, headers })).toEqual({
      status: 304,
      headers: { ETag: '"x-br"', Vary: VARY },
      body: null,
    });
  });

  it('of a list that cannot be compressed is the list, and the operator is told', async () => {
    const onError = vi.fn();
    const response = responseOf(content(4000));
    let reads = 0;
    const failing = {
      ...response,
      get body() {
        reads += 1;
        if (reads === 1) throw new Error('no memory');
        return response.body;
      },
    };
    const handler = createHandler({ readModel: serving(() => failing), compression: ['br'], onError });
    const made = await handler({ url: TARGET, headers: accept });
    expect(onError.mock.calls).toEqual([[new Error('no memory')]]);
    expect([made?.status, codingOf(made), made?.body === response.body]).toEqual([200, undefined, true]);
  });
});
