import type { Payload } from 'payload';
import { beforeAll, expect, it } from 'vitest';
import { local, post, unusedSlug } from '../../support/content.ts';
import { startPayload } from '../../support/payload.ts';
import { type Rest, rest, signedIn } from '../../support/rest.ts';

let payload: Payload;
let admin: Rest;
let author: Rest;

const account = (more: object) => ({
  email: `${unusedSlug()}@portal.example`,
  password: 'a long password',
  roles: ['author'],
  ...more,
});

beforeAll(async () => {
  payload = await startPayload();
  const made = async (more: object) => {
    const own = account(more);
    await local(payload).create('users', own);
    return signedIn(payload, own);
  };
  admin = await made({ roles: ['admin'], name: 'Ελένη', author_id: 3 });
  author = await made({ name: 'Μαρία', author_id: 7 });
  await post(payload, { author: 7 });
  await post(payload, { author: 12 });
  const published = await post(payload, { author: 40 });
  // Only its newer draft has this one.
  await author('PATCH', `news-posts/${published.id}?draft=true`, { author: 90 });
});

it('are offered to who makes accounts where documents have them and no account does', async () => {
  const free = async (who: Rest) => (await who('GET', 'portal-authors')).value.free;
  expect(await free(admin)).toEqual([12, 40, 90]);
  expect(await free(author)).toEqual([]);
});

it('are told with the name of the account to who writes, and to nobody else', async () => {
  const nameOf = async (number: number) => (await author('GET', `portal-authors?number=${number}`)).value;
  expect(await nameOf(7)).toEqual({ name: 'Μαρία', free: [] });
  expect(await nameOf(12)).toEqual({ name: null, free: [] });
  expect((await rest(payload)('GET', 'portal-authors?number=7')).status).toBe(403);
});

it('are drawn above those of all accounts and documents, another one for each of several accounts at once', async () => {
  const make = async (more = {}) => {
    const { value } = await admin('POST', 'users', account(more));
    return (value.doc as { author_id: number }).author_id;
  };
  const drawn = await Promise.all([make(), make(), make()]);
  expect(drawn.sort((one, other) => one - other)).toEqual([91, 92, 93]);
  expect(await make({ author_id: 200 })).toBe(200);
  expect(await make({ author_id: null })).toBe(201);
});
