import { type CollectionConfig, createLocalReq, type Payload, type PayloadRequest } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { Webhooks } from '../../src/changes/webhooks/Webhooks.ts';
import type { KindOfWaiting } from '../../src/editing/dashboard/waiting.ts';
import { orderOf } from '../../src/editing/order/orderOf.ts';
import { findUses } from '../../src/editing/whereUsed.tsx';
import { plannedFor } from '../../src/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { category, type Doc, image, local, plan, post, section, unusedSlug } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';
import { type Rest, rest, signedIn } from '../support/rest.ts';
import { firstPage } from '../support/waiting.ts';

/*
 * Who may do what: every action, by every way to it, as everybody. What is expected comes from "Who does what" in
 * docs/editors.en.md and "Rights" in docs/plugin.md. A new action, or a new way to one, is a line here.
 */

/** A customer is a user of another collection of the host, where somebody calls him an admin. */
const EVERYBODY = ['visitor', 'customer', 'author', 'editor', 'admin'] as const;
type Who = (typeof EVERYBODY)[number];
const AUTHORS: readonly Who[] = ['author', 'editor', 'admin'];
const EDITORS: readonly Who[] = ['editor', 'admin'];
const ADMINS: readonly Who[] = ['admin'];
const NOBODY: readonly Who[] = [];

const C = 'news-categories';
const POSTS = 'news-posts';
const VIEWS = 'payload-query-presets';
const PASSWORD = 'a long password';
const LATER = '2099-01-15T12:30:00.000Z';

/** A list whose published documents the host lets everybody read. */
const OPEN = 'service-groups';
const access: CollectionConfig['access'] = {
  read: ({ req }) => req.user?.collection === 'users' || { _status: { equals: 'published' } },
};

/** A list that the host lets only admins read. */
const CLOSED = 'service-useful-links';
const ofAdmins: CollectionConfig['access'] = {
  read: ({ req }) =>
    req.user?.collection === 'users' && (req.user as { roles?: string[] }).roles?.includes('admin') === true,
};

const customers: CollectionConfig = {
  slug: 'customers',
  auth: true,
  fields: [{ name: 'roles', type: 'text', hasMany: true, saveToJWT: true }],
};

let payload: Payload;
const users = {} as Record<Who, PayloadRequest['user'] | null>;
const as = {} as Record<Who, Rest>;
/** The editor who has written what the others try to change. */
let another: Rest;
let anotherUser: Doc;

/** The addresses of what waits of a kind on the first page. */
const hrefs = async (user: PayloadRequest['user'], kind: KindOfWaiting) =>
  ((await firstPage(payload, user))?.kinds[kind] ?? []).map(({ href }) => href ?? '');

async function account(collection: string, name: string, roles: string[]): Promise<[Doc, Rest]> {
  const own = { email: `${name}@portal.example`, password: PASSWORD };
  const data = { ...own, roles, ...(collection === 'users' && { name, author_id: 7 }) };
  const user = await local(payload).create(collection, data);
  if (collection === 'users') return [user, await signedIn(payload, own)];
  const { headers } = await rest(payload)('POST', `${collection}/login`, own);
  return [user, rest(payload, { Cookie: String(headers.get('Set-Cookie')).split(';')[0] ?? '' })];
}

beforeAll(async () => {
  payload = await startPayload({
    collections: [customers],
    config: { admin: { user: 'users' } },
    options: { users: true, collections: { [OPEN]: { access }, [CLOSED]: { access: ofAdmins } } },
  });
  const webhooks = new Webhooks(payload, {
    urls: ['http://127.0.0.1:9/'],
    secrets: [],
    versions: () => undefined,
    served: () => undefined,
  });
  onFileEnd(() => webhooks.close());
  as.visitor = rest(payload);
  users.visitor = null;
  for (const who of ['admin', 'author', 'editor', 'customer'] as const) {
    const collection = who === 'customer' ? 'customers' : 'users';
    const [user, ask] = await account(collection, who, [who === 'customer' ? 'admin' : who]);
    as[who] = ask;
    users[who] = { ...user, collection } as unknown as PayloadRequest['user'];
  }
  [anotherUser, another] = await account('users', 'another', ['editor']);
  // Where the ids are equal, a customer must not be taken for that user.
  expect(users.customer?.id).toBe(users.admin?.id);
});

/** A document, and what else a way to it names. */
interface Subject {
  collection: string;
  id: Doc['id'];
  more?: string | number;
}

type Make = () => Promise<Subject>;
const now = () => new Date().toISOString();
const of = (collection: string, { id }: Doc): Subject => ({ collection, id });

const published: Make = async () => of(C, await category(payload));
/** Of another editor. */
const draft: Make = async () => {
  const { value } = await another('POST', `${C}?draft=true`, { title: 'Πρόχειρο', slug: unusedSlug() });
  return of(C, value.doc as Doc);
};
const submitted: Make = async () => {
  const subject = await draft();
  await another('POST', `portal-review/${subject.collection}/${subject.id}/submit`, {});
  return subject;
};
const draftOver: Make = async () => {
  const { id } = await category(payload);
  await another('PATCH', `${C}/${id}?draft=true`, { title: 'Νεότερο' });
  return { collection: C, id };
};
const draftOverOpen: Make = async () => {
  const { id } = await local(payload).create(OPEN, { title: 'Για όλους', ...publish });
  await another('PATCH', `${OPEN}/${id}?draft=true`, { title: 'Νεότερο' });
  return { collection: OPEN, id };
};
const closed: Make = async () => {
  const made = await local(payload).create(CLOSED, { title: 'Για λίγους', ...withdraw }, { draft: true });
  const more = await plan(payload, [CLOSED, made.id], 'publish', { waitUntil: new Date(LATER) });
  return { ...of(CLOSED, made), more };
};
const oldVersion: Make = async () => {
  const { id } = await category(payload, { title: 'Πριν' });
  await local(payload).update(C, id, { title: 'Μετά' });
  return { collection: C, id, more: (await local(payload).versions(C, id)).at(-1)?.id ?? '' };
};
const trashed: Make = async () => {
  const { id } = await category(payload);
  await local(payload).update(C, id, { deletedAt: now() });
  return { collection: C, id };
};
const planned: Make = async () => {
  const { id } = await draft();
  await another('POST', `${C}/${id}/planned?change=publish&at=${LATER}`);
  const [action] = await plannedFor(payload, { collection: C, ids: [id] });
  return { collection: C, id, more: action?.id ?? '' };
};
const linked: Make = async () => {
  const { id } = await draft();
  const { value } = await another('POST', `${C}/${id}/draft-links`);
  return { collection: C, id, more: (value.link as Doc).id };
};
/** The only one of a list that is ordered by an integer; its order is read as that of an editor. */
const group: Make = async () => {
  await payload.delete({ collection: OPEN as never, where: { id: { exists: true } } });
  const { id } = await local(payload).create(OPEN, {
    title: 'Ομάδα',
    slug: unusedSlug(),
    order: 1,
    ...publish,
  });
  const { config } = payload.collections[OPEN as never] ?? {};
  const req = await createLocalReq({ user: users.editor as never }, payload);
  if (!config) throw new Error(`There is no ${OPEN}.`);
  return { collection: OPEN, id, more: (await orderOf(req, config, undefined)).state };
};
const unusedImage: Make = async () => of('media', await image(payload));
const shownImage: Make = async () => {
  const { id } = await image(payload);
  await section(payload, { featured_image: id });
  return { collection: 'media', id };
};
const imageOfPlan: Make = async () => {
  const { id } = await image(payload);
  const { id: made } = await section(payload, { featured_image: id, _status: 'draft' });
  await plan(payload, ['featured-sections', made], 'publish', { waitUntil: new Date(LATER) });
  return { collection: 'media', id };
};
const trashedImage: Make = async () => {
  const { id } = await image(payload);
  await local(payload).update('media', id, { deletedAt: now() });
  return { collection: 'media', id };
};
const file: Make = async () => {
  const upload = { data: PIXEL, mimetype: 'image/png', name: `${unusedSlug()}.png`, size: PIXEL.length };
  const made = await local(payload).create('media', { alt: 'Εικόνα' }, { file: upload });
  return { ...of('media', made), more: String(made.filename) };
};
const shownFile: Make = async () => {
  const made = await file();
  await section(payload, { featured_image: made.id });
  return made;
};
const sharedView: Make = async () => {
  const { value } = await another('POST', VIEWS, view('everyone', 'onlyMe'));
  return of(VIEWS, value.doc as Doc);
};
const account2: Make = async () => {
  const name = unusedSlug();
  const data = { email: `${name}@portal.example`, password: PASSWORD, roles: ['author'], author_id: 3 };
  return of('users', await local(payload).create('users', data));
};
const importRun: Make = async () =>
  of('portal-import-runs', (await payload.db.create({ collection: 'portal-import-runs', data: {} })) as Doc);
const logged: Make = async () =>
  of('portal-audit-log', (await payload.db.create({ collection: 'portal-audit-log', data: {} })) as Doc);
const nothing: Make = async () => ({ collection: C, id: 0 });

const view = (read: string, change: string) => ({
  title: 'Δική μου',
  isShared: read !== 'onlyMe',
  access: {
    read: { constraint: read, ...(read === 'specificUsers' && { users: [anotherUser.id] }) },
    update: { constraint: change },
    delete: { constraint: change },
  },
  where: { or: [{ and: [{ title: { equals: 'α' } }] }] },
  relatedCollection: C,
});

/** Whether the form of a view offers to share it with these. */
function isOffered(req: PayloadRequest, value: string): boolean {
  const options = ['onlyMe', 'everyone', 'specificUsers', 'admins'].map((each) => ({
    value: each,
    label: each,
  }));
  const offered =
    payload.config.queryPresets?.filterConstraints?.({ data: {}, options, req, siblingData: {} }) ?? options;
  return offered.some((each) => typeof each !== 'string' && each.value === value);
}

type Request = [method: string, path: string, data?: object | FormData, headers?: Record<string, string>];
/** A request, or what a page on the server asks for. @returns whether it was given what it asked for */
type Page = (req: PayloadRequest, subject: Subject) => Promise<boolean>;
interface Way {
  make: Make;
  ask?: (subject: Subject, who: Who) => Request;
  page?: Page;
  /** How it is refused. @default 403 */
  refused?: number;
}

const one = ({ collection, id }: Subject) => `${collection}/${id}`;
const many = ({ collection, id }: Subject) => `${collection}?where[id][in][0]=${id}`;
const fresh = () => ({ title: 'Νέο', slug: unusedSlug() });
const trash = () => ({ deletedAt: now() });
const restore = { deletedAt: null };
const publish = { _status: 'published' };
const withdraw = { _status: 'draft' };
const typed = { title: 'Άλλο' };
const form = (name: string) => {
  const data = new FormData();
  data.set('file', new Blob([new Uint8Array(PIXEL)], { type: 'image/png' }), name);
  data.set('_payload', JSON.stringify({ alt: 'Εικόνα' }));
  return data;
};

/** The ways of a list's documents in which only the request differs. */
const ways = (make: Make, asks: Record<string, (subject: Subject) => Request>, refused?: number) =>
  Object.fromEntries(
    Object.entries(asks).map(([name, ask]) => [name, { make, ask, ...(refused && { refused }) }]),
  );

interface Action {
  may: readonly Who[];
  /** Nothing published is changed by it, by whomever. @default false */
  changesNothingPublished?: boolean;
  ways: Record<string, Way>;
}

const ACTIONS: Record<string, Action> = {
  'read content': {
    may: AUTHORS,
    ways: {
      ...ways(draft, {
        'one document': (s) => ['GET', one(s)],
        'its draft': (s) => ['GET', `${one(s)}?draft=true`],
        'a list': (s) => ['GET', `${C}?draft=true&where[id][equals]=${s.id}`],
        'its versions': (s) => ['GET', `${C}/versions?where[parent][equals]=${s.id}`],
        'its status': (s) => ['GET', `portal-publication/${C}?ids=${s.id}`],
        'its newest state': (s) => ['GET', `portal-publication/${C}/${s.id}/newest`],
        'what the checks find': (s) => ['GET', `portal-checks/${C}/${s.id}`],
        'what is planned': (s) => ['GET', `${one(s)}/planned`],
        'the links of all': () => ['GET', 'portal-links'],
        'whose an author number is': () => ['GET', 'portal-authors?number=7'],
      }),
      ...ways(draftOverOpen, {
        'the status of what everybody reads': (s) => ['GET', `portal-publication/${OPEN}?ids=${s.id}`],
        'the newest state of what everybody reads': (s) => [
          'GET',
          `portal-publication/${OPEN}/${s.id}/newest`,
        ],
        'what the checks find in a draft of it': (s) => ['GET', `portal-checks/${OPEN}/${s.id}`],
        'the versions of it': (s) => ['GET', `${OPEN}/versions?where[parent][equals]=${s.id}`],
      }),
      'a version': { make: oldVersion, ask: (s) => ['GET', `${C}/versions/${s.more}`] },
      'what is in the trash': { make: trashed, ask: (s) => ['GET', `${one(s)}?trash=true`] },
      'a preview of what is planned': {
        make: planned,
        ask: (s) => ['POST', `${one(s)}/preview?planned=${s.more}`],
      },
      'an image': { make: unusedImage, ask: (s) => ['GET', one(s)] },
      'where a document is used': {
        make: async () => {
          const used = await category(payload);
          await post(payload, { category: used.id, _status: 'draft' });
          return of(C, used);
        },
        page: async (req, { collection, id }) => (await findUses(req, collection, id)).length > 0,
      },
      'the first page': {
        make: nothing,
        page: async ({ user }) => (await firstPage(payload, user)) !== undefined,
      },
    },
  },
  'read what a host lets admins read alone': {
    may: ['admin'],
    ways: {
      ...ways(closed, {
        'one document': (s) => ['GET', `${one(s)}?draft=true`],
        'its status': (s) => ['GET', `portal-publication/${CLOSED}?ids=${s.id}`],
        'its newest state': (s) => ['GET', `portal-publication/${CLOSED}/${s.id}/newest`],
        'what the checks find': (s) => ['GET', `portal-checks/${CLOSED}/${s.id}`],
        'what is planned': (s) => ['GET', `${one(s)}/planned`],
        'a preview of what is planned': (s) => ['POST', `${one(s)}/preview?planned=${s.more}`],
      }),
      'the first page': {
        make: closed,
        page: async ({ user }) => (await hrefs(user, 'planned')).some((href) => href.includes(`/${CLOSED}/`)),
      },
    },
  },
  'see the drafts of others that wait': {
    may: EDITORS,
    ways: {
      'the first page': { make: draft, page: async ({ user }) => (await hrefs(user, 'others')).length > 0 },
    },
  },
  'write drafts': {
    may: AUTHORS,
    changesNothingPublished: true,
    ways: {
      ...ways(draftOver, {
        'a new one': () => ['POST', `${C}?draft=true`, fresh()],
        'a new one that is said to be published': () => [
          'POST',
          `${C}?draft=true`,
          { ...fresh(), ...publish },
        ],
        'over what is published': (s) => ['PATCH', `${one(s)}?draft=true`, typed],
        automatically: (s) => ['PATCH', `${one(s)}?draft=true&autosave=true`, typed],
        ...Object.fromEntries(
          ['unpublishAllLocales=true', 'publishAllLocales=true', 'publishSpecificLocale=el'].map((query) => [
            query,
            (s: Subject): Request => [
              'PATCH',
              `${one(s)}?draft=true&${query}`,
              { ...typed, _status: ['published'] },
            ],
          ]),
        ),
        'with numbers that are not theirs to give': (s) => [
          'PATCH',
          `${one(s)}?draft=true`,
          { ...typed, api_id: 99, position: 1 },
        ],
        'a copy': (s) => ['POST', `${one(s)}/duplicate`],
        'a copy as it is': (s) => ['POST', `${one(s)}/duplicate?draft=false`],
        'a copy that is said to be published': (s) => [
          'POST',
          `${one(s)}/duplicate`,
          { ...publish, ...fresh() },
        ],
        'a preview': (s) => ['POST', `${one(s)}/preview`, typed],
      }),
      ...ways(published, {
        'a copy of what is published, as it is': (s) => ['POST', `${one(s)}/duplicate?draft=false`, fresh()],
      }),
      'an old version as a draft': {
        make: oldVersion,
        ask: (s) => ['POST', `${C}/versions/${s.more}?draft=true`],
      },
    },
  },
  'publish, withdraw and change what is published': {
    may: EDITORS,
    ways: {
      ...ways(draft, {
        'a new one': () => ['POST', C, { ...fresh(), ...publish }],
        'a draft': (s) => ['PATCH', one(s), publish],
        'a draft that is saved as one': (s) => ['PATCH', `${one(s)}?draft=true`, publish],
        'a draft in all locales': (s) => ['PATCH', `${one(s)}?publishAllLocales=true`, publish],
        'a copy': (s) => ['POST', `${one(s)}/duplicate?draft=false`, { ...publish, ...fresh() }],
        'many drafts': (s) => ['PATCH', many(s), publish],
        'a publication later': (s) => ['POST', `${one(s)}/planned?change=publish&at=${LATER}`],
        'a publication later of what is sent': (s) => [
          'POST',
          `${one(s)}/planned?change=publish&at=${LATER}&draft=true`,
          typed,
        ],
      }),
      ...ways(published, {
        'what is published': (s) => ['PATCH', one(s), typed],
        'what is published, explicitly': (s) => ['PATCH', `${one(s)}?draft=false`, { ...typed, ...publish }],
        withdrawn: (s) => ['PATCH', one(s), withdraw],
        'withdrawn in all locales': (s) => ['PATCH', `${one(s)}?unpublishAllLocales=true`, withdraw],
        'withdrawn with many': (s) => ['PATCH', many(s), withdraw],
        'withdrawn later': (s) => ['POST', `${one(s)}/planned?change=unpublish&at=${LATER}`],
      }),
      'an old version': { make: oldVersion, ask: (s) => ['POST', `${C}/versions/${s.more}`] },
      'what is planned, cancelled': {
        make: planned,
        ask: (s) => ['DELETE', `${one(s)}/planned/${s.more}`],
      },
      'the newer draft of another, given up': {
        make: draftOver,
        ask: (s) => ['POST', `portal-publication/${C}/${s.id}/revert`],
      },
    },
  },
  'show a draft by a link': {
    may: AUTHORS,
    changesNothingPublished: true,
    ways: ways(draft, {
      'make one': (s) => ['POST', `${one(s)}/draft-links`],
      'see those that hold': (s) => ['GET', `${one(s)}/draft-links`],
    }),
  },
  'show by a link what a host lets admins read alone': {
    may: ADMINS,
    ways: ways(closed, { 'make one': (s) => ['POST', `${one(s)}/draft-links`] }),
  },
  'end the link of another': {
    may: EDITORS,
    ways: ways(linked, { one: (s) => ['DELETE', `${one(s)}/draft-links/${s.more}`] }),
  },
  'put documents into order by hand': {
    may: EDITORS,
    ways: ways(group, {
      'over REST': (s) => ['POST', `portal-order/${s.collection}`, { ids: [s.id], state: s.more }],
    }),
  },
  'move into the trash what others have written': {
    may: EDITORS,
    ways: {
      ...ways(draft, {
        'one draft': (s) => ['PATCH', one(s), trash()],
        'many drafts': (s) => ['PATCH', many(s), trash()],
      }),
      ...ways(published, {
        'one document': (s) => ['PATCH', one(s), trash()],
        'one as a draft': (s) => ['PATCH', `${one(s)}?draft=true`, trash()],
        'one as an automatic draft': (s) => ['PATCH', `${one(s)}?draft=true&autosave=true`, trash()],
        'many documents': (s) => ['PATCH', many(s), trash()],
      }),
      ...ways(unusedImage, {
        'an image': (s) => ['PATCH', one(s), trash()],
        'many images': (s) => ['PATCH', many(s), trash()],
      }),
    },
  },
  'restore from the trash': {
    may: EDITORS,
    ways: {
      ...ways(trashed, {
        'one document': (s) => ['PATCH', `${one(s)}?trash=true`, restore],
        'one that is published again': (s) => [
          'PATCH',
          `${one(s)}?trash=true`,
          { ...restore, ...publish, ...typed },
        ],
        'many documents': (s) => ['PATCH', `${many(s)}&trash=true`, restore],
      }),
      ...ways(trashedImage, {
        'an image': (s) => ['PATCH', `${one(s)}?trash=true`, restore],
      }),
    },
  },
  'delete permanently': {
    may: ADMINS,
    ways: {
      ...ways(published, {
        'one document': (s) => ['DELETE', one(s)],
        'many documents': (s) => ['DELETE', many(s)],
      }),
      ...ways(trashed, {
        'one in the trash': (s) => ['DELETE', `${one(s)}?trash=true`],
        'many in the trash': (s) => ['DELETE', `${many(s)}&trash=true`],
      }),
      ...ways(unusedImage, { 'an image': (s) => ['DELETE', one(s)] }),
    },
  },
  'change a draft that is planned to be published': {
    may: EDITORS,
    ways: {
      'what everybody else may write': {
        make: planned,
        ask: (s) => ['PATCH', `${one(s)}?draft=true`, typed],
        // An author may write drafts, and is told why not this one.
        refused: 409,
      },
    },
  },
  'add images and files, and change those that nothing published or planned shows': {
    may: AUTHORS,
    ways: {
      'an address': {
        make: nothing,
        ask: () => ['POST', 'media', { alt: 'Νέα', legacy_url: 'https://cdn.portal.example/n.png' }],
      },
      'a file': { make: nothing, ask: () => ['POST', 'media', form(`${unusedSlug()}.png`)] },
      'an unused image': { make: unusedImage, ask: (s) => ['PATCH', one(s), { alt: 'Άλλη' }] },
    },
  },
  'change images that something published or planned shows': {
    may: EDITORS,
    ways: {
      'its description': { make: shownImage, ask: (s) => ['PATCH', one(s), { alt: 'Άλλη' }] },
      'its file': { make: shownFile, ask: (s) => ['PATCH', one(s), form(String(s.more))] },
      'before it is published as planned': {
        make: imageOfPlan,
        ask: (s) => ['PATCH', one(s), { alt: 'Άλλη' }],
      },
    },
  },
  'read files that nothing published shows': {
    may: AUTHORS,
    ways: {
      ...ways(
        file,
        {
          'its bytes': (s) => ['GET', `media/file/${s.more}`],
          'if they are others': (s) => ['GET', `media/file/${s.more}`, undefined, { 'If-None-Match': '*' }],
          'a part of them': (s) => ['GET', `media/file/${s.more}`, undefined, { Range: 'bytes=0-3' }],
          'no part of them': (s) => ['GET', `media/file/${s.more}`, undefined, { Range: 'bytes=900-' }],
        },
        404,
      ),
    },
  },
  'read files that something published shows': {
    may: EVERYBODY,
    ways: ways(shownFile, { 'its bytes': (s) => ['GET', `media/file/${s.more}`] }),
  },
  'have views of one’s own': {
    may: AUTHORS,
    ways: {
      ...ways(nothing, {
        save: () => ['POST', VIEWS, view('onlyMe', 'onlyMe')],
        'see those that are there': () => ['GET', VIEWS],
      }),
      'read one that is shared': { make: sharedView, ask: (s) => ['GET', one(s)] },
    },
  },
  'share views with all': {
    may: EDITORS,
    ways: {
      ...ways(nothing, { save: () => ['POST', VIEWS, view('everyone', 'onlyMe')] }),
      'what the form offers': { make: nothing, page: async (req) => isOffered(req, 'everyone') },
    },
  },
  'say who else uses and changes a view': {
    may: ADMINS,
    ways: {
      ...ways(nothing, {
        'some users': () => ['POST', VIEWS, view('specificUsers', 'onlyMe')],
        admins: () => ['POST', VIEWS, view('everyone', 'admins')],
      }),
      'what the form offers': {
        make: nothing,
        page: async (req) => isOffered(req, 'specificUsers') || isOffered(req, 'admins'),
      },
    },
  },
  'have the portal settings': {
    may: ADMINS,
    ways: ways(nothing, {
      read: () => ['GET', 'globals/portal-settings'],
      write: () => ['POST', 'globals/portal-settings', { collation: 'C' }],
    }),
  },
  'see who is told of changed lists': {
    may: ['admin'],
    ways: {
      'the first page': {
        make: nothing,
        page: async ({ user }) => Boolean((await firstPage(payload, user))?.kinds.webhooks),
      },
    },
  },
  'read what imports did': {
    may: ADMINS,
    ways: ways(importRun, {
      all: (s) => ['GET', s.collection],
      one: (s) => ['GET', one(s)],
    }),
  },
  'submit for approval, and say that something is still true': {
    may: AUTHORS,
    changesNothingPublished: true,
    ways: {
      ...ways(draft, {
        'a review, read': (s) => ['GET', `portal-review/${s.collection}/${s.id}`],
        submit: (s) => ['POST', `portal-review/${s.collection}/${s.id}/submit`, {}],
      }),
      ...ways(published, {
        confirm: (s) => ['POST', `portal-review/${s.collection}/${s.id}/confirm`, { at: null }],
      }),
    },
  },
  'approve, and send back': {
    may: EDITORS,
    changesNothingPublished: true,
    ways: ways(submitted, {
      approve: (s) => ['POST', `portal-review/${s.collection}/${s.id}/approve`, {}],
      'send back': (s) => ['POST', `portal-review/${s.collection}/${s.id}/send-back`, { reason: 'x' }],
    }),
  },
  'read the audit log': {
    may: ADMINS,
    ways: ways(logged, {
      all: (s) => ['GET', s.collection],
      one: (s) => ['GET', one(s)],
      exported: () => ['GET', 'portal-audit-log/export'],
    }),
  },
  'write what only the server writes': {
    may: NOBODY,
    ways: {
      ...ways(importRun, {
        'an import': (s) => ['POST', s.collection, {}],
        'a changed import': (s) => ['PATCH', one(s), { operator: 'x' }],
        'an import, deleted': (s) => ['DELETE', one(s)],
      }),
      ...ways(logged, {
        'an entry': (s) => ['POST', s.collection, { action: 'deleted' }],
        'a changed entry': (s) => ['PATCH', one(s), { who: 'x' }],
        'an entry, deleted': (s) => ['DELETE', one(s)],
        'entries, deleted': (s) => ['DELETE', `${s.collection}?where[id][exists]=true`],
      }),
      ...ways(nothing, {
        'a link': () => ['POST', 'portal-links', { title: 'α' }],
        'a finding': () => ['POST', 'portal-findings', { title: 'α' }],
        'a link to a draft': () => ['POST', 'portal-draft-links', { title: 'α' }],
        'the links to drafts': () => ['GET', 'portal-draft-links'],
        'a number': () => ['POST', 'portal-counters', { key: 'α', value: 1 }],
        'the numbers': () => ['GET', 'portal-counters'],
        'the state of imports': () => ['GET', 'portal-imports'],
      }),
      ...ways(planned, {
        jobs: () => ['GET', 'payload-jobs'],
        'a job': () => ['POST', 'payload-jobs', { taskSlug: 'portalPublication' }],
        'another job': (s) => ['PATCH', `payload-jobs/${s.more}`, { input: {} }],
        'no job': (s) => ['DELETE', `payload-jobs/${s.more}`],
      }),
    },
  },
  'run jobs': {
    may: ADMINS,
    ways: ways(nothing, { 'over REST': () => ['GET', 'payload-jobs/run'] }, 401),
  },
  'have the accounts of others': {
    may: ADMINS,
    ways: {
      read: { make: account2, ask: (s) => ['GET', one(s)], refused: 404 },
      ...ways(account2, {
        make: () => [
          'POST',
          'users',
          { email: `${unusedSlug()}@portal.example`, password: PASSWORD, roles: ['admin'], author_id: 1 },
        ],
        change: (s) => ['PATCH', one(s), { name: 'Άλλος' }],
        'change the password': (s) => ['PATCH', one(s), { password: 'another password' }],
        delete: (s) => ['DELETE', one(s)],
        'give an API key': (s) => ['PATCH', one(s), { apiKey: 'f2b0a6b4-21f5-4d0e-8f0a-6ad8a3b1c9d5' }],
        unlock: () => ['POST', 'users/unlock', { email: 'another@portal.example' }],
      }),
    },
  },
};

/** What the portal is made of, as long as it is not changed. */
async function publishedOf({ id }: Subject): Promise<unknown> {
  const where = { _status: { equals: 'published' } };
  const { totalDocs } = await payload.db.count({ collection: C, where });
  const one = { and: [where, { id: { equals: id } }] };
  const found = await payload.db.findOne<Doc & Record<string, unknown>>({
    collection: C,
    where: one,
  } as never);
  // When to look at it again is not published.
  return [totalDocs, found && { ...found, look_again_at: undefined }];
}

/** What a refusal leaves as it is. */
async function snapshot({ collection, id }: Subject): Promise<unknown> {
  const { db } = payload;
  const where = { id: { equals: id } };
  const counted = [
    C,
    POSTS,
    'media',
    'users',
    VIEWS,
    'payload-jobs',
    'portal-links',
    'portal-draft-links',
    'portal-counters',
  ];
  const hasVersions = payload.collections[collection as never]?.config.versions;
  return {
    document: await db.findOne({ collection, where }),
    versions: hasVersions && (await db.findVersions({ collection, where: { parent: { equals: id } } })).docs,
    planned: await plannedFor(payload, { collection, ids: [id] }),
    settings: await db.findGlobal({ slug: 'portal-settings' }),
    totals: await Promise.all(
      counted.map(async (each) => (await db.count({ collection: each, where: {} })).totalDocs),
    ),
  };
}

async function outcome(way: Way, who: Who, subject: Subject): Promise<string> {
  const { ask, page, refused = 403 } = way;
  if (page) {
    const user = users[who];
    const req = await createLocalReq({ ...(user && { user: user as never }) }, payload);
    return (await page(req, subject)) ? 'yes' : 'no';
  }
  const [method, path, data, headers] = ask?.(subject, who) ?? expect.unreachable();
  const { status, value } = await as[who](method, path, data, headers);
  // 304 and 416 tell of the file, too: it is the same, or has no such part.
  if (status < 300 || status === 304 || status === 416) return 'yes';
  // Whoever may read nothing learns no more than that.
  const refusals = who === 'visitor' || who === 'customer' ? [401, 403, 404] : [refused];
  return refusals.includes(status) ? 'no' : `${status} ${JSON.stringify(value)}`;
}

describe.each(Object.entries(ACTIONS))(
  '%s',
  (_action, { may, ways: those, changesNothingPublished = false }) => {
    it.each(Object.entries(those))('%s', async (_way, way) => {
      const outcomes: Record<string, string> = {};
      const subject = await way.make();
      const before = await snapshot(subject);
      const refused = EVERYBODY.filter((who) => !may.includes(who));
      for (const who of refused) outcomes[who] = await outcome(way, who, subject);
      expect(await snapshot(subject)).toEqual(before);
      const isRead = way.page !== undefined || way.ask?.(subject, 'admin')[0] === 'GET';
      for (const who of may) {
        const own = isRead ? subject : await way.make();
        const shown = await publishedOf(own);
        outcomes[who] = await outcome(way, who, own);
        if (changesNothingPublished) expect(await publishedOf(own)).toEqual(shown);
      }
      const expected = EVERYBODY.map((who) => [who, may.includes(who) ? 'yes' : 'no']);
      expect(outcomes).toEqual(Object.fromEntries(expected));
    });
  },
);

it('an account keeps the name, the address, the roles and the number that an admin gave it, whatever its user sends', async () => {
  const own = `users/${anotherUser.id}`;
  const { value: before } = await another('GET', own);
  await another('PATCH', own, {
    name: 'Άλλος',
    email: 'other@portal.example',
    roles: ['admin'],
    author_id: 99,
  });
  const { value } = await another('GET', own);
  expect(value).toEqual({ ...before, edited_by: 'another', updatedAt: expect.any(String) });
});
