import { describe, expect, it } from 'vitest';
import { createHandler, listPath } from '../../../endpoints/http/index.ts';
import { emptyLists } from './served.ts';

const POSTS = { key: 'news-posts' };

describe('the path of a list', () => {
  it.each([
    [{}, '/el/api/v1/news-posts/'],
    [{ prefix: 'api/' }, '/api/news-posts/'],
    [{ prefix: '' }, '/news-posts/'],
    [{ paths: { 'news-posts': 'posts' } }, '/el/api/v1/posts/'],
    [{ paths: { 'news-categories': 'categories' } }, '/el/api/v1/news-posts/'],
    [{ prefix: '/el', paths: { 'news-posts': 'νέα 1' } }, '/el/%CE%BD%CE%AD%CE%B1%201/'],
  ])('with %j is %s', async (options, path) => {
    expect(listPath(POSTS, options)).toBe(path);
    const { prefix = '/el/api/v1', paths } = options as { prefix?: string; paths?: Record<string, string> };
    const handler = createHandler({ readModel: emptyLists(), prefixes: [prefix], ...(paths && { paths }) });
    expect(await handler({ url: path, headers: {} })).toMatchObject({ status: 200, body: Buffer.from('[]') });
    const moved = await handler({ url: `${path.slice(0, -1)}?a=b`, headers: {} });
    expect(moved?.headers.Location).toBe(`${path}?a=b`);
  });

  it('is no longer its key where it is another', async () => {
    const handler = createHandler({ readModel: emptyLists(), paths: { 'news-posts': 'posts' } });
    expect((await handler({ url: '/el/api/v1/news-posts/', headers: {} }))?.status).toBe(404);
  });
});
