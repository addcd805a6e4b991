import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { category, local, post, unusedSlug } from '../support/content.ts';
import { greekI18n } from '../support/greek.ts';
import { startPayload } from '../support/payload.ts';
import { type Answer, type Rest, rest, signedIn } from '../support/rest.ts';

interface User {
  id: number | string;
  email: string;
  password: string;
}

let payload: Payload;
let users = 0;

async function makeUser(roles = ['editor'], data: object = {}): Promise<User> {
  users += 1;
  const [email, password] = [`user-${users}@portal.example`, 'a long password'];
  const { id } = await local(payload).create('users', { email, password, roles, ...data });
  return { id, email, password };
}

/** What an answer says went wrong. */
const messages = ({ value }: Answer) => (value.errors as { message: string }[]).map(({ message }) => message);

type Stored = Record<string, unknown>;

/** A document as it is stored: what is published, where something is. */
const stored = (collection: string, id: number | string) =>
  payload.db.findOne<Stored & { id: string }>({ collection, where: { id: { equals: id } } });

beforeAll(async () => {
  payload = await startPayload({ i18n: greekI18n });
});

describe('the only admin', () => {
  let only: User;
  const roles = async () =>
    (await payload.findByID({ collection: 'users' as never, id: only.id })) as unknown as {
      roles: string[];
    };

  beforeAll(async () => {
    await makeUser();
    only = await makeUser(['admin']);
  });

  it('is neither deleted nor made an editor', async () => {
    const own = await signedIn(payload, only);
    const path = `users/${only.id}`;
    expect((await own('DELETE', path)).status).toBe(409);
    expect((await own('PATCH', path, { roles: ['editor'] })).status).toBe(409);
    expect((await own('DELETE', 'users?where[id][exists]=true')).status).toBe(403);
    expect((await own('PATCH', 'users?where[id][exists]=true', { roles: ['editor'] })).status).toBe(403);
    expect((await roles()).roles).toContain('admin');
    expect((await own('PATCH', path, { roles: ['editor', 'admin'], name: 'Άλλο' })).status).toBe(200);
  });

  it('may go once there is another', async () => {
    const other = await makeUser(['editor', 'admin']);
    const own = await signedIn(payload, only);
    expect((await own('PATCH', `users/${only.id}`, { roles: ['editor'] })).status).toBe(200);
    const others = await signedIn(payload, other);
    expect((await others('DELETE', `users/${only.id}`)).status).toBe(200);
    expect((await others('DELETE', `users/${other.id}`)).status).toBe(409);
  });
});

describe('a draft that was never published', () => {
  const POSTS = 'news-posts';
  const SLUG = 'news-categories';
  let own: Rest;
  let other: Rest;
  let editor: Rest;
  let ownUser: User;

  beforeAll(async () => {
    ownUser = await makeUser(['author'], { author_id: 41, name: 'Πέτρος' });
    own = await signedIn(payload, ownUser, { 'Accept-Language': 'el' });
    other = await signedIn(payload, await makeUser(['author'], { author_id: 42, name: 'Άννα' }));
    editor = await signedIn(payload, await makeUser());
  });

  const draft = async (of: Rest, title = 'Πρόχειρο') =>
    (await of('POST', `${SLUG}?draft=true`, { title, slug: unusedSlug() })).value.doc as User;
  const path = ({ id }: { id: number | string }) => `${SLUG}/${id}`;
  const trash = () => ({ deletedAt: new Date().toISOString() });
  const write = (of: Rest, document: User, title: string, query = 'draft=true') =>
    of('PATCH', `${path(document)}?${query}`, { title, _status: 'draft' });

  it('is thrown away by the author whose alone it is, and comes back by an editor', async () => {
    const document = await draft(own);
    await write(own, document, 'Δεύτερη');
    await write(own, document, 'Τρίτη', 'draft=true&autosave=true');
    expect((await own('PATCH', path(document), trash())).status).toBe(200);
    expect((await own('GET', `${path(document)}?draft=true`)).status).toBe(404);
    expect((await own('PATCH', `${path(document)}?trash=true`, { deletedAt: null })).status).toBe(403);
    expect((await own('DELETE', `${path(document)}?trash=true`)).status).toBe(403);
    expect((await editor('PATCH', `${path(document)}?trash=true`, { deletedAt: null })).status).toBe(200);
    const [newest] = await local(payload).versions(SLUG, document.id);
    expect(newest?.version).toMatchObject({ title: 'Τρίτη', _status: 'draft' });
    expect((await own('PATCH', path(document), trash())).status).toBe(403);
  });

  it.each<[string, () => Promise<User>]>([
    ['of another author', () => draft(other)],
    [
      'that another author has written to',
      async () => {
        const document = await draft(own);
        expect((await write(other, document, 'Και από άλλον')).status).toBe(200);
        return document;
      },
    ],
    [
      'that both have written to, the author last',
      async () => {
        const document = await draft(own);
        await write(editor, document, 'Από συντάκτη');
        await write(own, document, 'Ξανά');
        return document;
      },
    ],
    [
      'of which an older version of the author was restored',
      async () => {
        const document = await draft(own);
        await write(editor, document, 'Από συντάκτη');
        const oldest = (await local(payload).versions(SLUG, document.id)).at(-1)?.id;
        expect((await own('POST', `${SLUG}/versions/${oldest}?draft=true`)).status).toBe(200);
        return document;
      },
    ],
    [
      'that is published',
      async () => {
        const document = await draft(own);
        expect((await editor('PATCH', path(document), { _status: 'published' })).status).toBe(200);
        return document;
      },
    ],
    [
      'that was withdrawn, and written to since',
      async () => {
        const document = await draft(own);
        await editor('PATCH', path(document), { _status: 'published' });
        await editor('PATCH', path(document), { _status: 'draft' });
        await write(own, document, 'Μετά');
        return document;
      },
    ],
    [
      'over something published',
      async () => {
        const document = await category(payload);
        await write(own, document as never, 'Πρόχειρο');
        return document as never;
      },
    ],
    ['that an import has made', async () => (await category(payload, { _status: 'draft' })) as never],
  ])('is not thrown away by an author if it is one %s, in whatever way', async (_what, make) => {
    const document = await make();
    const before = await stored(SLUG, document.id);
    const versions = await local(payload).versions(SLUG, document.id);
    const query = `where[id][equals]=${document.id}`;
    for (const [method, to, data] of [
      ['PATCH', path(document), trash()],
      ['PATCH', `${path(document)}?draft=true`, trash()],
      ['PATCH', `${path(document)}?draft=true&autosave=true`, trash()],
      ['PATCH', path(document), { ...trash(), sole_editor: `users ${ownUser.id}` }],
      ['PATCH', path(document), { ...trash(), _status: 'draft' }],
      ['PATCH', `${SLUG}?${query}`, trash()],
      ['PATCH', `${SLUG}?${query}&draft=true`, trash()],
      ['DELETE', path(document), undefined],
      ['DELETE', `${SLUG}?${query}`, undefined],
    ] as const) {
      expect([method, to, (await own(method, to, data)).status]).toEqual([method, to, 403]);
    }
    expect(await stored(SLUG, document.id)).toEqual(before);
    expect(await local(payload).versions(SLUG, document.id)).toEqual(versions);
  });

  it('is thrown away alone and whole: not with a change, not many at once, not by a name that is another’s', async () => {
    const documents = [await draft(own), await draft(own)];
    const ids = documents.map(({ id }, n) => `where[id][in][${n}]=${id}`).join('&');
    expect((await own('PATCH', `${SLUG}?${ids}`, trash())).status).toBe(403);
    const [document] = documents as [User, User];
    expect((await own('PATCH', path(document), { ...trash(), title: 'Άλλο' })).status).toBe(403);
    const grudge = await signedIn(payload, await makeUser(['author'], { author_id: 43, name: 'Πέτρος' }));
    expect((await grudge('PATCH', path(document), trash())).status).toBe(403);
    const found = await grudge('GET', `${SLUG}?draft=true&where[sole_editor][equals]=users ${ownUser.id}`);
    expect(found.status).toBe(400);
  });

  it('stays while it is planned to be published', async () => {
    const { id } = (await draft(own)) as User;
    const plan = `${path({ id })}/planned?change=publish&at=2099-01-15T12:30:00.000Z`;
    expect((await editor('POST', plan)).status).toBe(201);
    expect((await own('PATCH', path({ id }), trash())).status).toBe(409);
  });

  it('goes back to an earlier version of the author', async () => {
    const document = await draft(own, 'Πρώτη');
    await write(own, document, 'Δεύτερη');
    const oldest = (await local(payload).versions(SLUG, document.id)).at(-1)?.id;
    expect((await own('POST', `${SLUG}/versions/${oldest}?draft=false`)).status).toBe(200);
    const { value } = await own('GET', `${path(document)}?draft=true`);
    expect(value).toMatchObject({ title: 'Πρώτη', _status: 'draft' });
    expect((await own('PATCH', path(document), trash())).status).toBe(200);
  });

  describe('over something published', () => {
    const revert = (of: Rest, { id }: { id: number | string }, slug = SLUG) =>
      of('POST', `portal-publication/${slug}/${id}/revert`);
    const mayRevert = async (of: Rest, { id }: { id: number | string }) => {
      const answers = (await of('GET', `portal-publication/${SLUG}?ids=${id}`)).value;
      return (answers[String(id)] as { mayRevert: boolean }).mayRevert;
    };

    it('gives way to that for its author, with nothing published and nothing lost', async () => {
      const published = await post(payload, { title: 'Δημοσιευμένο' });
      const before = await stored(POSTS, published.id);
      await own('PATCH', `${POSTS}/${published.id}?draft=true`, { title: 'Πρόχειρο', _status: 'draft' });
      const { status, value } = await revert(own, published, POSTS);
      expect({ status, doc: value.doc }).toMatchObject({
        status: 200,
        doc: { title: 'Δημοσιευμένο', _status: 'published' },
      });
      const after = await stored(POSTS, published.id);
      expect(after).toEqual({ ...before, updatedAt: after?.updatedAt });
      const versions = await local(payload).versions(POSTS, published.id);
      expect(versions.map(({ version }) => version.title)).toEqual([
        'Δημοσιευμένο',
        'Πρόχειρο',
        'Δημοσιευμένο',
      ]);
      const { version } = versions[0] ?? expect.unreachable();
      expect({ ...version, id: published.id }).toEqual({ ...versions[2]?.version, id: published.id });
      const next = await own('PATCH', `${POSTS}/${published.id}?draft=true`, { excerpt: 'Άλλη' });
      expect(next.value.doc).toMatchObject({ title: 'Δημοσιευμένο', excerpt: 'Άλλη', _status: 'draft' });
    });

    it('gives way for its author and for editors, not for another author', async () => {
      const published = (await category(payload)) as unknown as User;
      expect(await mayRevert(own, published)).toBe(false);
      await write(own, published, 'Πρόχειρο');
      expect([await mayRevert(own, published), await mayRevert(other, published)]).toEqual([true, false]);
      expect((await revert(other, published)).status).toBe(403);
      expect((await revert(rest(payload), published)).status).toBe(403);
      expect(await mayRevert(editor, published)).toBe(true);
      expect((await revert(editor, published)).status).toBe(200);
      expect(await mayRevert(editor, published)).toBe(false);
    });

    it.each<[string, number, () => Promise<{ id: number | string }>]>([
      ['never published', 404, () => draft(own)],
      [
        'in the trash',
        404,
        async () => {
          const { id } = await category(payload);
          await editor('PATCH', `${SLUG}/${id}`, trash());
          return { id };
        },
      ],
      ['not there', 404, async () => ({ id: payload.db.defaultIDType === 'number' ? 4711 : 'x' })],
      [
        'planned to be published',
        409,
        async () => {
          const published = (await category(payload)) as unknown as User;
          await write(own, published, 'Πρόχειρο');
          const plan = `${path(published)}/planned?change=publish&at=2099-01-15T12:30:00.000Z`;
          expect((await editor('POST', plan)).status).toBe(201);
          return published;
        },
      ],
    ])('does not where it is %s', async (_what, status, make) => {
      expect((await revert(own, await make())).status).toBe(status);
    });
  });
});

describe('the author number', () => {
  it('is the proposed author of what the account writes', async () => {
    const author = await signedIn(payload, await makeUser(['author'], { author_id: 32 }));
    const answer = await author('POST', 'news-posts?draft=true', { title: 'Νέο' });
    expect(answer.value.doc).toMatchObject({ author: 32, _status: 'draft' });
  });

  const path = (id: number | string) => `users/${id}`;
  const account = () => {
    users += 1;
    return { email: `user-${users}@portal.example`, password: 'a long password', roles: ['editor'] };
  };

  it('is given where an account is made, and never asked for afterwards', async () => {
    const admin = await signedIn(payload, await makeUser(['admin']));
    expect((await admin('POST', 'users', { ...account(), author_id: 4 })).status).toBe(201);
    const old = await makeUser();
    expect((await admin('PATCH', path(old.id), { name: 'Παλιός' })).status).toBe(200);
    const own = await signedIn(payload, old);
    expect((await own('PATCH', path(old.id), { name: 'Άλλο' })).status).toBe(200);
  });
});

describe('a bulk action', () => {
  let editor: Rest;

  beforeAll(async () => {
    editor = await signedIn(payload, await makeUser());
  });

  const them = (...documents: { id: number | string }[]) =>
    `news-posts?${documents.map(({ id }, n) => `where[id][in][${n}]=${id}`).join('&')}`;

  it.each([{ title: 'Άλλο' }, { api_id: 7 }, { active: false, _status: 'published' }])(
    'edits no fields: %j',
    async (data) => {
      const [one, other] = [await post(payload), await post(payload)];
      const before = [await stored('news-posts', one.id), await stored('news-posts', other.id)];
      expect((await editor('PATCH', them(one, other), data)).status).toBe(400);
      expect([await stored('news-posts', one.id), await stored('news-posts', other.id)]).toEqual(before);
    },
  );

  it('publishes, withdraws, moves into the trash and restores', async () => {
    const [one, other] = [await post(payload), await post(payload)];
    for (const [query, data] of [
      ['', { _status: 'draft' }],
      ['', { _status: 'published' }],
      ['', { deletedAt: new Date().toISOString() }],
      ['&trash=true', { deletedAt: null }],
      ['', { deletedAt: new Date().toISOString() }],
      ['&trash=true', { deletedAt: null, _status: 'draft' }],
    ] as const) {
      expect((await editor('PATCH', them(one, other) + query, data)).status).toBe(200);
      for (const { id } of [one, other]) {
        const { _status, deletedAt } = (await stored('news-posts', id)) as Stored;
        const wanted: Partial<Stored> = { ...{ _status, deletedAt: null }, ...data };
        expect([_status, Boolean(deletedAt)]).toEqual([wanted._status, Boolean(wanted.deletedAt)]);
      }
    }
  });

  it('says of each document that it leaves alone which one it is, and why', async () => {
    const whole = await post(payload, { title: 'Πλήρες', _status: 'draft' });
    const lacking = await local(payload).create(
      'news-posts',
      { title: 'Χωρίς κατηγορία', author: 7 },
      { draft: true },
    );
    const answer = await editor('PATCH', `${them(whole, lacking)}&draft=true`, { _status: 'published' });
    expect(answer.status).toBe(400);
    expect((answer.value.docs as User[]).map(({ id }) => id)).toEqual([whole.id]);
    expect(messages(answer)).toEqual([expect.stringMatching(/^«Χωρίς κατηγορία»: .*Κατηγορία$/)]);
  });

  it('unpublishes none but documents that it names', async () => {
    const { id } = await post(payload);
    const all = await editor('PATCH', 'news-posts?where[_status][not_equals]=draft', { _status: 'draft' });
    expect(all.status).toBe(400);
    expect(await stored('news-posts', id)).toMatchObject({ _status: 'published' });
    expect((await editor('PATCH', them({ id }), { _status: 'draft' })).status).toBe(200);
    expect(await stored('news-posts', id)).toMatchObject({ _status: 'draft' });
  });
});
