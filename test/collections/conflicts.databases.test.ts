import type { Payload, PayloadRequest } from 'payload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { portalReadModel } from '../../src/index.ts';
import { category, type Doc, local, post } from '../support/content.ts';
import { freshDatabaseUri, testDatabase } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';
import { type Rest, signedIn } from '../support/rest.ts';

const ADMIN = { email: 'admin@portal.example', password: 'a long password' };

let payload: Payload;
/** The same user through two servers on one database. */
let servers: [Rest, Rest];
let categoryId: number | string;

beforeAll(async () => {
  const uri = await freshDatabaseUri();
  payload = await startPayload({ uri });
  const other = await startPayload({ uri });
  await portalReadModel(payload);
  await local(payload).create('users', { ...ADMIN, roles: ['admin'], author_id: 1 });
  servers = [await signedIn(payload, ADMIN), await signedIn(other, ADMIN)];
  categoryId = (await category(payload)).id;
});

const COUNT = 5;

/** Requests at one moment, through both servers. */
async function atOnce(ask: (server: Rest, n: number) => ReturnType<Rest>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: COUNT }, (_, n) => ask(servers[n % 2 ? 1 : 0], n)));
  return answers.map(({ status }) => status);
}

const all = (status: number) => Array.from({ length: COUNT }, () => status);
const read = (id: number | string) => local(payload).read('news-posts', id, { draft: true });

describe('saves of one document at one moment are all saved, one after the other', () => {
  let document: Doc;
  beforeAll(async () => {
    document = await post(payload, { category: categoryId });
  });

  it.each(['', '?draft=true&autosave=true'])('as changes%s', async (query) => {
    const statuses = await atOnce((server, n) =>
      server('PATCH', `news-posts/${document.id}${query}`, { title: `Τίτλος ${n}`, slug: `titlos-${n}` }),
    );
    expect(statuses).toEqual(all(200));
    const { title, slug } = await read(document.id);
    expect(slug).toBe(`titlos-${String(title).slice(-1)}`);
  });

  it('in bulk', async () => {
    const other = await post(payload, { category: categoryId });
    const where = `where[id][in]=${document.id},${other.id}`;
    const publish = { _status: 'published' };
    const statuses = await atOnce((server) => server('PATCH', `news-posts?${where}`, publish));
    expect(statuses).toEqual(all(200));
    for (const { id } of [document, other]) expect(await read(id)).toMatchObject(publish);
  });

  it('as restored versions', async () => {
    const [version] = await local(payload).versions('news-posts', document.id);
    const statuses = await atOnce((server) => server('POST', `news-posts/versions/${version?.id}`));
    expect(statuses).toEqual(all(200));
  });

  it('as images with their files', async () => {
    const form = (n: number) => {
      const data = new FormData();
      data.append('file', new File([new Uint8Array(PIXEL)], `eikona-${n}.png`, { type: 'image/png' }));
      data.append('_payload', JSON.stringify({ alt: `Εικόνα ${n}` }));
      return data;
    };
    const made = await servers[0]('POST', 'media', form(99));
    const { id } = made.value.doc as Doc;
    expect(await atOnce((server, n) => server('PATCH', `media/${id}`, form(n)))).toEqual(all(200));
  });

  it('and the portal settings', async () => {
    const statuses = await atOnce((server, n) =>
      server('POST', 'globals/portal-settings', { previewStyles: `https://www.portal.example/${n}.css` }),
    );
    expect(statuses).toEqual(all(200));
  });
});

if (testDatabase() === 'mongodb') {
  it('of deletions of one document at one moment one deletes it, and the others find nothing', async () => {
    const { id } = await post(payload, { category: categoryId });
    const statuses = await atOnce((server) => server('DELETE', `news-posts/${id}`));
    expect(statuses.sort()).toEqual([200, ...all(404).slice(1)]);
  });

  it('a save that meets another transaction for ten seconds is refused in words, and nothing is stored', async () => {
    const { id } = await post(payload, { category: categoryId, title: 'Πριν' });
    const transactionID = (await payload.db.beginTransaction()) ?? '';
    const req = { transactionID } as PayloadRequest;
    await payload.db.updateOne({ collection: 'news-posts', id, data: { excerpt: 'Άλλη' }, req });
    vi.useFakeTimers({ toFake: ['Date'] });
    const clock = setInterval(() => vi.setSystemTime(Date.now() + 1000), 50);
    const answer = await servers[1]('PATCH', `news-posts/${id}`, { title: 'Μετά' });
    clearInterval(clock);
    vi.useRealTimers();
    await payload.db.rollbackTransaction(transactionID);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toBe('10');
    expect((await read(id)).title).toBe('Πριν');
  });
}
