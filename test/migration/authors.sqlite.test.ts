import { expect, it } from 'vitest';
import { importCapture } from '../../src/migration/index.ts';
import { startPayload } from '../support/payload.ts';
import { post, related, saveCapture, whole } from './captures.ts';

it('an import counts the documents of each author number, embedded ones too, and knows which have an account', async () => {
  const payload = await startPayload();
  const account = { email: 'a@portal.example', password: 'a long password', roles: ['editor'], author_id: 7 };
  await payload.create({ collection: 'users', data: account as never });
  const posts = [
    post(1, { more: { author: 7 } }),
    post(2, { related: [related(3, { author: 12 })] }),
    post(4),
  ];
  const { authors } = await importCapture(payload, {
    from: await saveCapture(whole({ 'news-posts': posts })),
  });
  expect(authors).toEqual([
    { number: 1, documents: 2, hasAccount: false },
    { number: 7, documents: 1, hasAccount: true },
    { number: 12, documents: 1, hasAccount: false },
  ]);
});

it('it knows the numbers of the accounts of a host', async () => {
  const staff = { slug: 'staff', auth: true, fields: [{ name: 'employee', type: 'number' as const }] };
  const host = await startPayload({
    collections: [staff],
    config: { admin: { user: 'staff' } },
    options: { author: ({ user }) => (user as { employee?: number } | null)?.employee },
  });
  const account = { email: 'a@portal.example', password: 'a long password', employee: 7 };
  await host.create({ collection: 'staff' as never, data: account as never });
  const posts = [post(1, { more: { author: 7 } }), post(2)];
  const { authors } = await importCapture(host, { from: await saveCapture(whole({ 'news-posts': posts })) });
  expect(authors.map(({ number, hasAccount }) => [number, hasAccount])).toEqual([
    [1, false],
    [7, true],
  ]);
});
