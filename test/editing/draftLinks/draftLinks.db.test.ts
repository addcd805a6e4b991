import { createHmac } from 'node:crypto';
import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Doc, local, post, richText, unusedSlug } from '../../support/content.ts';
import { oneDatabase } from '../../support/oneDatabase.ts';
import { startPayload } from '../../support/payload.ts';
import { PIXEL } from '../../support/pixel.ts';
import { type Answer, type Rest, rest, signedIn } from '../../support/rest.ts';

const PASSWORD = 'a long password';
const POSTS = 'news-posts';
const API = 'https://content.portal.example/api/';

interface Link {
  id: Doc['id'];
  address: string;
  madeBy: string;
  madeAt: string;
  expiresAt: string;
  opened: number;
  lastOpenedAt: string | null;
  mayRevoke: boolean;
}

let payload: Payload;
let author: Rest;
let editor: Rest;
let visitor: Rest;

beforeAll(async () => {
  payload = await startPayload({
    options: { clientAddress: ({ headers }) => headers.get('x-real-ip') ?? undefined },
  });
  author = await as('author');
  editor = await as('editor');
  visitor = rest(payload);
});

async function as(role: string, name = role): Promise<Rest> {
  const email = `${name}@portal.example`;
  await local(payload).create('users', { email, name, password: PASSWORD, roles: [role], author_id: 5 });
  return signedIn(payload, { email, password: PASSWORD }, { 'Accept-Language': 'en' });
}

const draft = (data: object = {}) =>
  post(payload, { title: 'Αποφάσεις', _status: 'draft', content: richText('Το κείμενο'), ...data });

async function make(of: Rest, { id }: Pick<Doc, 'id'>, query = ''): Promise<Link> {
  const { status, value } = await of('POST', `${POSTS}/${id}/draft-links${query}`);
  expect(status).toBe(201);
  return value.link as Link;
}

const linksOf = async (of: Rest, { id }: Pick<Doc, 'id'>) =>
  (await of('GET', `${POSTS}/${id}/draft-links`)).value.docs as Link[];

const pathIn = (address: string) => address.slice(API.length);
const row = (id: Doc['id']) =>
  payload.db.findOne<Doc>({ collection: 'portal-draft-links', where: { id: { equals: id } } });
const change = (id: Doc['id'], data: object) =>
  payload.db.updateOne({ collection: 'portal-draft-links', id, data: data as never, returning: false });

const read = (address: string, headers: Record<string, string> = {}) =>
  rest(payload, headers)('GET', pathIn(address));

/** What everybody gets whose link does not hold, whatever the reason. */
let ended: Pick<Answer, 'body' | 'status'>;
beforeAll(async () => {
  const { body, status } = await read(`${API}portal-drafts/1.${'A'.repeat(43)}`);
  ended = { body, status };
});

async function holds({ address }: Pick<Link, 'address'>): Promise<boolean> {
  const { body, status } = await read(address);
  if (status === 200) return true;
  expect({ body, status }).toEqual(ended);
  return false;
}

describe('a link to a draft', () => {
  oneDatabase.it('is made for a week by an author, and listed with its address', async () => {
    const document = await draft();
    const made = await make(author, document);
    const week = 7 * 24 * 60 * 60 * 1000;
    expect(Date.parse(made.expiresAt) - Date.parse(made.madeAt)).toBe(week);
    const expected = {
      id: made.id,
      address: expect.stringMatching(
        /^https:\/\/content\.portal\.example\/api\/portal-drafts\/\w+\.[\w-]{43}$/,
      ),
      madeBy: 'author',
      madeAt: made.madeAt,
      expiresAt: made.expiresAt,
      opened: 0,
      lastOpenedAt: null,
      mayRevoke: true,
    };
    expect(made).toEqual(expected);
    expect(await linksOf(author, document)).toEqual([expected]);
  });

  it('is in the audit log, with the document, when it is made and when it is revoked', async () => {
    const document = await draft();
    const { id, expiresAt } = await make(author, document, '?days=3');
    await editor('DELETE', `${POSTS}/${document.id}/draft-links/${id}`);
    const { docs } = await payload.db.find<Doc>({
      collection: 'portal-audit-log',
      sort: 'id',
      where: { document: { equals: String(document.id) }, action: { like: 'draftLink' } },
    });
    const about = { collectionSlug: POSTS, document: String(document.id), title: 'Αποφάσεις' };
    expect(docs).toMatchObject([
      { ...about, action: 'draftLinkMade', note: `until ${expiresAt}`, who: 'author' },
      { ...about, action: 'draftLinkRevoked', note: null, who: 'editor' },
    ]);
  });

  it('is removed once it has been over for 90 days, when the next one is made', async () => {
    const document = await draft();
    const [old, younger, holding] = [
      await make(author, document),
      await make(author, document),
      await make(author, document),
    ];
    const ago = (days: number) => ({ expiresAt: new Date(Date.now() - days * 86_400_000).toISOString() });
    await change(old.id, ago(90.01));
    await change(younger.id, ago(89.99));
    await make(author, await draft());
    expect(await Promise.all([old, younger, holding].map(({ id }) => row(id)))).toMatchObject([
      null,
      { id: younger.id },
      { id: holding.id },
    ]);
    expect(await holds(holding)).toBe(true);
  });

  it('shows the newest draft, without account, script, cookies or traces', async () => {
    const document = await draft({ title: 'Πριν' });
    const { address, expiresAt } = await make(author, document);
    const data = { title: 'Μετά <b>', content: richText('Η αλλαγή & το «νέο»') };
    await author('PATCH', `${POSTS}/${document.id}?draft=true`, data);
    const { body, headers, status } = await read(address);
    expect(status).toBe(200);
    const day = new Date(expiresAt).toLocaleDateString('en-GB', { timeZone: 'Europe/Athens' });
    expect(body).toContain('<title>Μετά &lt;b&gt; – Πρόχειρο – δεν έχει δημοσιευτεί</title>');
    expect(body).toContain(`Ο σύνδεσμος ισχύει έως ${day}`);
    expect(body).toContain('<h1>Μετά &lt;b&gt;</h1>');
    expect(body).toContain('<p>Η αλλαγή &amp; το «νέο»</p>');
    expect(body).not.toMatch(/<script|Πριν|portal-new"/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-language': 'el',
      'content-security-policy':
        "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    });
    expect(headers.get('set-cookie')).toBeNull();
  });

  oneDatabase.it.each([
    ['en-GB,en;q=0.9,el;q=0.8', 'en'],
    ['el-GR,el;q=0.9,en;q=0.8', 'el'],
    ['de,fr;q=0.5', 'el'],
    [';;q=,,', 'el'],
  ])('speaks to a browser with %s in %s', async (accepted, language) => {
    const { address } = await make(author, await draft());
    for (const each of [address, `${address}x`]) {
      const { body, headers } = await read(each, { 'Accept-Language': accepted });
      expect(headers.get('content-language')).toBe(language);
      expect(body).toContain(`<html lang="${language}">`);
    }
  });

  oneDatabase.it('answers HEAD as GET, without a body and without counting', async () => {
    const document = await draft();
    const { address } = await make(author, document);
    const asked = await visitor('HEAD', pathIn(address));
    expect([asked.status, asked.body]).toEqual([200, '']);
    expect(await linksOf(author, document)).toMatchObject([{ opened: 0 }]);
  });

  it('counts once a minute how often it was opened', async () => {
    const document = await draft();
    const { address, id } = await make(author, document);
    for (let times = 0; times < 3; times++) await read(address);
    expect(await linksOf(author, document)).toMatchObject([{ opened: 1, lastOpenedAt: expect.any(String) }]);
    await change(id, { lastOpenedAt: new Date(Date.now() - 61_000).toISOString() });
    await read(address);
    expect(await linksOf(author, document)).toMatchObject([{ opened: 2 }]);
  });

  it('has a secret that the database does not have', async () => {
    const { address, id } = await make(author, await draft());
    const secret = address.split('.').at(-1) ?? '';
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(await row(id))).not.toContain(secret);
    const guessed = createHmac('sha256', 'a secret for tests only').update(String(id)).digest('base64url');
    expect(await holds({ address: address.replace(secret, guessed) })).toBe(false);
  });

  oneDatabase.it('does not open another document under its number, as after a restore', async () => {
    const { address, id } = await make(author, await draft());
    const other = await draft({ title: 'Άλλο' });
    await change(id, { document: String(other.id), madeAt: new Date().toISOString() });
    expect(await holds({ address })).toBe(false);
  });

  it('has pictures of its own, which nobody else may read, and nothing else', async () => {
    const file = () => ({
      data: PIXEL,
      mimetype: 'image/png',
      name: `${unusedSlug()}.png`,
      size: PIXEL.length,
    });
    const [own, other] = [
      await local(payload).create('media', { alt: 'Δική του' }, { file: file() }),
      await local(payload).create('media', { alt: 'Άλλη' }, { file: file() }),
    ];
    const document = await draft({ post_image: own.id });
    const link = await make(author, document);
    const { body } = await read(link.address);
    const [, address = ''] = /<img src="([^"]*)"/.exec(body) ?? [];
    expect(address).toBe(`/api/${pathIn(link.address)}/files/${own.filename}`);
    const picture = await read(`https://content.portal.example${address}`);
    expect(picture.status).toBe(200);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-length': String(PIXEL.length),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-type': 'image/png',
    });
    expect((await visitor('GET', `media/file/${own.filename}`)).status).toBe(404);
    for (const name of [other.filename, '..%2f..%2fpackage.json', 'x.png'])
      expect((await read(`${link.address}/files/${name}`)).status).toBe(404);
    await editor('DELETE', `${POSTS}/${document.id}/draft-links/${link.id}`);
    expect((await read(`https://content.portal.example${address}`)).status).toBe(404);
  });
});

oneDatabase.describe('a link ends', () => {
  const ends: Record<string, (document: Doc, link: Link) => Promise<unknown>> = {
    'when its time is over': (_, { id }) => change(id, { expiresAt: new Date().toISOString() }),
    'when it is revoked': ({ id }, link) => editor('DELETE', `${POSTS}/${id}/draft-links/${link.id}`),
    'when the document is published': ({ id }) => editor('PATCH', `${POSTS}/${id}`, { _status: 'published' }),
    'when it was published and changed again': async ({ id }) => {
      await editor('PATCH', `${POSTS}/${id}`, { _status: 'published' });
      await editor('PATCH', `${POSTS}/${id}?draft=true`, { title: 'Νεότερο' });
    },
    'in the trash': ({ id }) => editor('PATCH', `${POSTS}/${id}`, { deletedAt: new Date().toISOString() }),
    'when it was in the trash': async ({ id }) => {
      await editor('PATCH', `${POSTS}/${id}`, { deletedAt: new Date().toISOString() });
      await editor('PATCH', `${POSTS}/${id}?trash=true`, { deletedAt: null });
    },
    'when it was in the trash, and the versions that say so are gone': async ({ id }) => {
      await editor('PATCH', `${POSTS}/${id}`, { deletedAt: new Date().toISOString() });
      await editor('PATCH', `${POSTS}/${id}?trash=true`, { deletedAt: null });
      const where = { parent: { equals: id }, 'version.deletedAt': { exists: true } };
      await payload.db.deleteVersions({ collection: POSTS as never, where });
    },
    'when it was in the trash with others': async ({ id }) => {
      await editor('PATCH', `${POSTS}?where[id][in]=${id}`, { deletedAt: new Date().toISOString() });
      await editor('PATCH', `${POSTS}?trash=true&where[id][in]=${id}`, { deletedAt: null });
      const where = { parent: { equals: id }, 'version.deletedAt': { exists: true } };
      await payload.db.deleteVersions({ collection: POSTS as never, where });
    },
    'when the document is deleted': ({ id }) => local(payload).remove(POSTS, id),
  };
  it.each(Object.keys(ends))('%s', async (name) => {
    const document = await draft();
    const link = await make(author, document);
    expect(await holds(link)).toBe(true);
    await ends[name]?.(document, link);
    expect(await holds(link)).toBe(false);
    const listed = await author('GET', `${POSTS}/${document.id}/draft-links`);
    expect(listed.value.docs ?? []).toEqual([]);
  });

  it.each(['lost the role', 'is gone'])('when the user who made it %s', async (what) => {
    const name = unusedSlug();
    const of = await as('author', name);
    const document = await draft();
    const link = await make(of, document);
    expect(await holds(link)).toBe(true);
    const where = { email: { equals: `${name}@portal.example` } };
    const [user] = (await payload.find({ collection: 'users' as never, where })).docs as unknown as Doc[];
    if (what === 'is gone') await local(payload).remove('users', user?.id ?? 0);
    else await payload.db.updateOne({ collection: 'users', id: user?.id ?? 0, data: { roles: [] } });
    expect(await holds(link)).toBe(false);
    expect(await linksOf(editor, document)).toEqual([]);
  });

  it('is no end: a newer draft, and another link that is revoked', async () => {
    const document = await draft();
    const [one, other] = [await make(author, document), await make(editor, document, '?days=90')];
    await author('PATCH', `${POSTS}/${document.id}?draft=true`, { title: 'Νεότερο' });
    await author('DELETE', `${POSTS}/${document.id}/draft-links/${one.id}`);
    expect([await holds(one), await holds(other)]).toEqual([false, true]);
  });
});

it('twenty links are made of a draft and no more, also of those that are asked for at once', async () => {
  const { id } = await draft();
  const ask = () => author('POST', `${POSTS}/${id}/draft-links`);
  for (let links = 0; links < 17; links++) await make(author, { id });
  const asked = await Promise.all(Array.from({ length: 6 }, ask));
  expect(asked.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
  expect(await linksOf(author, { id })).toHaveLength(20);
});

oneDatabase.describe('is refused', () => {
  it.each(['0', '91', '1.5', '-1', '1e9', 'x', ''])('a link for %s days', async (days) => {
    const { status } = await author('POST', `${POSTS}/${(await draft()).id}/draft-links?days=${days}`);
    expect(status).toBe(400);
  });

  it('a link to what has no draft', async () => {
    const { id } = await post(payload);
    expect((await author('POST', `${POSTS}/${id}/draft-links`)).status).toBe(409);
  });

  it('every other spelling of a token', async () => {
    const { address } = await make(author, await draft());
    expect(await holds({ address })).toBe(true);
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const [rest, last] = [address.slice(0, -1), digits.indexOf(address.slice(-1))];
    const sameBytes = [1, 2, 3].map((bits) => `${rest}${digits[last ^ bits]}`);
    const [path = '', token = ''] = address.split('portal-drafts/');
    const others = [
      `${address}=`,
      `${address}%3D`,
      `${path}portal-drafts/0${token}`,
      `${address}%20`,
      `${address}.`,
    ];
    for (const other of [...sameBytes, ...others])
      expect([other, await holds({ address: other })]).toEqual([other, false]);
    expect(await holds({ address })).toBe(true);
  });

  it('to an author, to revoke the link of another', async () => {
    const document = await draft();
    const { id } = await make(editor, document);
    expect(await linksOf(author, document)).toMatchObject([{ mayRevoke: false }]);
    expect((await author('DELETE', `${POSTS}/${document.id}/draft-links/${id}`)).status).toBe(403);
    expect(await linksOf(author, document)).toHaveLength(1);
  });

  it('a link of another document', async () => {
    const { id } = await make(author, await draft());
    const other = await draft();
    expect((await author('DELETE', `${POSTS}/${other.id}/draft-links/${id}`)).status).toBe(404);
  });

  it.each(['', '1', `x.${'A'.repeat(43)}`, `${'9'.repeat(60)}.${'A'.repeat(43)}`])(
    'the token "%s"',
    async (token) => {
      expect((await read(`${API}portal-drafts/${token}`)).status).toBe(404);
    },
  );

  it('a network that asks too often', async () => {
    const { address } = await make(author, await draft());
    const from = { 'X-Real-IP': '198.51.100.9' };
    for (let times = 0; times < 300; times++)
      await visitor('HEAD', `portal-drafts/1.${'A'.repeat(43)}`, undefined, from);
    const { headers, status } = await read(address, from);
    expect([status, headers.get('retry-after')]).toEqual([429, '60']);
    expect((await read(address, { 'X-Real-IP': '198.51.100.10' })).status).toBe(200);
    // Nobody's address is known: another link is another bound.
    expect((await read(address, { 'X-Forwarded-For': '198.51.100.9' })).status).toBe(200);
  });
});
