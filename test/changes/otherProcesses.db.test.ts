import type { Payload } from 'payload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { portalReadModel } from '../../src/index.ts';
import { category, image, local, plan, post, section, served } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';

const CATEGORIES = 'news-categories';
const within = { timeout: 20_000, interval: 20 };

let one: Payload;
let other: Payload;
beforeAll(async () => {
  const uri = await freshDatabaseUri();
  one = await startPayload({ uri });
  other = await startPayload({ uri });
  await Promise.all([portalReadModel(one), portalReadModel(other)]);
});

/** All that a process serves. */
async function listsOf(payload: Payload): Promise<unknown> {
  return Promise.all(lists.map(({ key: slug }) => served(payload, slug)));
}
const text = async (payload: Payload) => JSON.stringify(await listsOf(payload));

const file = (name: string) => ({ data: PIXEL, mimetype: 'image/png', name, size: PIXEL.length });

/** What is written, and a text that the lists have before only, or after only. */
interface Write {
  write(): Promise<unknown>;
  before?: string;
  after?: string;
}

const writes: Record<string, (payload: Payload) => Promise<Write>> = {
  'a new document': async (payload) => ({
    write: () => category(payload, { title: 'Καινούργια' }),
    after: 'Καινούργια',
  }),
  'a draft that is published': async (payload) => {
    const { id } = await category(payload, { title: 'Πρόχειρη', _status: 'draft' });
    const write = () => local(payload).update(CATEGORIES, id, { _status: 'published' });
    return { write, after: 'Πρόχειρη' };
  },
  'a change of what others embed': async (payload) => {
    const { id } = await category(payload, { title: 'Παλιό όνομα' });
    await post(payload, { category: id });
    const write = () => local(payload).update(CATEGORIES, id, { title: 'Νέο όνομα' });
    return { write, before: 'Παλιό όνομα', after: 'Νέο όνομα' };
  },
  'an unpublishing': async (payload) => {
    const { id } = await category(payload, { title: 'Αποσύρεται' });
    const write = () => local(payload).update(CATEGORIES, id, { _status: 'draft' });
    return { write, before: 'Αποσύρεται' };
  },
  'a scheduled publication': async (payload) => {
    const { id } = await category(payload, { title: 'Με πρόγραμμα', _status: 'draft' });
    await plan(payload, [CATEGORIES, id]);
    const write = () => payload.jobs.run({ allQueues: true, silent: true });
    return { write, after: 'Με πρόγραμμα' };
  },
  'a deletion': async (payload) => {
    const { id } = await category(payload, { title: 'Διαγράφεται' });
    return { write: () => local(payload).remove(CATEGORIES, id), before: 'Διαγράφεται' };
  },
  'a version that is restored': async (payload) => {
    const { id } = await category(payload, { title: 'Πρώτη έκδοση' });
    await local(payload).update(CATEGORIES, id, { title: 'Δεύτερη έκδοση' });
    const first = (await local(payload).versions(CATEGORIES, id)).find(
      ({ version }) => version.title === 'Πρώτη έκδοση',
    );
    const write = () => local(payload).restore(CATEGORIES, String(first?.id));
    return { write, before: 'Δεύτερη έκδοση', after: 'Πρώτη έκδοση' };
  },
  'a change of many at once': async (payload) => {
    for (const _ of [1, 2, 3]) await category(payload, { title: 'Πολλές' });
    const write = () =>
      payload.update({
        collection: CATEGORIES as never,
        where: { title: { equals: 'Πολλές' } },
        data: { title: 'Όλα μαζί' } as never,
      });
    return { write, before: 'Πολλές', after: 'Όλα μαζί' };
  },
  'a file of an image in place of its address': async (payload) => {
    const { id } = await image(payload, { legacy_url: 'https://cdn.portal.example/proto.png' });
    await section(payload, { featured_image: id });
    const upload = { file: file('deftero.png') };
    const write = () => local(payload).update('media', id, { legacy_url: null }, upload);
    return { write, before: 'proto.png', after: 'deftero.png' };
  },
  'an image that another one replaces, and that is deleted': async (payload) => {
    const [old, next] = [
      await image(payload, { legacy_url: 'https://cdn.portal.example/deleted.png' }),
      await image(payload, { legacy_url: 'https://cdn.portal.example/replacing.png' }),
    ];
    const { id } = await section(payload, { featured_image: old.id });
    const write = async () => {
      await local(payload).update('featured-sections', id, { featured_image: next.id });
      await local(payload).remove('media', old.id);
    };
    return { write, before: 'deleted.png', after: 'replacing.png' };
  },
};

describe.each(Object.entries(writes))('%s', (_, prepare) => {
  it('shows in the first read after it, and then in the other process', async () => {
    const { write, before, after } = await prepare(one);
    const earlier = await text(one);
    if (before) expect(earlier).toContain(before);
    if (after) expect(earlier).not.toContain(after);
    await write();
    const now = await text(one);
    if (before) expect(now).not.toContain(before);
    if (after) expect(now).toContain(after);
    await vi.waitFor(async () => expect(await listsOf(other)).toEqual(await listsOf(one)), within);
  });
});

describe('settings', () => {
  it('show in the first read after them, and then in the other process', async () => {
    const before = await served(one, CATEGORIES);
    const data = { news_categories: { ordering: '-id' } } as never;
    await one.updateGlobal({ slug: 'portal-settings' as never, data });
    expect(await served(one, CATEGORIES)).not.toEqual(before);
    await vi.waitFor(async () => expect(await listsOf(other)).toEqual(await listsOf(one)), within);
  });
});
