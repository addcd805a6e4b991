import type { Payload, Plugin } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { raiseCounter } from '../../collections/hooks/counter.ts';
import { claimJobs, portalReadModel } from '../../src/index.ts';
import { category, type Doc, image, local, post, section, served } from '../support/content.ts';
import { extend, updateAll } from '../support/host.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';

// PostgreSQL's adapter has ten connections; a save that waited for a second one would wait for ever.

/** The title of what a host's own hook refuses, after ours have run. */
const REFUSED = 'Απορρίπτεται';
const refusing: Plugin = extend('news-categories', (collection) => ({
  ...collection,
  hooks: {
    ...collection.hooks,
    beforeChange: [
      ...(collection.hooks?.beforeChange ?? []),
      ({ data }) => {
        if (data.title === REFUSED) throw new Error(REFUSED);
      },
    ],
  },
}));

let payload: Payload;
let featured_image: number | string;
let categoryId: number | string;

function times<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => make(n)));
}

const link = (text: string) => ({ text, link: 'https://www.portal.example/' });
const section_two_links = [link('ένα'), link('δύο')];

const creates = {
  'featured-sections': () => section(payload, { featured_image, section_two_links }),
  'service-groups': () => local(payload).create('service-groups', { title: 'Ομάδα', _status: 'published' }),
  'news-posts': () => post(payload, { category: categoryId }),
  'news-categories': () => category(payload),
  'service-useful-links': () =>
    local(payload).create('service-useful-links', {
      title: 'Σύνδεσμος',
      link: 'https://www.portal.example/',
    }),
};

const numbers = (documents: Doc[]) => documents.map(({ api_id }) => api_id).sort((one, other) => one - other);

/** The numbers after `last`. */
const following = (last: number, count: number) => Array.from({ length: count }, (_, n) => last + n + 1);

async function linkRanks(): Promise<number[]> {
  const { docs } = await payload.db.find<{ section_two_links: { rank: number }[]; id: number }>({
    collection: 'featured-sections',
    pagination: false,
  });
  return docs.flatMap((doc) => doc.section_two_links.map(({ rank }) => rank)).sort((a, b) => a - b);
}

beforeAll(async () => {
  payload = await startPayload({ plugins: [refusing] });
  await portalReadModel(payload);
  featured_image = (await image(payload)).id;
});

describe('fifty new documents at once', () => {
  it('have the numbers from one on, in a database without any', async () => {
    const made = await times(50, creates['news-categories']);
    expect(numbers(made)).toEqual(following(0, 50));
    categoryId = made[0]?.id ?? '';
  });

  it.each(['service-groups', 'news-posts', 'service-useful-links'] as const)(
    'have numbers of their own, above every imported one: %s',
    async (list) => {
      await raiseCounter(payload, list, 4000);
      expect(numbers(await times(50, creates[list]))).toEqual(following(4000, 50));
    },
  );

  it('have ranks of their own for each of their links too', async () => {
    expect(numbers(await times(50, creates['featured-sections']))).toEqual(following(0, 50));
    expect(await linkRanks()).toEqual(following(0, 100));
    await raiseCounter(payload, 'link-rank', 7000);
    await creates['featured-sections']();
    expect((await linkRanks()).slice(-2)).toEqual([7001, 7002]);
  });

  it('never have the number of another, whatever else is refused or deleted meanwhile', async () => {
    const { docs } = await payload.db.find<Doc>({ collection: 'news-categories', pagination: false });
    const given = new Set(docs.map(({ api_id }) => api_id));
    const made = await times(50, async (n) => {
      if (n % 2) return category(payload, { title: REFUSED }).catch(() => undefined);
      const document = await category(payload);
      if (n % 4) await local(payload).remove('news-categories', document.id);
      return document;
    });
    const last = await category(payload);
    const drawn = numbers([...made.filter((each) => each !== undefined), last]);
    expect(drawn).toHaveLength(26);
    expect(new Set(drawn).size).toBe(26);
    expect(drawn.filter((number) => given.has(number))).toEqual([]);
    expect(last.api_id).toBe(drawn.at(-1));
  });
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
    return () => local(payload).duplicate('news-posts', id);
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
  'a new image': async (n) => () =>
    local(payload).create('media', { alt: 'νέα', legacy_url: null }, { file: file(`new-${n}.png`) }),
  'an image with another file': async (n) => {
    const { id } = await local(payload).create('media', { alt: 'α' }, { file: file(`old-${n}.png`) });
    return () => local(payload).update('media', id, {}, { file: file(`other-${n}.png`) });
  },
};

it.each(Object.entries(changes))('twenty at once are saved: %s', async (_, prepare) => {
  const prepared = [];
  for (let n = 0; n < 20; n += 1) prepared.push(await prepare(n));
  await Promise.all(prepared.map((change) => change()));
});

it('what was changed at once is served', async () => {
  const titles = await publishedTitles();
  const starting = (text: string) => titles.filter((title) => String(title).startsWith(text)).length;
  expect(['Πρώτη', 'Δεύτερη', 'Διπλή', 'Αποσύρεται', 'Διαγράφεται', 'Σχετίζεται'].map(starting)).toEqual([
    20, 0, 40, 0, 0, 20,
  ]);
});

it('of twenty servers that ask at once whose turn the jobs are, one is told that it is its own', async () => {
  const claims = await times(20, () => claimJobs(payload, 10 * 60_000));
  expect(claims.filter(Boolean)).toHaveLength(1);
});
