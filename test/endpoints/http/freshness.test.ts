import { describe, expect, it } from 'vitest';
import { createHandler } from '../../../endpoints/http/index.ts';
import type { ListResponse } from '../../../endpoints/read-model/index.ts';
import { clients } from './clients.ts';
import { responseOf, serving, TARGET } from './served.ts';

describe.each(Object.entries(clients))('%s', (_, connect) => {
  it('says of every list how long ago it was known to be current, and of nothing else', async () => {
    const response = responseOf('[1,2]');
    let seconds: number | undefined = 90;
    const readModel = serving(() => response);
    const ask = await connect(createHandler({ readModel, age: () => seconds, compression: ['gzip'] }));
    const ages = async () => {
      const seen = await Promise.all([
        ask({ target: TARGET }),
        ask({ target: TARGET, method: 'HEAD' }),
        ask({ target: TARGET, headers: { 'if-none-match': '"x"' } }),
        ask({ target: TARGET, headers: { 'accept-encoding': 'gzip' } }),
        ask({ target: TARGET, method: 'OPTIONS' }),
        ask({ target: TARGET, method: 'POST' }),
        ask({ target: `${TARGET}?format=xml` }),
      ]);
      return seen.map(({ status, headers }) => [status, headers.Age]);
    };
    const others = [
      [200, undefined],
      [405, undefined],
      [404, undefined],
    ];
    expect(await ages()).toEqual([[200, '90'], [200, '90'], [304, '90'], [200, '90'], ...others]);
    seconds = 0;
    expect((await ages()).slice(0, 3)).toEqual([
      [200, '0'],
      [200, '0'],
      [304, '0'],
    ]);
    seconds = undefined;
    expect((await ages()).every(([, age]) => age === undefined)).toBe(true);
  });

  it('gives every list the Cache-Control that it is told, compressed or not, and nothing else', async () => {
    const readModel = serving(() => responseOf('[1,2]'));
    const cacheControl = 'max-age=0, s-maxage=60';
    for (const compression of [[], ['gzip']] as const) {
      const ask = await connect(createHandler({ readModel, cacheControl, compression }));
      const requests: Parameters<typeof ask>[0][] = [
        { target: TARGET },
        { target: TARGET, method: 'HEAD' },
        { target: TARGET, headers: { 'if-none-match': '"x"' } },
        { target: TARGET, headers: { 'if-none-match': '*', 'accept-encoding': 'gzip' } },
        { target: TARGET, headers: { 'accept-encoding': 'gzip' } },
        { target: TARGET, method: 'OPTIONS' },
        { target: TARGET, method: 'POST' },
        { target: `${TARGET}?format=xml` },
      ];
      const seen = await Promise.all(requests.map((request) => ask(request)));
      const lists = [200, 200, 304, 304, 200].map((status) => [status, cacheControl]);
      expect(seen.map(({ status, headers }) => [status, headers['Cache-Control']])).toEqual([
        ...lists,
        [200, undefined],
        [405, undefined],
        [404, undefined],
      ]);
    }
  });

  it.each(['max-age=0, s-maxage=60', undefined])(
    'is stored by nobody while the lists may lack changes, instead of a Cache-Control of %s',
    async (cacheControl) => {
      const record = responseOf('{"id":7}', '"r"');
      let isLive = true;
      const readModel = {
        ...serving(() => responseOf('[1,2]')),
        servesRecords: () => true,
        record: (_: string, id: number) => (id === 7 ? record : undefined),
        isLive: () => isLive,
      };
      const ask = await connect(createHandler({ readModel, cacheControl, compression: ['gzip'] }));
      const requests: Parameters<typeof ask>[0][] = [
        { target: TARGET },
        { target: TARGET, method: 'HEAD' },
        { target: `${TARGET}?ordering=title` },
        { target: TARGET, headers: { 'if-none-match': '"x"' } },
        { target: TARGET, headers: { 'if-none-match': '*', 'accept-encoding': 'gzip' } },
        { target: TARGET, headers: { 'accept-encoding': 'gzip' } },
        { target: `${TARGET}7/` },
        { target: `${TARGET}7/`, headers: { 'if-none-match': '"r"' } },
        { target: `${TARGET}8/` },
      ];
      const seen = () =>
        Promise.all(
          requests.map(async (request) => {
            const { status, headers } = await ask(request);
            return [status, headers['Cache-Control']];
          }),
        );
      const lists = [200, 200, 200, 304, 304, 200, 200, 304];
      const live = [...lists.map((status) => [status, cacheControl]), [404, undefined]];
      const header = cacheControl && 'no-store';
      const behind = [...lists, 404].map((status) => [status, header]);
      expect(await seen()).toEqual(live);
      isLive = false;
      expect(await seen()).toEqual(behind);
      isLive = true;
      expect(await seen()).toEqual(live);
    },
  );
});

it('a list or a record is stored by nobody at an address that no purge would find', async () => {
  const record = responseOf('{"id":7}', '"r"');
  const served = { ...serving(() => responseOf('[1,2]')), servesRecords: () => true, record: () => record };
  const prefixes = ['/el/api/v1', '/ελ'];
  const asked = async (cacheControl: string | undefined, targets: readonly string[]) => {
    const handle = createHandler({ readModel: served, prefixes, cacheControl });
    const seen = await Promise.all(targets.map((url) => handle({ url, headers: {} })));
    return targets.map((target, at) => [target, seen[at]?.status, seen[at]?.headers['Cache-Control']]);
  };
  const ours = [
    '/el/api/v1/news-posts/',
    'http://www.portal.example/el/api/v1/news-posts/',
    '/el/api/v1/news-posts/?ordering=%74itle',
    '/el/api/v1/news-posts/7/',
    '/el/api/v1/news-posts/%37/',
    '/%CE%B5%CE%BB/news-posts/',
    '/%CE%B5%CE%BB/news-posts/7/?x',
  ];
  const others = [
    '/el/api/v1/news%2Dposts/',
    '/el/api/v1/news%2dposts/?ordering=title',
    '/el/api/v1/news-posts%2F',
    '/%65l/api/v1/news-posts/',
    '/el/api/v1/news%2Dposts/7/',
    '/%ce%b5%ce%bb/news-posts/',
    '/%CE%B5%ce%bb/news-posts/7/',
  ];
  expect(await asked('s-maxage=60', ours)).toEqual(ours.map((target) => [target, 200, 's-maxage=60']));
  expect(await asked('s-maxage=60', others)).toEqual(others.map((target) => [target, 200, 'no-store']));
  expect(await asked(undefined, others)).toEqual(others.map((target) => [target, 200, undefined]));
});

it.each([
  ['began', false],
  ['ended', true],
])('a list is stored by nobody if the lists were behind when its making %s', async (_, isFirst) => {
  let make = (_: ListResponse): void => {};
  const made = new Promise<ListResponse>((resolve) => {
    make = resolve;
  });
  let isLive = isFirst;
  const readModel = { ...serving(() => made), isLive: () => isLive };
  const answer = createHandler({ readModel, cacheControl: 's-maxage=60' })({ url: TARGET, headers: {} });
  isLive = !isFirst;
  make(responseOf('[1]'));
  expect((await answer)?.headers['Cache-Control']).toBe('no-store');
});
