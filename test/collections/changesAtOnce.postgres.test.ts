import type { Payload } from 'payload';
import { beforeAll, expect, it } from 'vitest';
import { portalReadModel } from '../../src/index.ts';
import { category, local, post, served } from '../support/content.ts';
import { updateAll } from '../support/host.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';
import { signedIn } from '../support/rest.ts';

/** More than there are connections: saves that waited for a second one each would wait for ever. */
const COUNT = 4;

let payload: Payload;
let categoryId: number | string;
let own: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  payload = await startPayload({ postgres: { connections: 3 } });
  await portalReadModel(payload);
  categoryId = (await category(payload)).id;
  const user = { email: 'admin@portal.example', password: 'a long password' };
  await local(payload).create('users', { ...user, roles: ['admin'], author_id: 1 });
  own = await signedIn(payload, user);
});

const file = (name: string) => ({ data: PIXEL, mimetype: 'image/png', name, size: PIXEL.length });
const titled = (title: string) => ({ title, category: categoryId });
const publishedTitles = async () => (await served(payload, 'news-posts')).map(({ title }) => title);

/** Prepares what is changed, and gives the change. */
const changes: Record<string, (n: number) => Promise<() => Promise<unknown>>> = {
  'a restored version': async (n) => {
    const { id } = await post(payload, titled(`Πρώτη ${n}`));
    await local(payload).update('news-posts', id, { title: `Δεύτερη ${n}` });
    const versions = await local(payload).versions('news-posts', id);
    const first = versions.find(({ version }) => version.title === `Πρώτη ${n}`);
    return () => local(payload).restore('news-posts', String(first?.id));
  },
  'a duplicate': async (n) => {
    const { id } = await post(payload, titled(`Διπλή ${n}`));
    return () => local(payload).duplicate('news-posts', id, { _status: 'draft' });
  },
  'an unpublished document': async (n) => {
    const { id } = await post(payload, titled(`Αποσύρεται ${n}`));
    return () => local(payload).update('news-posts', id, { _status: 'draft' });
  },
  'a deleted document that others refer to': async (n) => {
    const { id } = await post(payload, titled(`Διαγράφεται ${n}`));
    await post(payload, { ...titled(`Σχετίζεται ${n}`), related: [id] });
    return () => local(payload).remove('news-posts', id);
  },
  'a bulk edit': async (n) => {
    const both = [await post(payload, titled(`Μαζί ${n}`)), await post(payload, titled(`Μαζί ${n}`))];
    const ids = both.map(({ id }) => id);
    return async () => expect(await updateAll(payload, 'news-posts', ids, { excerpt: 'Μαζί' })).toEqual([]);
  },
  'a change of a signed-in user': async (n) => {
    const { id } = await post(payload, titled(`Με REST ${n}`));
    return async () => expect((await own('PATCH', `news-posts/${id}`, { excerpt: 'α' })).status).toBe(200);
  },
  'a deletion by a signed-in user': async (n) => {
    const { id } = await local(payload).create('media', { alt: 'α' }, { file: file(`gone-${n}.png`) });
    return async () => expect((await own('DELETE', `media/${id}`)).status).toBe(200);
  },
  'a password': async (n) => {
    const user = { email: `user-${n}@portal.example`, password: 'a long password' };
    const { id } = await local(payload).create('users', { ...user, roles: ['editor'] });
    const theirs = await signedIn(payload, user);
    const change = { password: 'the next one', currentPassword: user.password };
    return async () => expect((await theirs('PATCH', `users/${id}`, change)).status).toBe(200);
  },
  'a new image': async (n) => () =>
    local(payload).create('media', { alt: 'νέα', legacy_url: null }, { file: file(`new-${n}.png`) }),
  'an image with another file': async (n) => {
    const { id } = await local(payload).create('media', { alt: 'α' }, { file: file(`old-${n}.png`) });
    return () => local(payload).update('media', id, {}, { file: file(`other-${n}.png`) });
  },
};

it.each(Object.entries(changes))(
  'saves at once hold every connection, and are saved: %s',
  async (_, prepare) => {
    const prepared = await Promise.all(Array.from({ length: COUNT }, (_, n) => prepare(n)));
    await Promise.all(prepared.map((change) => change()));
  },
);

it('what was changed at once is served', async () => {
  const titles = await publishedTitles();
  const starting = (text: string) => titles.filter((title) => String(title).startsWith(text)).length;
  expect(['Πρώτη', 'Δεύτερη', 'Διπλή', 'Αποσύρεται', 'Διαγράφεται', 'Σχετίζεται'].map(starting)).toEqual([
    COUNT,
    0,
    COUNT,
    0,
    0,
    COUNT,
  ]);
});
