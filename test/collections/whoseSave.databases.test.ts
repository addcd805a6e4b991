import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { category, type Doc, local, post } from '../support/content.ts';
import { type Form, openForm, openFormAt } from '../support/form.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';
import { type Answer, type Rest, rest, signedIn } from '../support/rest.ts';

const LIST = 'news-categories';
const DRAFT = 'draft=true';
const AUTOSAVE = 'draft=true&autosave=true';

let payload: Payload;
let eleni: Rest;
let nikos: Rest;

beforeAll(async () => {
  payload = await startPayload();
  eleni = await editor('Ελένη');
  nikos = await editor('Νίκος');
});

async function editor(name: string, roles = ['editor']): Promise<Rest> {
  const email = `${encodeURIComponent(name).replaceAll('%', '').toLowerCase()}@portal.example`;
  const user = { email, name, password: 'a password for tests', roles };
  await local(payload).create('users', user);
  return signedIn(payload, user, { 'Accept-Language': 'en' });
}

const publish = (form: Form, title: string) => form.save({ title, _status: 'published' });
const draft = (form: Form, title: string, query = DRAFT) => form.save({ title, _status: 'draft' }, query);

const titleOf = async (id: Doc['id']) => (await local(payload).read(LIST, id, { draft: true })).title;
const publishedTitleOf = async (id: Doc['id']) => (await local(payload).read(LIST, id)).title;

/** The body of a refusal that names who has saved. */
async function refusedBy(answer: Answer, by: string, id: Doc['id']) {
  const [error] = answer.value.errors as { data: { newest: { updatedAt: string } } }[];
  const { updatedAt } = await local(payload).read(LIST, id, { draft: true });
  expect({ status: answer.status, error }).toMatchObject({
    status: 409,
    error: {
      message: expect.stringContaining(`(${by})`),
      data: { isLate: false, newest: { by, isOwn: false, updatedAt } },
    },
  });
}

const SAVES: [string, (form: Form) => Promise<Answer>][] = [
  ['a draft', (form) => draft(form, 'Παλιό')],
  ['an automatic draft', (form) => draft(form, 'Παλιό', AUTOSAVE)],
  ['a publication', (form) => publish(form, 'Παλιό')],
  ['a withdrawal', (form) => form.save({ _status: 'draft' }, 'unpublishAllLocales=true')],
];

const MEANWHILE: [string, (form: Form) => Promise<Answer>][] = [
  ['a publication', (form) => publish(form, 'Νέο')],
  ['a draft', (form) => draft(form, 'Νέο')],
  ['an automatic draft', (form) => draft(form, 'Νέο', AUTOSAVE)],
  ['a withdrawal', (form) => form.save({ _status: 'draft' }, 'unpublishAllLocales=true')],
];

describe('a save of a form that was opened before another saved', () => {
  it.each(SAVES)('is refused, and changes nothing: %s', async (_, save) => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const old = await openForm(eleni, LIST, id);
    expect((await publish(await openForm(nikos, LIST, id), 'Νέο')).status).toBe(200);
    const before = await local(payload).versions(LIST, id);
    const answer = await save(old);
    await refusedBy(answer, 'Νίκος', id);
    expect(await local(payload).versions(LIST, id)).toEqual(before);
    expect(await publishedTitleOf(id)).toBe('Νέο');
  });

  oneDatabase.it.each(MEANWHILE)('is refused after %s', async (_, save) => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const old = await openForm(eleni, LIST, id);
    const other = await openForm(nikos, LIST, id);
    expect((await save(other)).status).toBe(200);
    await refusedBy(await publish(old, 'Παλιό'), 'Νίκος', id);
  });

  oneDatabase.it('goes on anyway, if it says the state that it was refused for', async () => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const old = await openForm(eleni, LIST, id);
    await publish(await openForm(nikos, LIST, id), 'Νέο');
    const refused = await publish(old, 'Παλιό');
    old.goOn(refused);
    expect((await publish(old, 'Παλιό')).status).toBe(200);
    expect(await publishedTitleOf(id)).toBe('Παλιό');
  });

  oneDatabase.it(
    'is refused after a planned publication, an import and a save of a program, which no user made',
    async () => {
      const { id } = await category(payload, { title: 'Πρώτο' });
      const old = await openForm(eleni, LIST, id);
      await local(payload).update(LIST, id, { title: 'Νέο', _status: 'published' });
      const { status, value } = await publish(old, 'Παλιό');
      const [error] = value.errors as { message: string; data: object }[];
      expect({ status, ...error }).toMatchObject({
        status: 409,
        data: { newest: { by: null } },
      });
    },
  );

  oneDatabase.it('of the same user in another tab is refused in other words', async () => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const [one, other] = [await openForm(eleni, LIST, id), await openForm(eleni, LIST, id)];
    await draft(one, 'Από τη μία');
    const { status, value } = await draft(other, 'Από την άλλη');
    const [error] = value.errors as { message: string; data: object }[];
    expect({ status, ...error }).toMatchObject({
      status: 409,
      data: { newest: { by: 'Ελένη', isOwn: true } },
    });
  });

  it('reverts to the published version only as it has seen it', async () => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const first = await openForm(eleni, LIST, id);
    await draft(first, 'Πρόχειρο');
    const other = await openForm(nikos, LIST, id);
    await draft(other, 'Πιο νέο');
    await refusedBy(await first.revert(), 'Νίκος', id);
    expect(await titleOf(id)).toBe('Πιο νέο');
    expect((await other.revert()).status).toBe(200);
    expect(await titleOf(id)).toBe('Πρώτο');
    expect((await draft(first, 'Πάλι')).status).toBe(409);
  });

  oneDatabase.it('without a base is taken as before', async () => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    await publish(await openForm(nikos, LIST, id), 'Νέο');
    const answer = await eleni('PATCH', `${LIST}/${id}`, { title: 'Από πρόγραμμα', _status: 'published' });
    expect(answer.status).toBe(200);
  });
});

describe('the earlier saves of the same form', () => {
  it('never refuse a later one, though their answers were lost', async () => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const form = await openForm(eleni, LIST, id);
    for (const title of ['Α', 'ΑΒ']) await form.lost(() => draft(form, title, AUTOSAVE));
    await form.lost(() => publish(form, 'ΑΒΓ'));
    expect((await publish(form, 'ΑΒΓΔ')).status).toBe(200);
    await form.lost(() => form.save({ _status: 'draft' }, 'unpublishAllLocales=true'));
    expect((await draft(form, 'ΑΒΓΔΕ')).status).toBe(200);
    expect(await titleOf(id)).toBe('ΑΒΓΔΕ');
  });

  it.each([
    ['an automatic draft', AUTOSAVE],
    ['a draft', DRAFT],
  ])('that arrive late are refused: %s after a publication', async (_, query) => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const form = await openForm(eleni, LIST, id);
    const arriveLate = form.hold(() => draft(form, 'Μισό', query));
    expect((await publish(form, 'Ολόκληρο')).status).toBe(200);
    const { status, value } = await arriveLate();
    const [error] = value.errors as object[];
    expect({ status, ...error }).toMatchObject({
      status: 409,
      data: { isLate: true },
    });
    expect(await titleOf(id)).toBe('Ολόκληρο');
  });

  oneDatabase.it('say nothing for it once another has saved', async () => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const form = await openForm(eleni, LIST, id);
    await form.lost(() => draft(form, 'Δικό μου'));
    await publish(await openForm(nikos, LIST, id), 'Άλλου');
    await refusedBy(await publish(form, 'Πάλι δικό μου'), 'Νίκος', id);
  });

  oneDatabase.it(
    'are no pass for others: a document that was reverted, or moved through the trash, is somebody else’s',
    async () => {
      const { id } = await category(payload, { title: 'Πρώτο' });
      const form = await openForm(eleni, LIST, id);
      await draft(form, 'Δικό μου');
      await nikos('PATCH', `${LIST}/${id}`, { deletedAt: new Date().toISOString() });
      await nikos('PATCH', `${LIST}/${id}?trash=true`, { deletedAt: null });
      expect((await draft(form, 'Πάλι δικό μου')).status).toBe(409);
    },
  );
});

describe('saves at one moment', () => {
  it('of which each says the same base: one is written', async () => {
    for (const query of [DRAFT, AUTOSAVE, '']) {
      const { id } = await category(payload, { title: 'Πρώτο' });
      const forms = await Promise.all([eleni, nikos, eleni, nikos].map((as) => openForm(as, LIST, id)));
      const _status = query ? 'draft' : 'published';
      const answers = await Promise.all(
        forms.map((form, n) => form.save({ title: `Του ${n}`, _status }, query)),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
      const won = statuses.indexOf(200);
      expect(await titleOf(id)).toBe(`Του ${won}`);
      const titles = (await local(payload).versions(LIST, id)).map(({ version }) => version.title);
      expect(titles).toEqual([`Του ${won}`, 'Πρώτο']);
    }
  });
});

describe('an account and the settings', () => {
  it('are refused likewise, and their own next save is not for a lost answer or a wrong password', async () => {
    const one = await editor('Άννα', ['admin']);
    const other = await editor('Πέτρος', ['admin']);
    const { id } = (await one('GET', 'users/me')).value.user as Doc;
    const account = await openForm(one, 'users', id);
    const others = await openForm(other, 'users', id);
    const password = { password: 'another long password', currentPassword: 'a wrong password' };
    expect((await account.save(password)).status).toBe(400);
    await account.lost(() => account.save({ name: 'Άννα Α.' }));
    expect((await account.save({ name: 'Άννα Β.' })).status).toBe(200);
    const refused = await others.save({ name: 'Από τον Πέτρο' });
    expect(refused).toMatchObject({
      status: 409,
      value: {
        errors: [{ data: { isLate: false, newest: { by: 'Άννα Α.', isOwn: false, version: null } } }],
      },
    });
    expect(await others.newest()).toMatchObject({ newest: { by: 'Άννα Α.' } });
    others.goOn(refused);
    expect((await others.save({ name: 'Από τον Πέτρο' })).status).toBe(200);

    await one('POST', 'globals/portal-settings', { styleSheet: '' });
    const forms = await Promise.all([one, other, one].map((as) => openFormAt(as, 'globals/portal-settings')));
    const answers = await Promise.all(
      forms.map((form, n) => form.save({ styleSheet: `https://portal.example/${n}.css` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const winner = forms[answers.findIndex(({ status }) => status === 200)] as Form;
    await winner.lost(() => winner.save({ styleSheet: 'https://portal.example/a.css' }));
    expect((await winner.save({ styleSheet: 'https://portal.example/b.css' })).status).toBe(200);
    expect(await winner.newest()).toMatchObject({ newest: null, others: [] });
    expect((await one('GET', 'globals/portal-settings')).value).not.toHaveProperty('portal_base');
  });
});

describe('an open form', () => {
  const ROWS = 'portal-open-forms';

  it('is named to others who have it open, by whichever server, for a minute, and stops nobody', async () => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const [one, other] = [await openForm(eleni, LIST, id), await openForm(nikos, LIST, id)];
    expect(await one.newest()).toMatchObject({ newest: null, others: [] });
    expect(await (await openForm(eleni, LIST, id)).newest()).toMatchObject({ newest: null, others: [] });
    expect(await other.newest()).toMatchObject({ newest: null, others: ['Ελένη'] });
    expect(await one.newest()).toMatchObject({ newest: null, others: ['Νίκος'] });
    expect((await publish(other, 'Νέο')).status).toBe(200);

    const where = { document: { equals: `${LIST} ${id}` } };
    const { docs } = await payload.db.find<{ id: number }>({ collection: ROWS, where });
    const at = new Date(Date.now() - 60_001).toISOString();
    for (const row of docs) await payload.db.updateOne({ collection: ROWS, id: row.id, data: { at } });
    expect(await other.newest()).toMatchObject({ newest: null, others: [] });
    expect((await payload.db.find({ collection: ROWS, where })).docs).toHaveLength(1);
  });

  oneDatabase.it(
    'is nobody’s business who may not read the draft, nor of a program that asks what is newer',
    async () => {
      const { id, updatedAt } = await category(payload, { title: 'Πρώτο' });
      const query = new URLSearchParams({ updatedAt: String(updatedAt), open: 'true' });
      const path = `portal-publication/${LIST}/${id}/newest?${query}`;
      expect((await rest(payload)('GET', path)).status).toBe(403);
      expect((await eleni('GET', ROWS)).status).toBe(403);
      expect((await eleni('GET', path.replace('&open=true', ''))).value).toMatchObject({ newest: null });
      expect((await nikos('GET', path)).value).toMatchObject({ newest: null, others: [] });
    },
  );
});

oneDatabase.describe('a base that is sent by hand', () => {
  const FORM = 'a'.repeat(20);
  const NOW = '2026-11-26T00:00:00.000Z';

  it.each([
    'yesterday',
    { updatedAt: '2026-13-45T00:00:00.000Z' },
    { form: FORM, save: 1 },
    { updatedAt: NOW, form: 'x', save: 1 },
    { updatedAt: NOW, form: FORM, save: "1'; DROP TABLE users" },
  ])('is refused where it is malformed: %j', async (portal_base) => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const answer = await eleni('PATCH', `${LIST}/${id}?draft=true`, { title: 'Β', portal_base });
    expect(answer.status).toBe(400);
  });

  it('tells nobody who may not read, makes no document newer than it is, and stays nowhere', async () => {
    const { id, updatedAt } = await post(payload, { title: 'Πρώτο' });
    const at = (time: unknown) => ({ title: 'Β', portal_base: { updatedAt: time } });
    const path = `news-posts/${id}?draft=true`;
    const answers = [
      await rest(payload)('PATCH', `news-posts/${id}`, at(updatedAt)),
      await eleni('PATCH', path, at('1999-01-01T00:00:00.000Z')),
      await eleni('PATCH', path, { ...at(updatedAt), saved_by_form: 'x'.repeat(20) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 409, 200]);
    for (const { doc } of [answers[2]?.value ?? {}, { doc: (await eleni('GET', path)).value }]) {
      expect(doc).toMatchObject({ title: 'Β' });
      expect(doc).not.toHaveProperty('saved_by_form');
      expect(doc).not.toHaveProperty('portal_base');
    }
  });

  it('is not what bulk actions, the trash and restored versions are judged by', async () => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    await publish(await openForm(nikos, LIST, id), 'Νέο');
    const portal_base = { updatedAt: '1999-01-01T00:00:00.000Z' };
    const bulk = await eleni('PATCH', `${LIST}?where[id][equals]=${id}`, { _status: 'draft', portal_base });
    expect(bulk.status).toBe(200);
    const [first] = (await local(payload).versions(LIST, id)).slice(-1);
    expect((await eleni('POST', `${LIST}/versions/${first?.id}`, {})).status).toBe(200);
    const trashed = await eleni('PATCH', `${LIST}/${id}`, { deletedAt: new Date().toISOString() });
    expect(trashed.status).toBe(200);
  });
});

oneDatabase.describe('a form that another account has opened', () => {
  const ME = 'Έλλη';
  const SAID = `Not done, since another account has opened this page, and somebody else (${ME}) has signed in since. `;
  let elli: Rest;
  let id: Doc['id'];
  /** As the form of another account sends it, and as one's own does. */
  let [theirs, own]: Record<string, string>[] = [];

  beforeAll(async () => {
    elli = await editor(ME, ['admin']);
    ({ id } = await category(payload, { title: 'Πρώτο' }));
    const of = async (by: Rest) => {
      const { user } = (await by('GET', 'users/me')).value as { user: { id: number | string } };
      return { 'Portal-Account': encodeURIComponent(`users ${user.id}`) };
    };
    theirs = await of(nikos);
    own = await of(elli);
  });

  it.each<[string, string, string, object?]>([
    ['a save', 'PATCH', '/ID', { title: 'Της Έλλης' }],
    ['an automatic draft', 'PATCH', '/ID?draft=true&autosave=true', { title: 'Της Έλλης' }],
    ['a publication', 'PATCH', '/ID', { title: 'Της Έλλης', _status: 'published' }],
    ['a withdrawal', 'PATCH', '/ID?unpublishAllLocales=true', { _status: 'draft' }],
    ['a new document', 'POST', '', { title: 'Της Έλλης', slug: 'tis-ellis' }],
    ['a duplicate', 'POST', '/ID/duplicate', {}],
    ['a move to the trash', 'PATCH', '/ID', { deletedAt: '2026-11-29T00:00:00.000Z' }],
    ['a deletion', 'DELETE', '/ID'],
    ['a deletion of several', 'DELETE', '?where[id][equals]=ID'],
    ['a plan', 'POST', '/ID/planned?change=unpublish&at=2099-11-29T00:00:00Z', {}],
    ['a submission', 'POST', '=portal-review/news-categories/ID/submit', {}],
    ['a decision', 'POST', '=portal-review/news-categories/ID/send-back', { reason: 'Όχι' }],
    ['a draft link', 'POST', '/ID/draft-links', {}],
    ['the settings', 'POST', '=globals/portal-settings', { secondEyes: true }],
    ['a view', 'POST', '=payload-query-presets', { title: 'Προβολή', relatedCollection: LIST, where: {} }],
    ['a second factor that is taken away', 'POST', '=users/ID/second-factor/remove', {}],
    ['an account', 'POST', '=users', { email: 'x@portal.example', password: 'a password for tests' }],
  ])('is refused in words, and what it has is not stored: %s', async (_, method, to, data) => {
    const path = (to.startsWith('=') ? to.slice(1) : `${LIST}${to}`).replace('ID', String(id));
    const count = async () => (await elli('GET', `${LIST}?limit=1&trash=true`)).value.totalDocs;
    const before = await count();
    const answer = await elli(method, path, data, theirs);
    const [error] = answer.value.errors as { message: string }[];
    expect([answer.status, error?.message.slice(0, SAID.length)]).toEqual([409, SAID]);
    expect([await titleOf(id), await publishedTitleOf(id), await count()]).toEqual([
      'Πρώτο',
      'Πρώτο',
      before,
    ]);
  });

  it("is known by its account alone: one's own, and what names none, is saved, and a sign-in is no save", async () => {
    expect((await elli('PATCH', `${LIST}/${id}`, { title: 'Α' }, own)).status).toBe(200);
    expect((await elli('PATCH', `${LIST}/${id}`, { title: 'Β' })).status).toBe(200);
    expect((await elli('POST', 'users/refresh-token', undefined, theirs)).status).toBe(200);
    expect((await rest(payload)('PATCH', `${LIST}/${id}`, { title: 'Γ' }, theirs)).status).toBe(403);
    expect(await titleOf(id)).toBe('Β');
  });
});
