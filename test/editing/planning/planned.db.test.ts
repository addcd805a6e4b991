import type { CollectionConfig, Payload } from 'payload';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runChecks } from '../../../src/editing/checks/runChecks.ts';
import { plannedFor } from '../../../src/index.ts';
import { category, type Doc, local, post, served } from '../../support/content.ts';
import { greekI18n } from '../../support/greek.ts';
import { oneDatabase } from '../../support/oneDatabase.ts';
import { startPayload } from '../../support/payload.ts';
import { type Answer, type Rest, signedIn } from '../../support/rest.ts';

const PASSWORD = 'a long password';
const POSTS = 'news-posts';
const CATEGORIES = 'news-categories';

let payload: Payload;
/** REST of an editor and of an author, in Greek. */
let editor: Rest;
let author: Rest;

beforeAll(async () => {
  payload = await startPayload({ i18n: greekI18n });
  editor = await as(['editor'], 'editor@portal.example');
  author = await as(['author'], 'author@portal.example');
});

// What one test plans is nothing to the next.
beforeEach(async () => {
  await payload.db.deleteMany({ collection: 'payload-jobs', where: {} });
});

async function as(roles: string[], email: string): Promise<Rest> {
  await local(payload).create('users', { email, password: PASSWORD, roles });
  return signedIn(payload, { email, password: PASSWORD }, { 'Accept-Language': 'el' });
}

/** 14:30 in Athens, in winter. */
const LATER = '2099-01-15T12:30:00.000Z';

function planned(collection: string, id: number | string, query: Record<string, string> = {}) {
  return `${collection}/${id}/planned?${new URLSearchParams(query)}`;
}

function publish(of: Rest, collection: string, id: number | string, at = LATER) {
  return of('POST', planned(collection, id, { change: 'publish', at }));
}

function unpublish(of: Rest, collection: string, id: number | string, at = LATER) {
  return of('POST', planned(collection, id, { change: 'unpublish', at }));
}

/** Has it be the time of everything that is planned, or to be tried again, and carries it out. */
async function carryOut(): Promise<void> {
  await payload.db.updateMany({
    collection: 'payload-jobs',
    data: { waitUntil: new Date(Date.now() - 1000).toISOString() },
    where: { hasError: { not_equals: true } },
  });
  await payload.jobs.run({ allQueues: true, silent: true });
}

/** What the checks do at night. */
async function night(): Promise<void> {
  await payload.db.deleteMany({ collection: 'portal-counters', where: { key: { equals: 'checks-night' } } });
  await runChecks(payload, { site: 'https://content.portal.example', links: false });
}

const statusOf = async (collection: string, id: number | string) =>
  (await local(payload).read(collection, id))._status;

const titles = async (list: string) => (await served(payload, list)).map(({ title }) => title);

const publications = async (collection: string, id: number | string) =>
  (await local(payload).versions(collection, id)).filter(({ version }) => version._status === 'published')
    .length;

describe('what is planned', () => {
  oneDatabase.it('is told with its time, and listed with who planned it', async () => {
    const { id } = await category(payload, { title: 'Για αργότερα', _status: 'draft' });
    const { status, value } = await publish(editor, CATEGORIES, id, '2099-01-15T14:30:00+02:00');
    expect(status).toBe(201);
    expect(value.message).toContain('15/01/2099 14:30 (ώρα Αθήνας)');
    const expected = {
      id: expect.anything(),
      collection: CATEGORIES,
      document: String(id),
      title: 'Για αργότερα',
      change: 'publish',
      at: LATER,
      by: 'editor@portal.example',
      state: 'waiting',
      attempts: 0,
    };
    const answer = await author('GET', planned(CATEGORIES, id));
    expect(answer).toMatchObject({ status: 200, value: { docs: [expected] } });
    expect(await plannedFor(payload)).toMatchObject([expected]);
    expect(await plannedFor(payload, { collection: POSTS })).toEqual([]);
  });

  it('is done at its time, and then forgotten', async () => {
    const { id, title } = await category(payload, { title: 'Στην ώρα της', _status: 'draft' });
    await publish(editor, CATEGORIES, id);
    expect(await titles(CATEGORIES)).not.toContain(title);
    await carryOut();
    expect(await titles(CATEGORIES)).toContain(title);
    expect(await plannedFor(payload)).toEqual([]);
  });

  it('may be a withdrawal, also of what is planned to be published before', async () => {
    const { id, title } = await category(payload, { title: 'Για λίγες μέρες', _status: 'draft' });
    await publish(editor, CATEGORIES, id, '2099-01-15T12:30:00.000Z');
    expect((await unpublish(editor, CATEGORIES, id, '2099-01-20T12:30:00.000Z')).status).toBe(201);
    const changes = (await plannedFor(payload)).map(({ at, change }) => [change, at]);
    expect(changes).toEqual([
      ['publish', '2099-01-15T12:30:00.000Z'],
      ['unpublish', '2099-01-20T12:30:00.000Z'],
    ]);
    await local(payload).update(CATEGORIES, id, { _status: 'published' });
    await payload.db.deleteMany({
      collection: 'payload-jobs',
      where: { 'input.change': { equals: 'publish' } },
    });
    await carryOut();
    expect(await titles(CATEGORIES)).not.toContain(title);
    expect(await statusOf(CATEGORIES, id)).toBe('draft');
  });

  oneDatabase.it('is done with the draft that was saved with it', async () => {
    const { id } = await category(payload, { title: 'Πριν' });
    const path = planned(CATEGORIES, id, { change: 'publish', at: LATER, draft: 'true' });
    const { status, value } = await editor('POST', path, { title: 'Μετά', _status: 'published' });
    expect({ status, doc: value.doc }).toMatchObject({
      status: 201,
      doc: { title: 'Μετά', _status: 'draft' },
    });
    expect(await titles(CATEGORIES)).toContain('Πριν');
    await carryOut();
    expect(await titles(CATEGORIES)).toContain('Μετά');
  });

  oneDatabase.it('changes nothing where it has been done by hand already', async () => {
    const { id } = await category(payload, { title: 'Με το χέρι', _status: 'draft' });
    await publish(editor, CATEGORIES, id);
    await local(payload).update(CATEGORIES, id, { _status: 'published' });
    await carryOut();
    expect(await publications(CATEGORIES, id)).toBe(1);
    expect(await plannedFor(payload)).toEqual([]);
  });

  oneDatabase.it(
    'ends with what somebody publishes or withdraws by hand, unless the request keeps it',
    async () => {
      const changes = async () => (await plannedFor(payload)).map(({ change }) => change);
      const { id } = await category(payload, { title: 'Και με το χέρι', _status: 'draft' });
      await publish(editor, CATEGORIES, id);
      await unpublish(editor, CATEGORIES, id, '2099-01-20T12:30:00.000Z');
      await editor('PATCH', `${CATEGORIES}/${id}?draft=true`, { title: 'Ακόμη πρόχειρο' });
      expect(await changes()).toEqual(['publish', 'unpublish']);
      await editor('PATCH', `${CATEGORIES}/${id}`, { _status: 'published' });
      expect(await changes()).toEqual(['unpublish']);

      await publish(editor, CATEGORIES, id);
      await editor('PATCH', `${CATEGORIES}/${id}?keepPlan=true`, { _status: 'draft' });
      expect(await changes()).toEqual(['publish', 'unpublish']);
      await editor('PATCH', `${CATEGORIES}/${id}?keepPlan=true`, { _status: 'published' });
      await editor('PATCH', `${CATEGORIES}?where[id][in]=${id}`, { _status: 'draft' });
      expect(await changes()).toEqual(['unpublish']);
    },
  );

  oneDatabase.it(
    'is one, where it is planned for the same time again: the first answer may be lost',
    async () => {
      const { id } = await category(payload, { title: 'Δύο φορές', _status: 'draft' });
      const others = await publish(editor, CATEGORIES, id, '2099-02-01T00:00:00Z');
      for (let times = 0; times < 2; times += 1)
        expect((await publish(editor, CATEGORIES, id)).status).toBe(201);
      expect(others.status).toBe(201);
      expect((await plannedFor(payload)).map(({ at }) => at)).toEqual([LATER, '2099-02-01T00:00:00.000Z']);
    },
  );

  oneDatabase.it('is cancelled by whoever publishes', async () => {
    const { id, title } = await category(payload, { title: 'Ακυρωμένη', _status: 'draft' });
    await publish(editor, CATEGORIES, id);
    const [action] = await plannedFor(payload);
    const path = `${CATEGORIES}/${id}/planned/${action?.id}`;
    expect((await author('DELETE', path)).status).toBe(403);
    expect((await editor('DELETE', path)).status).toBe(200);
    expect((await editor('DELETE', path)).status).toBe(404);
    await carryOut();
    expect(await titles(CATEGORIES)).not.toContain(title);
  });

  it('goes with its document, when that is deleted', async () => {
    const { id } = await category(payload, { _status: 'draft' });
    await publish(editor, CATEGORIES, id);
    await local(payload).remove(CATEGORIES, id);
    expect(await plannedFor(payload)).toEqual([]);
  });

  it('is dropped when its document goes into the trash: what is restored does not publish itself', async () => {
    const { id, title } = await category(payload, { title: 'Στον κάδο', _status: 'draft' });
    await publish(editor, CATEGORIES, id);
    const trashed = await editor('PATCH', `${CATEGORIES}/${id}`, { deletedAt: new Date().toISOString() });
    expect(trashed.status).toBe(200);
    expect(await plannedFor(payload)).toEqual([]);

    const restored = await editor('PATCH', `${CATEGORIES}/${id}?trash=true`, { deletedAt: null });
    expect(restored.status).toBe(200);
    await carryOut();
    expect(await titles(CATEGORIES)).not.toContain(title);
  });
});

/** A draft of a post, which nothing has validated. */
async function draftOf(data: object): Promise<Doc> {
  const { id } = await post(payload, { _status: 'draft' });
  return local(payload).update(POSTS, id, data, { draft: true });
}

/** Documents that cannot be published as they are. */
const unpublishable = new Map<string, () => Promise<Doc>>([
  [
    'whose category is not published',
    async () => draftOf({ category: (await category(payload, { _status: 'draft' })).id }),
  ],
  ['without a category', () => draftOf({ category: null })],
  ['without a title', () => draftOf({ title: '' })],
]);

describe('what cannot be done now cannot be planned', () => {
  oneDatabase.it.each([...unpublishable])('a post %s: refused as publishing it is', async (_what, make) => {
    const { id } = await make();
    const before = await local(payload).versions(POSTS, id);
    const now = await editor('PATCH', `${POSTS}/${id}`, { _status: 'published' });
    const later = await publish(editor, POSTS, id);
    expect(now.status).toBe(400);
    expect({ ...later, headers: undefined }).toEqual({ ...now, headers: undefined });
    expect(await plannedFor(payload)).toEqual([]);
    expect(await local(payload).versions(POSTS, id)).toEqual(before);
  });

  oneDatabase.it('a change that could not be published: neither is it saved', async () => {
    const { id } = await post(payload, { title: 'Καλό' });
    const path = planned(POSTS, id, { change: 'publish', at: LATER, draft: 'true' });
    const later = await editor('POST', path, { title: '' });
    const now = await editor('PATCH', `${POSTS}/${id}`, { title: '', _status: 'published' });
    expect({ status: later.status, value: later.value }).toEqual({ status: 400, value: now.value });
    expect(await local(payload).versions(POSTS, id)).toHaveLength(1);
  });

  oneDatabase.it('the withdrawal of a category that a published post uses', async () => {
    const { id } = await category(payload, { title: 'Χρήσιμη' });
    await post(payload, { category: id });
    const now = await editor('PATCH', `${CATEGORIES}/${id}?unpublishAllLocales=true`, { _status: 'draft' });
    const later = await unpublish(editor, CATEGORIES, id);
    expect({ status: later.status, value: later.value }).toEqual({ status: 409, value: now.value });
    expect(await statusOf(CATEGORIES, id)).toBe('published');
    expect(await plannedFor(payload)).toEqual([]);
  });

  oneDatabase.it('the withdrawal of what will not be published by then', async () => {
    const { id } = await category(payload, { _status: 'draft' });
    await publish(editor, CATEGORIES, id, '2099-02-01T00:00:00Z');
    expect((await unpublish(editor, CATEGORIES, id, '2099-01-01T00:00:00Z')).status).toBe(409);
  });

  oneDatabase.it.each([
    ['a time that has passed', { change: 'publish', at: '2020-01-01T00:00:00Z' }],
    ['no time', { change: 'publish' }],
    ['a time without a zone', { change: 'publish', at: '2099-01-15T14:30' }],
    ['no day of the calendar', { change: 'publish', at: '2099-13-45T14:30:00Z' }],
    ['something else to do', { change: 'delete', at: LATER }],
  ])('%s', async (_what, query) => {
    const { id } = await category(payload, { _status: 'draft' });
    expect((await editor('POST', planned(CATEGORIES, id, query as never))).status).toBe(400);
    expect(await plannedFor(payload)).toEqual([]);
  });

  oneDatabase.it('a version that the editor has not seen', async () => {
    const { id } = await category(payload, { title: 'Πρώτη', _status: 'draft' });
    const { value: seen } = await editor('GET', `${CATEGORIES}/${id}?draft=true`);
    const plan = () =>
      editor('POST', planned(CATEGORIES, id, { change: 'publish', at: LATER }), {
        portal_base: { updatedAt: seen.updatedAt },
      });
    expect((await plan()).status).toBe(201);
    await payload.db.deleteMany({ collection: 'payload-jobs', where: {} });
    await author('PATCH', `${CATEGORIES}/${id}?draft=true`, { title: 'Άλλη', _status: 'draft' });
    expect((await plan()).status).toBe(409);
  });

  it.each(['123456', 'abc', '65f0c0ffee65f0c0ffee65f0'])('a document that is not there: %s', async (id) => {
    expect((await publish(editor, CATEGORIES, id)).status).toBe(404);
    expect((await editor('DELETE', `${CATEGORIES}/${id}/planned/1`)).status).toBe(404);
  });
});

oneDatabase.describe('who may not publish', () => {
  it('gets no draft of theirs published by what an editor has planned', async () => {
    const { id, title } = await category(payload, { title: 'Όπως την είδε', _status: 'draft' });
    const mayUpdate = async (of: Rest) =>
      (await of('POST', `${CATEGORIES}/access/${id}`, { _status: 'draft' })).value.update === true;
    expect(await mayUpdate(author)).toBe(true);
    await publish(editor, CATEGORIES, id);
    // The form of a document that they may not save is read-only.
    expect([await mayUpdate(author), await mayUpdate(editor)]).toEqual([false, true]);
    const { status } = await author('PATCH', `${CATEGORIES}/${id}?draft=true`, {
      title: 'Λαθραία',
      _status: 'draft',
    });
    expect(status).toBe(409);
    const [version] = await local(payload).versions(CATEGORIES, id);
    const restored = await author('POST', `${CATEGORIES}/versions/${version?.id}?draft=true`);
    expect(restored.status).toBe(409);
    expect(
      (await editor('PATCH', `${CATEGORIES}/${id}?draft=true`, { slug: 'nea', _status: 'draft' })).status,
    ).toBe(200);
    await carryOut();
    expect(await titles(CATEGORIES)).toContain(title);
    expect(await mayUpdate(author)).toBe(true);
    expect(
      (await author('PATCH', `${CATEGORIES}/${id}?draft=true`, { title: 'Νέα', _status: 'draft' })).status,
    ).toBe(200);
  });
});

oneDatabase.describe('what would fail', () => {
  const LACKS = {
    el: 'Τίτλος: Συμπληρώστε αυτό το πεδίο.',
    en: 'Title: Please fill in this field.',
  };
  let english: Rest;
  beforeAll(async () => {
    const login = { email: 'editor@portal.example', password: PASSWORD };
    english = await signedIn(payload, login, { 'Accept-Language': 'en' });
  });

  /** A post that is planned, and has lost its title since. */
  async function doomed(): Promise<Doc> {
    const draft = await post(payload, { title: 'Δεν θα βγει', _status: 'draft' });
    expect((await publish(editor, POSTS, draft.id)).status).toBe(201);
    const emptied = await editor('PATCH', `${POSTS}/${draft.id}?draft=true`, { title: '', _status: 'draft' });
    expect(emptied.status).toBe(200);
    return draft;
  }

  /** What the endpoint, the list and the form say of it. */
  async function said(of: Rest, id: number | string) {
    const { docs } = (await of('GET', planned(POSTS, id))).value as { docs: Record<string, unknown>[] };
    const states = (await of('GET', `portal-publication/${POSTS}?ids=${id}`)).value;
    const { alerts, planned: shown } = states[String(id)] as { alerts: string[]; planned: unknown[] };
    expect(shown).toEqual(docs);
    return { state: docs[0]?.state, reason: docs[0]?.reason, alerts };
  }

  const time = (zone: string) => `15/01/2099 14:30 (${zone})`;

  it('is said at once, and in the language of the reader', async () => {
    const { id } = await doomed();
    expect(await said(author, id)).toEqual({
      state: 'waiting',
      reason: LACKS,
      alerts: [`Θα αποτύχει: Δημοσίευση, ${time('ώρα Αθήνας')}. ${LACKS.el}`],
    });
    expect(await said(english, id)).toEqual({
      state: 'waiting',
      reason: LACKS,
      alerts: [`Will fail: Publish, ${time('Athens time')}. ${LACKS.en}`],
    });
    const before = await local(payload).versions(POSTS, id);
    await editor('PATCH', `${POSTS}/${id}?draft=true`, { title: 'Ξανά', _status: 'draft' });
    expect(await said(author, id)).toEqual({ state: 'waiting', reason: undefined, alerts: [] });
    expect(await local(payload).versions(POSTS, id)).toHaveLength(before.length + 1);
  });

  it('fails at its first attempt, with the reason in the language of the reader, until somebody has seen it', async () => {
    const { id } = await doomed();
    const [warn, error] = [vi.spyOn(payload.logger, 'warn'), vi.spyOn(payload.logger, 'error')];
    await carryOut();
    const line = `Planned for 15/01/2099 14:30 (Athens time) by editor@portal.example: publish news-posts ${id} "Δεν θα βγει": attempt 1 failed: ${LACKS.el} It is not tried again, and is shown in the admin until somebody has seen it.`;
    expect([warn.mock.calls, error.mock.calls]).toEqual([[], [[line]]]);
    vi.restoreAllMocks();
    const failed = { state: 'failed', attempts: 1, at: LATER, by: 'editor@portal.example' };
    expect(await plannedFor(payload)).toMatchObject([{ ...failed, reason: LACKS }]);
    await carryOut();
    expect(await plannedFor(payload)).toMatchObject([failed]);
    expect(await said(author, id)).toMatchObject({
      reason: LACKS,
      alerts: [`Απέτυχε: Δημοσίευση, ${time('ώρα Αθήνας')}. ${LACKS.el}`],
    });
    expect(await said(english, id)).toMatchObject({
      reason: LACKS,
      alerts: [`Failed: Publish, ${time('Athens time')}. ${LACKS.en}`],
    });
    await editor('PATCH', `${POSTS}/${id}?draft=true`, { title: 'Αργά', _status: 'draft' });
    expect(await said(author, id)).toMatchObject({ state: 'failed', reason: LACKS });

    const [action] = await plannedFor(payload);
    const seen = `${POSTS}/${id}/planned/${action?.id}`;
    expect((await author('DELETE', seen)).status).toBe(403);
    expect((await editor('DELETE', seen)).status).toBe(200);
    expect(await plannedFor(payload)).toEqual([]);
  });

  it('for a reason that may pass is tried a few times, and the log alone has what the database says', async () => {
    const { id, title } = await category(payload, { title: 'Με τη βάση μακριά', _status: 'draft' });
    await publish(editor, CATEGORIES, id);
    const [warn, error] = [vi.spyOn(payload.logger, 'warn'), vi.spyOn(payload.logger, 'error')];
    const fault = new Error('params: a secret');
    const { updateOne } = payload.db;
    payload.db.updateOne = (async (args: { collection: string }) => {
      if (args.collection === CATEGORIES) throw fault;
      return updateOne.call(payload.db, args as never);
    }) as never;
    const reason = { el: expect.stringContaining('Σφάλμα του διακομιστή, όχι του εγγράφου.') };
    for (let attempts = 1; attempts <= 4; attempts += 1) {
      await carryOut();
      const nextAttempt = expect.any(String);
      expect(await plannedFor(payload)).toMatchObject([{ state: 'retrying', attempts, reason, nextAttempt }]);
    }
    await carryOut();
    payload.db.updateOne = updateOne;
    expect(warn.mock.calls).toHaveLength(4);
    const line = expect.stringMatching(/: attempt 5 failed: params: a secret It is not tried again/);
    expect(error.mock.calls).toEqual([[line]]);
    vi.restoreAllMocks();
    expect(await plannedFor(payload)).toMatchObject([{ state: 'failed', attempts: 5, reason }]);
    const jobs = await payload.db.find({ collection: 'payload-jobs', where: {} });
    expect(JSON.stringify(jobs.docs)).not.toContain('a secret');
    expect(await titles(CATEGORIES)).not.toContain(title);
  });

  it('is done where the server is well again by the next attempt', async () => {
    const { id, title } = await category(payload, { title: 'Με τη δεύτερη', _status: 'draft' });
    await publish(editor, CATEGORIES, id);
    const broken = vi.spyOn(payload.db, 'updateOne').mockRejectedValueOnce(new Error('away'));
    await carryOut();
    broken.mockRestore();
    expect(await plannedFor(payload)).toMatchObject([{ state: 'retrying' }]);
    await carryOut();
    expect(await titles(CATEGORIES)).toContain(title);
    expect(await plannedFor(payload)).toEqual([]);
  });

  it.each([
    ['may not publish any more', 'Ο χρήστης που το προγραμμάτισε δεν έχει πια δικαίωμα δημοσίευσης.'],
    ['does not exist any more', 'Ο χρήστης που το προγραμμάτισε δεν υπάρχει πια.'],
  ])('is known in the morning where who planned it %s', async (what, words) => {
    const email = `${what.replaceAll(' ', '-')}@portal.example`;
    const former = await as(['editor'], email);
    const { id } = await post(payload, { _status: 'draft' });
    expect((await publish(former, POSTS, id)).status).toBe(201);
    const { docs } = await payload.find({ collection: 'users', where: { email: { equals: email } } });
    const user = docs[0]?.id ?? expect.unreachable();
    if (what.startsWith('may')) await local(payload).update('users', user, { roles: ['author'] });
    else await local(payload).remove('users', user);
    await night();
    const reason = { el: expect.stringContaining(words) };
    expect(await said(author, id)).toMatchObject({ state: 'waiting', reason });
    await carryOut();
    expect(await plannedFor(payload)).toMatchObject([{ state: 'failed', attempts: 1, reason }]);
    expect(await statusOf(POSTS, id)).toBe('draft');
  });
});

oneDatabase.describe('what is planned to be published needs', () => {
  it.each<[string, (id: number | string) => Promise<Answer>]>([
    ['withdrawn', (id) => editor('PATCH', `${CATEGORIES}/${id}`, { _status: 'draft' })],
    ['trashed', (id) => editor('PATCH', `${CATEGORIES}/${id}`, { deletedAt: new Date().toISOString() })],
    ['planned to be withdrawn', (id) => unpublish(editor, CATEGORIES, id)],
  ])('a category that is not %s meanwhile: the refusal names the plan and its time', async (_how, take) => {
    const used = await category(payload, { title: 'Αναγκαία' });
    const { id } = await post(payload, { title: 'Περιμένει', category: used.id, _status: 'draft' });
    expect((await take((await category(payload)).id)).status).toBeLessThan(300);
    await publish(editor, POSTS, id);
    const { body, status } = await take(used.id);
    expect(status).toBe(409);
    expect(body).toContain('Νέο «Περιμένει», προγραμματισμένο για 15/01/2099 14:30 (ώρα Αθήνας)');
    expect(await statusOf(CATEGORIES, used.id)).toBe('published');
    await payload.db.deleteMany({ collection: 'payload-jobs', where: {} });
    expect((await take(used.id)).status).toBeLessThan(300);
  });

  it('the category of its newest draft, and is named once where it is published with it too', async () => {
    const [published, drafted] = [await category(payload), await category(payload)];
    const { id } = await post(payload, { title: 'Και τα δύο', category: published.id });
    const withdraw = async (of: Doc) =>
      (await editor('PATCH', `${CATEGORIES}/${of.id}`, { _status: 'draft' })).value;
    await publish(editor, POSTS, id);
    await local(payload).update(POSTS, id, { category: drafted.id }, { draft: true });
    expect(JSON.stringify(await withdraw(published))).toContain('χρησιμοποιείται: Νέο «Και τα δύο». Αλλάξτε');
    expect(JSON.stringify(await withdraw(drafted))).toContain('Νέο «Και τα δύο», προγραμματισμένο για');
    await local(payload).update(POSTS, id, { category: published.id }, { draft: true });
    expect(JSON.stringify(await withdraw(published)).match(/«Και τα δύο»/g)).toHaveLength(1);
  });
});

oneDatabase.it('planning makes no version, whatever is planned, and counts as no publication', async () => {
  const { id } = await category(payload, { title: 'Μία έκδοση' });
  for (const change of ['unpublish', 'publish'] as const) {
    await local(payload).update(CATEGORIES, id, { title: `Πριν: ${change}` });
    const before = await local(payload).versions(CATEGORIES, id);
    for (const at of ['2099-01-01T00:00:00Z', '2099-02-01T00:00:00Z'])
      expect((await editor('POST', planned(CATEGORIES, id, { change, at }))).status).toBe(201);
    await plannedFor(payload);
    await editor('GET', `portal-publication/${CATEGORIES}?ids=${id}`);
    expect(await local(payload).versions(CATEGORIES, id)).toEqual(before);
  }
});

it('that no server carries out is late', async () => {
  const { id } = await category(payload, { _status: 'draft' });
  await publish(editor, CATEGORIES, id);
  const waitUntil = new Date(Date.now() - 6 * 60_000).toISOString();
  await payload.db.updateMany({ collection: 'payload-jobs', data: { waitUntil }, where: {} });
  expect(await plannedFor(payload)).toMatchObject([{ state: 'late' }]);
});

oneDatabase.it('what a host schedules for other collections stays as Payload has it', async () => {
  const pages: CollectionConfig = {
    slug: 'pages',
    fields: [{ name: 'title', type: 'text' }],
    versions: { drafts: { schedulePublish: true } },
  };
  const host = await startPayload({ collections: [pages] });
  const { config } = host.collections['pages' as never] as unknown as { config: CollectionConfig };
  expect((config.versions as { drafts: object }).drafts).toMatchObject({ schedulePublish: true });
  const { id } = await local(host).create('pages', { title: 'Σελίδα', _status: 'draft' });
  const input = { type: 'publish', doc: { relationTo: 'pages', value: String(id) } };
  await host.jobs.queue({ task: 'schedulePublish' as never, input: input as never });
  expect(await plannedFor(host)).toEqual([]);
  await host.jobs.run({ allQueues: true, silent: true });
  expect((await local(host).read('pages', id))._status).toBe('published');
});
