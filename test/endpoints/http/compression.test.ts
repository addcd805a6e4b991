import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { OTHERS_BYTES } from '../../../endpoints/http/Compressed.ts';
import { createHandler, type HandlerResponse } from '../../../endpoints/http/index.ts';
import { lists } from '../../../endpoints/lists/index.ts';
import { captured, capturedStore } from '../support/capture.ts';
import { loaded, usefulLink } from '../support/readModel.ts';
import { type Client, clients } from './clients.ts';
import { responseOf, serving, TARGET } from './served.ts';

const BASE = '/el/api/v1';
const THREE = { Allow: 'GET, OPTIONS', 'Content-Type': 'application/json', Vary: 'Accept' };
const VARY = 'Accept, Accept-Encoding';

describe.each(Object.entries(clients))('%s', (_, connect) => {
  let ask: Client;
  let plain: Client;
  beforeAll(async () => {
    const readModel = await loaded(capturedStore().changes().flat());
    ask = await connect(createHandler({ readModel, compression: ['br', 'gzip'] }));
    plain = await connect(createHandler({ readModel }));
  });
  const accepting = (coding: string, more = {}) => ({ 'accept-encoding': coding, ...more });

  it.each(lists.flatMap(({ key: slug }) => ['br', 'gzip'].map((coding) => [slug, coding])))(
    '%s in %s is the same list, shorter, with a tag of its own',
    async (slug, coding) => {
      const target = `${BASE}/${slug}/`;
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
    },
  );

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

  it('without the option no byte differs, whatever is accepted', async () => {
    const target = `${BASE}/news-posts/`;
    const expected = await plain({ target });
    expect(expected.headers.Vary).toBe('Accept');
    expect(await plain({ target, headers: accepting('br, gzip') })).toEqual(expected);
  });

  it('other orderings are compressed too', async () => {
    const target = `${BASE}/service-useful-links/?ordering=-title`;
    const seen = await ask({ target, headers: accepting('gzip') });
    expect([seen.headers['Content-Encoding'], seen.body]).toEqual(['gzip', (await plain({ target })).body]);
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
    for (const [coding, own, others] of [
      ['br', br, [tag, gzip]],
      ['gzip', gzip, [tag, br]],
      ['identity', tag, [br, gzip]],
    ] as const) {
      for (const value of [own, `W/${own}`, `"a", ${own}`, '*']) {
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
    const client = await connect(createHandler({ readModel: await loaded([]), compression: ['br', 'gzip'] }));
    const seen = await client({ target: TARGET, headers: accepting('br, gzip') });
    expect([seen.headers['Content-Encoding'], seen.headers.Vary, seen.body]).toEqual([undefined, VARY, '[]']);
    const headers = accepting('br', { 'if-none-match': seen.headers.ETag });
    expect((await client({ target: TARGET, headers })).status).toBe(304);
  });

  it('a change shows at once', async () => {
    const readModel = await loaded([usefulLink(1, { title: 'παλιός'.repeat(100) })]);
    const client = await connect(createHandler({ readModel, compression: ['br'] }));
    const target = `${BASE}/service-useful-links/`;
    const first = await client({ target, headers: accepting('br') });
    await readModel.apply([usefulLink(1, { title: 'νέος'.repeat(100) })]);
    const headers = accepting('br', { 'if-none-match': first.headers.ETag });
    const second = await client({ target, headers });
    expect([second.status, JSON.parse(second.body)[0].title]).toEqual([200, 'νέος'.repeat(100)]);
  });
});

describe('what is compressed', () => {
  const accept = { 'accept-encoding': 'br, gzip' };
  const codingOf = (answer: HandlerResponse | null) => answer?.headers['Content-Encoding'];
  /** Text that becomes a quarter shorter. */
  const content = (length: number) => randomBytes((length * 3) / 4).toString('base64');

  it('is compressed once for all who ask, also while it is being made', async () => {
    const response = responseOf([content(400_000), content(400_000)]);
    const handler = createHandler({ readModel: serving(() => response), compression: ['br', 'gzip'] });
    const get = () => handler({ url: TARGET, headers: accept });
    const first = get();
    const answers = await Promise.all([first, get(), get()]);
    expect(first).toBeInstanceOf(Promise);
    expect(new Set(answers.map((answer) => answer?.body)).size).toBe(1);
    // Held, it is answered at once, and so is HEAD.
    expect(get()).toBe(answers[0]);
    expect(handler({ url: TARGET, method: 'HEAD', headers: accept })).toMatchObject({
      status: 200,
      body: null,
    });
  });

  it('is left as it is for those who come while an earlier state of a large list is being compressed', async () => {
    const large = content(10_000_000);
    let response = responseOf([large], '"a"');
    const handler = createHandler({ readModel: serving(() => response), compression: ['br', 'gzip'] });
    const get = () => handler({ url: TARGET, headers: accept });
    const earlier = get();
    const earlierToo = get();
    response = responseOf([large], '"b"');
    const meanwhile = get();
    expect(meanwhile).toMatchObject({ status: 200, headers: { ETag: '"b"', Vary: VARY } });
    expect(codingOf(await meanwhile)).toBe(undefined);
    for (const answer of [await earlier, await earlierToo]) {
      expect(answer?.headers.ETag).toBe('"a-br"');
    }
    const later = await get();
    expect([later?.headers.ETag, codingOf(later)]).toEqual(['"b-br"', 'br']);
  });

  it('is not compressed for who has it already', () => {
    const response = responseOf([content(4000)]);
    const handler = createHandler({ readModel: serving(() => response), compression: ['br', 'gzip'] });
    const headers = { ...accept, 'if-none-match': '"x-br"' };
    expect(handler({ url: TARGET, headers })).toEqual({
      status: 304,
      headers: { ETag: '"x-br"', Vary: VARY },
      body: null,
    });
    expect(response.joined).toBe(0);
  });

  it('of other orderings is kept up to a limit, the latest used', async () => {
    const defaultList = responseOf(['[]']);
    const large = content(3_000_000);
    const orderings = new Map(
      Array.from({ length: (2 * OTHERS_BYTES) / large.length + 4 }, (_, index) => [
        `-id,x${index}`,
        responseOf([large], `"${index}"`),
      ]),
    );
    const handler = createHandler({
      readModel: serving((_, ordering) => (ordering ? orderings.get(ordering) : defaultList)),
      compression: ['gzip'],
    });
    const get = (ordering: string) => handler({ url: `${TARGET}?ordering=${ordering}`, headers: accept });
    const [used = ''] = orderings.keys();
    for (const ordering of orderings.keys()) {
      await get(ordering);
      expect(get(used)).not.toBeInstanceOf(Promise);
    }
    // Those that are not held are compressed again, or left as they are while that goes on.
    const held = [...orderings.keys()].flatMap((ordering) => {
      const answer = get(ordering);
      return answer instanceof Promise || codingOf(answer) === undefined ? [] : [{ ordering, answer }];
    });
    const sizes = held.map(({ answer }) => Number(answer?.headers['Content-Length']));
    expect(held[0]?.ordering).toBe(used);
    expect(held.length).toBeLessThan(orderings.size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(OTHERS_BYTES);
  });

  it('of a list that cannot be compressed is the list, and the operator is told', async () => {
    const onError = vi.fn();
    const response = responseOf([content(4000)]);
    const reads: string[] = [];
    const failing = {
      ...response,
      get parts() {
        if (reads.push('parts') === 1) throw new Error('no memory');
        return response.parts;
      },
    };
    const handler = createHandler({ readModel: serving(() => failing), compression: ['br'], onError });
    const seen = await handler({ url: TARGET, headers: accept });
    expect(onError.mock.calls).toEqual([[new Error('no memory')]]);
    expect([seen?.status, codingOf(seen), seen?.body]).toEqual([200, undefined, response.parts]);
  });
});
