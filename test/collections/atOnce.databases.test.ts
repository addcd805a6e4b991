import type { Payload, Plugin } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { raiseCounter } from '../../src/database/counter.ts';
import { claimJobs, portalReadModel } from '../../src/index.ts';
import { category, type Doc, image, local, post, section } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { extend } from '../support/host.ts';
import { startPayload } from '../support/payload.ts';
import { signedIn } from '../support/rest.ts';

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
/** Another server on the same database. */
let other: Payload;
let featured_image: number | string;
let categoryId: number | string;

function times<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => make(n)));
}

const link = (text: string) => ({ text, link: 'https://www.portal.example/' });
const section_two_links = [link('ένα'), link('δύο')];

const makeSection = () => section(payload, { featured_image, section_two_links });

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
  const uri = await freshDatabaseUri();
  payload = await startPayload({ uri, plugins: [refusing] });
  other = await startPayload({ uri, plugins: [refusing] });
  await portalReadModel(payload);
  featured_image = (await image(payload)).id;
});

describe('twenty new documents at once', () => {
  it('have the numbers from one on, in a database without any, whichever of two servers makes them', async () => {
    const made = await times(20, (n) => category(n % 2 ? other : payload));
    expect(numbers(made)).toEqual(following(0, 20));
    categoryId = made[0]?.id ?? '';
  });

  it('have numbers of their own, above every imported one', async () => {
    await raiseCounter(payload, 'news-posts', 4000);
    const posts = await times(20, () => post(payload, { category: categoryId }));
    expect(numbers(posts)).toEqual(following(4000, 20));
  });

  it('have ranks of their own for each of their links too', async () => {
    expect(numbers(await times(20, makeSection))).toEqual(following(0, 20));
    expect(await linkRanks()).toEqual(following(0, 40));
    await raiseCounter(payload, 'link-rank', 7000);
    await makeSection();
    expect((await linkRanks()).slice(-2)).toEqual([7001, 7002]);
  });

  it('never have the number of another, whatever else is refused or deleted meanwhile', async () => {
    const { docs } = await payload.db.find<Doc>({ collection: 'news-categories', pagination: false });
    const given = new Set(docs.map(({ api_id }) => api_id));
    const made = await times(20, async (n) => {
      if (n % 2) return category(payload, { title: REFUSED }).catch(() => undefined);
      const document = await category(payload);
      if (n % 4) await local(payload).remove('news-categories', document.id);
      return document;
    });
    const last = await category(payload);
    const drawn = numbers([...made.filter((each) => each !== undefined), last]);
    expect(drawn).toHaveLength(11);
    expect(new Set(drawn).size).toBe(11);
    expect(drawn.filter((number) => given.has(number))).toEqual([]);
    expect(last.api_id).toBe(drawn.at(-1));
  });
});

it('of twenty servers that ask at once whose turn the jobs are, one is told that it is its own', async () => {
  const claims = await times(20, () => claimJobs(payload, 10 * 60_000));
  expect(claims.filter(Boolean)).toHaveLength(1);
});

it('two admins who make each other an editor at the same moment leave one', async () => {
  const makeAdmin = async (email: string) => {
    const user = { email, password: 'a long password' };
    const { id } = await local(payload).create('users', { ...user, roles: ['admin'] });
    return { id, as: await signedIn(payload, user) };
  };
  const [one, two] = [await makeAdmin('one@portal.example'), await makeAdmin('two@portal.example')];
  const answers = await Promise.all([
    one.as('PATCH', `users/${two.id}`, { roles: ['editor'] }),
    two.as('PATCH', `users/${one.id}`, { roles: ['editor'] }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
