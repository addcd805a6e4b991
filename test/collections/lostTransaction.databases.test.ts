import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type CollectionAfterChangeHook,
  type CollectionAfterReadHook,
  type CollectionConfig,
  createLocalReq,
  type Payload,
  type PayloadRequest,
} from 'payload';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { category, local, served, unusedSlug } from '../support/content.ts';
import { freshDatabaseUri, freshFolder, testDatabase } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';
import { type Rest, rest, signedIn } from '../support/rest.ts';
import { sessionCookie } from '../support/sessionCookie.ts';

const C = 'news-categories';
const USER = { email: 'member@host.example', password: 'a long password' };

const TAKEN_BACK = expect.stringContaining('the database had taken everything back');

let payload: Payload;
let member: Rest;
/** The files of the host's images. */
let folder: string;
/** The hook that makes an operation with the request of the save, whose failure it catches. */
let losing: { hook: string; fails: (req: PayloadRequest) => Promise<unknown> } | undefined;
/** What the host's own documents save in the same transaction, before that. */
let together: ((req: PayloadRequest) => Promise<unknown>) | undefined;

const missing = () => (testDatabase() === 'mongodb' ? '0123456789abcdef01234567' : 999_999);
const FAILING: Record<string, (req: PayloadRequest) => Promise<unknown>> = {
  'a read': (req) => local(req.payload).read('pages', missing(), { req }),
  'a write': (req) => local(req.payload).update('pages', missing(), {}, { req }),
};
const [aRead] = Object.values(FAILING) as [(typeof FAILING)[string]];

const lose = async (hook: string, req: PayloadRequest) => {
  if (losing?.hook === hook) await losing.fails(req).catch(() => null);
};

const hooks = (of: string): CollectionConfig['hooks'] => ({
  beforeValidate: [({ req }) => lose(`${of} beforeValidate`, req)],
  beforeChange: [({ req }) => lose(`${of} beforeChange`, req)],
  afterRead: [({ req }) => lose(`${of} afterRead`, req)],
  afterChange: [
    async ({ req }) => {
      if (of === 'own') await together?.(req);
      await lose(`${of} afterChange`, req);
    },
  ],
  beforeDelete: [({ req }) => lose(`${of} beforeDelete`, req)],
  afterDelete: [({ req }) => lose(`${of} afterDelete`, req)],
  afterOperation: [
    async ({ operation, req, result }) => {
      if (!operation.startsWith('find')) await lose(`${of} afterOperation`, req);
      return result;
    },
  ],
});

beforeAll(async () => {
  folder = await freshFolder();
  payload = await startPayload({
    collections: [
      { slug: 'members', auth: true, fields: [] },
      { slug: 'pages', fields: [{ name: 'title', type: 'text' }], hooks: hooks('own') },
      {
        slug: 'photos',
        upload: { staticDir: folder },
        fields: [{ name: 'alt', type: 'text' }],
        hooks: hooks('photo'),
      },
    ],
    options: {
      media: { slug: 'photos' },
      users: false,
      collections: {
        [C]: {
          hooks: hooks('list'),
          fields: ({ defaultFields }) => [
            ...defaultFields,
            {
              name: 'remark',
              type: 'text',
              validate: async (_: unknown, { req }: { req: PayloadRequest }) => {
                await lose('list validate', req);
                return true;
              },
            } as never,
          ],
        },
      },
    },
    config: {
      admin: { user: 'members' },
      globals: [
        {
          slug: 'site',
          fields: [{ name: 'title', type: 'text' }],
          hooks: {
            afterChange: [
              async ({ doc, req }) => {
                await together?.(req);
                await lose('global afterChange', req);
                return doc;
              },
            ],
          },
        },
      ],
    },
  });
  await local(payload).create('members', USER);
  const answer = await rest(payload)('POST', 'members/login', USER);
  member = rest(payload, { Cookie: sessionCookie(answer.headers) });
});
beforeEach(() => {
  losing = undefined;
  together = undefined;
});

/** All that a save may leave. */
async function everything() {
  const all = async (collection: string) =>
    (await payload.db.find({ collection, limit: 0, pagination: false, sort: 'id' })).docs;
  const versions = await payload.db.findVersions({ collection: C, limit: 0, pagination: false, sort: 'id' });
  return {
    documents: await all(C),
    versions: versions.docs,
    pages: await all('pages'),
    photos: await all('photos'),
    site: await payload.db.findGlobal({ slug: 'site' }),
    log: await all('portal-audit-log'),
    list: await served(payload, C),
    files: (await readdir(folder)).sort(),
  };
}

/** Asks while the hook loses the transaction; nothing may be there after it. */
async function refused(hook: string, ask: () => ReturnType<Rest>, fails = aRead) {
  const before = await everything();
  losing = { hook, fails };
  const answer = await ask();
  losing = undefined;
  expect([answer.status, answer.value.errors]).toEqual([500, [{ message: TAKEN_BACK }]]);
  expect(await everything()).toEqual(before);
}

const image = (name: string, bytes = PIXEL) => {
  const data = new FormData();
  data.append('file', new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
  data.append('_payload', JSON.stringify({ alt: 'Εικόνα' }));
  return data;
};

const published = (title: string) => ({ title, slug: unusedSlug(), _status: 'published' });
/** In which hook it is lost makes no difference to a database: one of them sees all. */
const where = (...all: string[]) => (testDatabase() === 'mongodb' ? all.slice(-2, -1) : all);
const SAVES = where(
  'beforeValidate',
  'beforeChange',
  'validate',
  'afterRead',
  'afterChange',
  'afterOperation',
);

describe.runIf(testDatabase() !== 'sqlite')('what has lost its transaction is refused as a whole', () => {
  it.each(SAVES)('a new document, in %s', (hook) =>
    refused(`list ${hook}`, () => member('POST', C, published('Νέα'))),
  );

  it.each(['validate', 'afterChange'])('a publication, in %s', async (hook) => {
    const { id } = await category(payload);
    await refused(`list ${hook}`, () => member('PATCH', `${C}/${id}`, { title: 'Άλλη' }));
  });

  it('a draft', async () => {
    const { id } = await category(payload);
    await refused('list afterChange', () => member('PATCH', `${C}/${id}?draft=true`, { title: 'Πρόχειρη' }));
  });

  it.each(Object.entries(FAILING))('by %s', async (_, fails) => {
    await refused('list afterChange', () => member('POST', C, published('Νέα')), fails);
  });

  it.each(where('beforeDelete', 'afterDelete', 'afterOperation'))('a deletion, in %s', async (hook) => {
    const { id } = await category(payload);
    await local(payload).update(C, id, { deletedAt: new Date().toISOString() });
    losing = { hook: `list ${hook}`, fails: aRead };
    const before = await everything();
    const deletion = payload.delete({ collection: C, id, trash: true });
    await expect(deletion).rejects.toMatchObject({ status: 500, message: TAKEN_BACK });
    losing = undefined;
    expect(await everything()).toEqual(before);
  });

  it('a move into the trash, and out of it', async () => {
    const { id } = await category(payload);
    const trash = { deletedAt: new Date().toISOString() };
    await refused('list afterChange', () => member('PATCH', `${C}/${id}`, trash));
    expect((await member('PATCH', `${C}/${id}`, trash)).status).toBe(200);
    const restored = { deletedAt: null };
    await refused('list beforeChange', () => member('PATCH', `${C}/${id}?trash=true`, restored));
  });

  it('a restored version', async () => {
    const { id } = await category(payload, { title: 'Πρώτη' });
    await local(payload).update(C, id, { title: 'Δεύτερη' });
    const [, first] = await local(payload).versions(C, id);
    await refused('list afterChange', () => member('POST', `${C}/versions/${first?.id}`));
  });

  it('a bulk update', async () => {
    const [one, other] = [await category(payload), await category(payload)];
    const where = `where[id][in]=${one.id},${other.id}`;
    await refused('list afterChange', () => member('PATCH', `${C}?${where}`, { _status: 'draft' }));
  });

  it("a deletion of the host's image, whose file stays", async () => {
    const made = (await member('POST', 'photos', image('eikona.png'))).value.doc as { id: number | string };
    await refused('photo beforeDelete', () => member('DELETE', `photos/${made.id}`));
    await refused('photo afterChange', () => member('PATCH', `photos/${made.id}`, { alt: 'Άλλη' }));
  });

  it('a document of the host that has saved ours', async () => {
    together = (req) => local(req.payload).create(C, published('Μαζί'), { req });
    await refused('own afterOperation', () => member('POST', 'pages', { title: 'Σελίδα' }));
  });

  it('a global of the host that has saved ours', async () => {
    together = (req) => local(req.payload).create(C, published('Μαζί'), { req });
    await refused('global afterChange', () => member('POST', 'globals/site', { title: 'Πύλη' }));
  });

  it("the file of an image of the plugin's own, also without the audit log", async () => {
    const dir = await freshFolder();
    const afterRead: CollectionAfterReadHook = ({ req }) => lose('image', req);
    const media = { own: { hooks: { afterRead: [afterRead] } }, dir };
    const uri = await freshDatabaseUri();
    const own = await startPayload({ uri, options: { admin: { auditLog: false }, media } });
    await local(own).create('users', { ...USER, roles: ['admin'], author_id: 1 });
    const admin = await signedIn(own, USER);
    const made = (await admin('POST', 'media', image('eikona.png'))).value.doc as { id: number | string };
    const create = { width: 9, height: 9, channels: 3, background: 'red' } as const;
    const other = await sharp({ create }).png().toBuffer();
    losing = { hook: 'image', fails: (req) => local(own).read('media', missing(), { req }) };
    const replaced = await admin('PATCH', `media/${made.id}`, image('alli.png', other));
    expect([replaced.status, replaced.value.errors]).toEqual([500, [{ message: TAKEN_BACK }]]);
    const { file_key: key } = await local(own).read('media', made.id);
    expect(await readdir(dir)).toEqual([key]);
    expect(await readFile(path.join(dir, String(key), 'eikona.png'))).toEqual(PIXEL);
  });

  it("an account of the plugin's own, and a sign-in", async () => {
    const hook = (name: string) => (({ req }) => lose(name, req)) as CollectionAfterChangeHook;
    const users = { hooks: { afterLogin: [hook('login') as never], afterChange: [hook('account')] } };
    const own = await startPayload({ options: { media: { own: true }, users } });
    const { id } = await local(own).create('users', { ...USER, roles: ['admin'], author_id: 1 });
    const log = async () => (await own.count({ collection: 'portal-audit-log' as never })).totalDocs;
    const before = await log();
    for (const name of ['login', 'account']) {
      losing = { hook: name, fails: (req) => local(own).read('media', missing(), { req }) };
      const asked =
        name === 'login'
          ? own.login({ collection: 'users' as never, data: USER as never })
          : local(own).update('users', id, { name: 'Άλλος' });
      await expect(asked).rejects.toMatchObject({ status: 500, message: TAKEN_BACK });
    }
    expect(await log()).toBe(before);
    expect((await local(own).read('users', id)).name).toBe(USER.email);
  });

  it('and the next save of the same request is not', async () => {
    const req = await createLocalReq({}, payload);
    losing = { hook: 'list afterChange', fails: aRead };
    await expect(local(payload).create(C, published('Νέα'), { req })).rejects.toMatchObject({ status: 500 });
    losing = undefined;
    const { id } = await local(payload).create(C, published('Νέα'), { req });
    await local(payload).update(C, id, { title: 'Νεότερη' }, { req });
    expect(await local(payload).read(C, id)).toMatchObject({ title: 'Νεότερη', _status: 'published' });
    await local(payload).create('pages', { title: 'Σελίδα' }, { req });
    expect((await payload.find({ collection: 'pages' as never, req })).totalDocs).toBe(1);
  });
});

it("a host's own document that has nothing to do with ours is saved as it was", async () => {
  losing = { hook: 'own beforeChange', fails: aRead };
  expect((await member('POST', 'pages', { title: 'Σελίδα' })).status).toBe(201);
});

it('a read without errors loses nothing', async () => {
  for (const hook of ['list beforeChange', 'list afterChange']) {
    losing = {
      hook,
      fails: async (req) => {
        await local(payload).read('pages', missing(), { disableErrors: true, req });
        await payload.find({ collection: 'pages' as never, where: { id: { equals: missing() } }, req });
      },
    };
    const title = `Νέα, ${hook}`;
    expect((await member('POST', C, published(title))).status).toBe(201);
    expect((await served(payload, C)).map((each) => each.title)).toContain(title);
  }
});

it.runIf(testDatabase() === 'sqlite')('SQLite has no transaction that could be lost', async () => {
  losing = { hook: 'list afterChange', fails: aRead };
  expect((await member('POST', C, published('Χωρίς'))).status).toBe(201);
  expect((await served(payload, C)).map(({ title }) => title)).toContain('Χωρίς');
});
