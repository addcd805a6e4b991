import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { category, local, served } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import { type Rest, signedIn } from '../support/rest.ts';

let uri: string;
let payload: Payload;
let own: Rest;

beforeAll(async () => {
  uri = await freshDatabaseUri();
  payload = await startPayload({ uri });
  const user = { email: 'editor@portal.example', password: 'a long password' };
  await local(payload).create('users', { ...user, roles: ['editor'] });
  own = await signedIn(payload, user);
});

const YEAR = new Date().toISOString().slice(0, 5);
const WRONG = ['x', '', '2999-01-01T00:00:00.000Z', 7, {}, []];

describe('when a document was made and changed is never what a client says', () => {
  it.each(WRONG)('%j', async (time) => {
    const times = { createdAt: time, updatedAt: time };
    const { id } = await category(payload);
    for (const [method, path] of [
      ['POST', 'news-categories'],
      ['POST', 'news-categories?draft=true'],
      ['PATCH', `news-categories/${id}`],
      ['PATCH', `news-categories/${id}?draft=true`],
      ['POST', 'media'],
    ] as const) {
      const data = {
        title: 'Τίτλος',
        alt: 'α',
        legacy_url: 'https://portal.example/a.png',
        ...times,
      };
      const { status, value } = await own(method, path, data);
      expect([path, status]).toEqual([path, method === 'POST' ? 201 : 200]);
      const { createdAt, updatedAt } = value.doc as Record<string, unknown>;
      expect([String(createdAt), String(updatedAt)].every((each) => each.startsWith(YEAR))).toBe(true);
    }
  });

  it('and the lists are there after the next start', async () => {
    expect(await served(await startPayload({ uri }), 'news-categories')).toEqual(
      await served(payload, 'news-categories'),
    );
  });
});

it.each(['x', '2026-13-45', '+010000-01-01T00:00:00.000Z', '-000001-12-31T23:59:59.999Z', {}, true])(
  'a draft whose date is %j is refused at its field',
  async (date) => {
    const data = { title: 'Τίτλος', created_timestamp: date, _status: 'draft' };
    const { status, value } = await own('POST', 'news-posts?draft=true', data);
    expect(status).toBe(400);
    expect(JSON.stringify(value)).toContain('"path":"created_timestamp"');
  },
);
