import type { Payload } from 'payload';
import { beforeAll, expect, it } from 'vitest';
import { category, local, post } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { type Rest, rest, signedIn } from '../support/rest.ts';

let payload: Payload;
let asEditor: Rest;
let paths: string[];

beforeAll(async () => {
  const hosts = { path: '/report', method: 'get' as const, handler: () => Response.json({ of: 'the host' }) };
  payload = await startPayload({ config: { endpoints: [hosts] } });
  const user = { email: 'editor@portal.example', password: 'a long password' };
  await local(payload).create('users', { ...user, roles: ['editor'], author_id: 31 });
  asEditor = await signedIn(payload, user);
  const { id: ofCategory } = await category(payload);
  const { id } = await post(payload, { category: ofCategory });
  paths = [
    `/portal-publication/news-posts?ids=${id}`,
    `/portal-publication/news-categories?ids=${ofCategory}`,
    `/portal-review/news-posts/${id}`,
    `/portal-checks/news-posts/${id}`,
  ];
});

const together = (of: string[]) => `portal-answers?${new URLSearchParams(of.map((path) => ['path', path]))}`;

it('what a form asks when it opens is answered at once as one by one', async () => {
  const { value } = await asEditor('GET', together(paths));
  expect(Object.keys(value)).toEqual(paths);
  for (const path of paths) {
    const { status, value: body } = await asEditor('GET', path.slice(1));
    expect(status).toBe(200);
    expect(value[path]).toEqual({ status, body });
  }
});

it('each question is refused by itself', async () => {
  const [known = ''] = paths;
  const refused = [
    '/portal-publication/users?ids=1',
    '/portal-checks/news-posts/9999',
    '/portal-nothing',
    '/portal-answers',
    // A proxy may let nobody reach it from outside.
    '/report',
    '/portal-%E0',
  ];
  const { value } = await asEditor('GET', together([...refused, known]));
  const statuses = Object.fromEntries(
    Object.entries(value).map(([path, answer]) => [path, (answer as { status: number }).status]),
  );
  expect(statuses).toEqual({
    [refused[0] ?? '']: 404,
    [refused[1] ?? '']: 404,
    '/portal-nothing': 404,
    '/portal-answers': 404,
    '/report': 404,
    '/portal-%E0': 500,
    [known]: 200,
  });
});

it('a visitor is answered nothing', async () => {
  const { value } = await rest(payload)('GET', together(paths));
  for (const path of paths) expect(value[path]).toMatchObject({ status: 403 });
});
