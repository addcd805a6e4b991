import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Doc, importDocument, local, section, served, unusedSlug } from '../../support/content.ts';
import { oneDatabase } from '../../support/oneDatabase.ts';
import { startPayload } from '../../support/payload.ts';
import { type Rest, signedIn } from '../../support/rest.ts';

const PASSWORD = 'a long password';
const SECTIONS = 'featured-sections';
const GROUPS = 'service-groups';
const LINKS = 'service-useful-links';

let payload: Payload;
let editor: Rest;

beforeAll(async () => {
  payload = await startPayload();
  const data = { email: 'editor@portal.example', password: PASSWORD, roles: ['editor'], name: 'Σύνταξη' };
  await local(payload).create('users', data);
  editor = await signedIn(payload, data);
  await settings({ [SECTIONS]: '', [LINKS]: '', [GROUPS]: 'order,id' });
});

/** Sets the default orderings of lists. */
async function settings(orderings: Record<string, string>): Promise<void> {
  const groups = Object.entries(orderings).map(([list, ordering]) => [
    list.replaceAll('-', '_'),
    { ordering },
  ]);
  await payload.updateGlobal({ slug: 'portal-settings' as never, data: Object.fromEntries(groups) as never });
}

/** Removes all documents of a list. */
async function empty(list: string): Promise<void> {
  await payload.delete({ collection: list as never, where: { id: { exists: true } } });
}

const publish = { _status: 'published' };
const group = (title: string, order: number, data: object = {}) =>
  local(payload).create(GROUPS, { title, slug: unusedSlug(), order, ...publish, ...data });
const link = (title: string, service: number | null, position: number | null) =>
  importDocument(payload, LINKS, {
    api_id: position === null ? 900 : 100 + position,
    position,
    title,
    slug: unusedSlug(),
    service,
    url: null,
    description: null,
    selected: false,
    confirmed_translation: false,
  });

const titles = async (list: string, ordering?: string) =>
  (await served(payload, list, ordering)).map(({ title, section_one_title: own }) => title ?? own);

/** The order as the page shows it. */
async function seen(list: string, within?: number) {
  const { orderOf } = await import('../../../src/editing/order/orderOf.ts');
  const { createLocalReq } = await import('payload');
  const { docs } = await payload.find({ collection: 'users' as never, limit: 1 });
  const user = { ...(docs[0] as object), collection: 'users' } as never;
  const req = await createLocalReq({ user }, payload);
  const config = payload.collections[list as never]?.config;
  if (!config) throw new Error(`There is no ${list}.`);
  return orderOf(req, config, within);
}

async function order(list: string, wanted: readonly Doc[], within?: number, of = editor) {
  const { state } = await seen(list, within);
  const query = within === undefined ? '' : `?within=${within}`;
  return of('POST', `portal-order/${list}${query}`, { ids: wanted.map(({ id }) => id), state });
}

const main = (list: string, { id }: Doc) => local(payload).read(list, id);

describe('service groups', () => {
  it('exchange their integers, in all orderings at once', async () => {
    await empty(GROUPS);
    const [a, b, c, d] = [
      await group('Α', 10),
      await group('Β', 20),
      await group('Γ', 20),
      await group('Δ', 40),
    ];
    expect(await titles(GROUPS)).toEqual(['Α', 'Β', 'Γ', 'Δ']);
    const before = await Promise.all([a, b, c, d].map((each) => main(GROUPS, each)));
    const versions = (await local(payload).versions(GROUPS, d.id)).length;
    const { status, value } = await order(GROUPS, [d, a, b, c]);
    expect([status, value]).toEqual([200, { changed: 3 }]);
    // No wait: the lists show it before the answer.
    expect(await titles(GROUPS)).toEqual(['Δ', 'Α', 'Β', 'Γ']);
    expect(await titles(GROUPS, '-order')).toEqual(['Γ', 'Α', 'Β', 'Δ']);
    const after = await Promise.all([a, b, c, d].map((each) => main(GROUPS, each)));
    const integers = [20, 20, 40, 10];
    expect(after).toEqual(before.map((each, at) => ({ ...each, order: integers[at] })));
    expect(await local(payload).versions(GROUPS, d.id)).toHaveLength(versions);
  });

  it('keep their order through a newer draft, its publication and a way back', async () => {
    await empty(GROUPS);
    const [a, c, b] = [await group('Α', 1), await group('Γ', 2), await group('Β', 3)];
    await editor('PATCH', `${GROUPS}/${b.id}?draft=true`, { title: 'Β, νεότερη' });
    const newest = await main(GROUPS, b);
    const newestDraft = await local(payload).read(GROUPS, b.id, { draft: true });
    await order(GROUPS, [b, a, c]);
    expect(await titles(GROUPS)).toEqual(['Β', 'Α', 'Γ']);
    expect((await main(GROUPS, b)).updatedAt).toBe(newest.updatedAt);
    const draft = await local(payload).read(GROUPS, b.id, { draft: true });
    expect(draft).toEqual({ ...newestDraft, title: 'Β, νεότερη', order: 1 });
    await editor('POST', `portal-publication/${GROUPS}/${b.id}/revert`);
    await editor('PATCH', `${GROUPS}/${b.id}`, { title: 'Β, τρίτη', ...publish });
    expect(await titles(GROUPS)).toEqual(['Β, τρίτη', 'Α', 'Γ']);
  });

  it('are not put back by a form that was open meanwhile, unless somebody has typed the number', async () => {
    await empty(GROUPS);
    const [a, c, b] = [await group('Α', 1), await group('Γ', 2), await group('Β', 3)];
    const { updatedAt } = await local(payload).read(GROUPS, b.id);
    const save = (order: number, save: number) => {
      const portal_base = { updatedAt, form: 'a-form-of-b', save, order: 3 };
      return editor('PATCH', `${GROUPS}/${b.id}`, { title: 'Β΄', order, ...publish, portal_base });
    };
    await order(GROUPS, [b, a, c]);
    const saved = await save(3, 1);
    expect(saved.status).toBe(200);
    expect((saved.value.doc as Doc).order).toBe(1);
    expect(await titles(GROUPS)).toEqual(['Β΄', 'Α', 'Γ']);
    await save(7, 2);
    expect(await titles(GROUPS)).toEqual(['Α', 'Γ', 'Β΄']);
  });

  oneDatabase.it('are not put back by a form that is planned', async () => {
    await empty(GROUPS);
    const [a, b] = [await group('Α', 1), await group('Β', 2)];
    await order(GROUPS, [b, a]);
    const stored = (await main(GROUPS, a)).order;
    const path = `${GROUPS}/${a.id}/planned?change=publish&at=2099-01-15T12:30:00Z&draft=true`;
    const { updatedAt } = await local(payload).read(GROUPS, a.id, { draft: true });
    const portal_base = { updatedAt, order: 1 };
    const { status } = await editor('POST', path, { title: 'Α΄', order: 1, portal_base });
    expect(status).toBe(201);
    expect(await local(payload).read(GROUPS, a.id, { draft: true })).toMatchObject({
      title: 'Α΄',
      order: stored,
    });
    expect(stored).toBe(2);
  });

  it('that are drafts have a place that their publication gives them', async () => {
    await empty(GROUPS);
    const [a, b] = [await group('Α', 1), await group('Β', 2)];
    const c = await group('Γ', 0, { _status: 'draft' });
    await editor('PATCH', `${GROUPS}/${c.id}?draft=true`, { title: 'Γ', order: 9 });
    expect((await seen(GROUPS)).documents.map(({ title, isPublished }) => [title, isPublished])).toEqual([
      ['Α', true],
      ['Β', true],
      ['Γ', false],
    ]);
    await order(GROUPS, [a, c, b]);
    expect(await titles(GROUPS)).toEqual(['Α', 'Β']);
    await editor('PATCH', `${GROUPS}/${c.id}`, publish);
    expect(await titles(GROUPS)).toEqual(['Α', 'Γ', 'Β']);
  });
});

describe('featured sections', () => {
  oneDatabase.it('exchange their places in the default order, and nothing else of them changes', async () => {
    await empty(SECTIONS);
    const made = [];
    for (const section_one_title of ['Α', 'Β', 'Γ']) made.push(await section(payload, { section_one_title }));
    const [a, b, c] = made as [Doc, Doc, Doc];
    const elements = await served(payload, SECTIONS);
    const byId = await served(payload, SECTIONS, 'id');
    const { status, value } = await order(SECTIONS, [c, a, b]);
    expect([status, value]).toEqual([200, { changed: 3 }]);
    expect(await served(payload, SECTIONS)).toEqual([elements[2], elements[0], elements[1]]);
    expect(await served(payload, SECTIONS, 'id')).toEqual(byId);
    // One that is new comes last.
    await section(payload, { section_one_title: 'Δ' });
    expect(await titles(SECTIONS)).toEqual(['Γ', 'Α', 'Β', 'Δ']);
    await editor('PATCH', `${SECTIONS}/${c.id}`, { section_one_title: 'Γ΄', ...publish });
    expect(await titles(SECTIONS)).toEqual(['Γ΄', 'Α', 'Β', 'Δ']);
  });

  it('are left alone where the portal orders them by something else', async () => {
    await settings({ [SECTIONS]: 'section_one_title,id' });
    await expect(seen(SECTIONS)).rejects.toMatchObject({ status: 409 });
    const { status } = await editor('POST', `portal-order/${SECTIONS}`, { ids: [], state: 'x' });
    expect(status).toBe(409);
    await settings({ [SECTIONS]: '' });
  });
});

oneDatabase.describe('useful links', () => {
  it('of one service exchange their places among themselves, and no other link moves', async () => {
    await empty(LINKS);
    const [a, x, b, y, c] = [
      await link('Α', 7, 0),
      await link('Χ', 8, 1),
      await link('Β', 7, 2),
      await link('Υ', null, 3),
      await link('Γ', 7, 4),
    ];
    expect(await titles(LINKS)).toEqual(['Α', 'Χ', 'Β', 'Υ', 'Γ']);
    const before = await Promise.all([x, y].map((each) => main(LINKS, each)));
    expect((await order(LINKS, [c, b, a], 7)).value).toEqual({ changed: 2 });
    expect(await titles(LINKS)).toEqual(['Γ', 'Χ', 'Β', 'Υ', 'Α']);
    expect(await Promise.all([x, y].map((each) => main(LINKS, each)))).toEqual(before);
    expect((await order(LINKS, [a, x, b], 7)).status).toBe(409);
    for (const within of ['', '?within=', '?within=x', '?within=1.5']) {
      const { status } = await editor('POST', `portal-order/${LINKS}${within}`, { ids: [], state: '' });
      expect([within, status]).toEqual([within, within === '?within=' ? 409 : 400]);
    }
  });
});

describe('an order', () => {
  it('is refused if somebody has changed it meanwhile', async () => {
    await empty(GROUPS);
    const [a, b, c] = [await group('Α', 1), await group('Β', 2), await group('Γ', 3)];
    const { state } = await seen(GROUPS);
    const send = (wanted: Doc[]) =>
      editor('POST', `portal-order/${GROUPS}`, { ids: wanted.map(({ id }) => id), state });
    const answers = await Promise.all([send([c, a, b]), send([b, a, c])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await send([b, a, c])).status).toBe(409);
    const { state: now } = await seen(GROUPS);
    await group('Δ', 9);
    const late = await editor('POST', `portal-order/${GROUPS}`, { ids: [a.id, b.id, c.id], state: now });
    expect(late.status).toBe(409);
  });

  oneDatabase.it('is refused if there is a document among them that the user may not read', async () => {
    await empty(GROUPS);
    const [a, b] = [await group('Α', 1), await group('Β', 2)];
    const { state } = await seen(GROUPS);
    const access = payload.collections[GROUPS as never]?.config.access as { read: unknown };
    const { read } = access;
    access.read = () => ({ title: { not_equals: 'Β' } });
    const answer = await editor('POST', `portal-order/${GROUPS}`, { ids: [b.id, a.id], state });
    access.read = read;
    expect([answer.status, (await seen(GROUPS)).state]).toEqual([403, state]);
  });

  it('that broke off is done by the same request once more', async () => {
    await empty(GROUPS);
    const [a, b, c] = [await group('Α', 0), await group('Β', 0), await group('Γ', 0)];
    const { updateOne } = payload.db;
    let writes = 0;
    payload.db.updateOne = (args) => {
      if (args.collection === GROUPS && ++writes === 2) throw new Error('The process was killed here.');
      return updateOne.call(payload.db, args);
    };
    expect((await order(GROUPS, [c, b, a])).status).toBe(500);
    payload.db.updateOne = updateOne;
    expect((await order(GROUPS, [c, b, a])).status).toBe(200);
    expect(await titles(GROUPS)).toEqual(['Γ', 'Β', 'Α']);
  });

  oneDatabase.it.each<[string, object]>([
    ['nothing', {}],
    ['no state', { ids: [] }],
    ['ids that are none', { ids: [{}], state: 'x' }],
    ['too many ids', { ids: Array.from({ length: 501 }, (_, id) => id), state: 'x' }],
  ])('is refused with %s', async (_, data) => {
    expect((await editor('POST', `portal-order/${GROUPS}`, data)).status).toBe(400);
  });

  oneDatabase.it('is refused with the same document twice, or one left out', async () => {
    await empty(GROUPS);
    const [a, b] = [await group('Α', 1), await group('Β', 2)];
    expect((await order(GROUPS, [a, a])).status).toBe(409);
    expect((await order(GROUPS, [b])).status).toBe(409);
    expect((await order('news-posts', []).catch(() => ({ status: 404 }))).status).toBe(404);
    expect((await editor('POST', 'portal-order/news-posts', { ids: [], state: '' })).status).toBe(404);
  });

  oneDatabase.it('is one entry of the audit log', async () => {
    await empty(GROUPS);
    const [a, b] = [await group('Α', 1), await group('Β', 2)];
    await payload.db.deleteMany({ collection: 'portal-audit-log', where: {} });
    await order(GROUPS, [b, a]);
    await order(GROUPS, [b, a]);
    const { docs } = await payload.find({ collection: 'portal-audit-log' as never, depth: 0 });
    expect(docs).toMatchObject([{ action: 'ordered', collectionSlug: GROUPS, who: 'Σύνταξη' }]);
  });
});
