import type { NextConfig } from 'next';
import { unstable_getResponseFromNextConfig as answer } from 'next/experimental/testing/server.js';
import { describe, expect, it } from 'vitest';
import { withPortal } from '../../src/withPortal.ts';

/** Where Next redirects to by its config; undefined where it does not. */
async function redirectOf(path: string, nextConfig: NextConfig): Promise<string | undefined> {
  const { headers, status } = await answer({ url: `https://site.example${path}`, nextConfig });
  expect(status).toBe(headers.has('location') ? 308 : 200);
  return headers.get('location')?.replace('https://site.example', '');
}

describe.each<[string, string[] | undefined, string[]]>([
  ['the prefix of the contract', undefined, ['/el/api/v1']],
  ['several prefixes', ['/el/api/v1', 'api/v1/'], ['/el/api/v1', '/api/v1']],
  ['one that reads as a pattern', ['/(portal)/v1.0+'], ['/(portal)/v1.0+']],
  ['one in Greek', ['/πύλη'], ['/πύλη']],
])('under %s', (_, prefixes, places) => {
  const config = withPortal({}, prefixes && { prefixes });

  it('an address keeps its last slash, and elsewhere Next takes it away', async () => {
    expect(config.skipTrailingSlashRedirect).toBe(true);
    for (const place of places) {
      for (const path of [`${place}/`, `${place}/news-posts/`, `${place}/news-posts`, `${place}/a/b/?x=/`])
        expect([path, await redirectOf(path, config)]).toEqual([path, undefined]);
      expect(await redirectOf(`/more${place}/`, config)).toBe(encodeURI(`/more${place}`));
      expect(await redirectOf(`${place}-more/a/`, config)).toBe(encodeURI(`${place}-more/a`));
    }
    expect(await redirectOf('/', config)).toBeUndefined();
    expect(await redirectOf('/about', config)).toBeUndefined();
    expect(await redirectOf('/about/', config)).toBe('/about');
    expect(await redirectOf('/a/b.c/?d=e', config)).toBe('/a/b.c?d=e');
  });
});

it('a site whose addresses all end in a slash needs nothing', () => {
  const config = { trailingSlash: true };
  expect(withPortal(config, { prefixes: ['/portal'] })).toBe(config);
});

it('a base path stands before the prefixes, which are as clients see them', async () => {
  const { redirects } = withPortal({ basePath: '/base' }, { prefixes: ['/base/portal', 'base/of-it/'] });
  expect((await redirects?.())?.[0]?.source).toBe('/:path((?!(?:portal|of-it)/)(?:[^/]+/)*[^/]+)/');
});

it('what a config has stays, its redirects too', async () => {
  const old = { source: '/old', destination: '/new', permanent: true };
  const own = { poweredByHeader: false, redirects: async () => [old] };
  const config = withPortal(own, { prefixes: ['/portal'] });
  expect(config.poweredByHeader).toBe(false);
  expect(await redirectOf('/old', config)).toBe('/new');
  expect(await own.redirects()).toEqual([old]);
});
