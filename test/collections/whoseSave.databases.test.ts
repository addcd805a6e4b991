import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { category, type Doc, local, post } from '../support/content.ts';
import { type Form, openForm } from '../support/form.ts';
import { startPayload } from '../support/payload.ts';
import { type Answer, type Rest, signedIn } from '../support/rest.ts';

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

async function editor(name: string): Promise<Rest> {
  const email = `${encodeURIComponent(name).replaceAll('%', '').toLowerCase()}@portal.example`;
  const user = { email, name, password: 'a password for tests', roles: ['editor'] };
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
      message: `Not done, since another user (${by}) has saved it in the meantime.`,
      data: { isLate: false, newest: { by, isOwn: false, updatedAt } },
    },
  });
}

const SAVES: [string, (form: Form) => Promise<Answer>][] = [
  ['a draft', (form) => draft(form, 'Παλιό')],
  ['an automatic draft', (form) => draft(form, 'Παλιό', AUTOSAVE)],
  ['a publication', (form) => publish(form, 'Παλιό')],
  ['a withdrawal', (form) => form.save({ _status: 'draft' }, 'unpublishAllLocales=true')],
  ['a move into the trash', (form) => form.save({ deletedAt: new Date().toISOString() })],
  ['a bulk publication', (form) => form.saveInBulk({ _status: 'published' })],
  ['a bulk withdrawal', (form) => form.saveInBulk({ _status: 'draft' }, 'unpublishAllLocales=true')],
  ['a restored version', (form) => form.restoreFirstVersion()],
  ['a restored version as a draft', (form) => form.restoreFirstVersion('draft=true')],
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
    if (old.isBulk(answer)) {
      expect(answer.status).toBe(400);
      expect(answer.value.docs).toEqual([]);
      const [error] = answer.value.errors as { message: string }[];
      expect(error?.message).toContain('another user (Νίκος) has saved it in the meantime.');
    } else await refusedBy(answer, 'Νίκος', id);
    expect(await local(payload).versions(LIST, id)).toEqual(before);
    expect(await publishedTitleOf(id)).toBe('Νέο');
  });

  it.each(MEANWHILE)('is refused after %s', async (_, save) => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const old = await openForm(eleni, LIST, id);
    const other = await openForm(nikos, LIST, id);
    expect((await save(other)).status).toBe(200);
    await refusedBy(await publish(old, 'Παλιό'), 'Νίκος', id);
  });

  it('goes on anyway, if it says the state that it was refused for', async () => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const old = await openForm(eleni, LIST, id);
    await publish(await openForm(nikos, LIST, id), 'Νέο');
    const refused = await publish(old, 'Παλιό');
    old.goOn(refused);
    expect((await publish(old, 'Παλιό')).status).toBe(200);
    expect(await publishedTitleOf(id)).toBe('Παλιό');
  });

  it('is refused after a planned publication, an import and a save of a program, which no user made', async () => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const old = await openForm(eleni, LIST, id);
    await local(payload).update(LIST, id, { title: 'Νέο', _status: 'published' });
    const { status, value } = await publish(old, 'Παλιό');
    const [error] = value.errors as { message: string; data: object }[];
    expect({ status, ...error }).toMatchObject({
      status: 409,
      message: 'Not done, since it has changed in the meantime, by another user or a planned publication.',
      data: { newest: { by: null } },
    });
  });

  it('of the same user in another tab is refused in other words', async () => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const [one, other] = [await openForm(eleni, LIST, id), await openForm(eleni, LIST, id)];
    await draft(one, 'Από τη μία');
    const { status, value } = await draft(other, 'Από την άλλη');
    const [error] = value.errors as { message: string; data: object }[];
    expect({ status, ...error }).toMatchObject({
      status: 409,
      message: 'Not done, since you have saved it in another tab or on another device in the meantime.',
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

  it('without a base is taken as before', async () => {
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
      message: 'Not done, since the same form has saved something newer already.',
      data: { isLate: true },
    });
    expect(await titleOf(id)).toBe('Ολόκληρο');
  });

  it('say nothing for it once another has saved', async () => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const form = await openForm(eleni, LIST, id);
    await form.lost(() => draft(form, 'Δικό μου'));
    await publish(await openForm(nikos, LIST, id), 'Άλλου');
    await refusedBy(await publish(form, 'Πάλι δικό μου'), 'Νίκος', id);
  });

  it('are no pass for others: a document that was reverted, or moved through the trash, is somebody else’s', async () => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const form = await openForm(eleni, LIST, id);
    await draft(form, 'Δικό μου');
    const other = await openForm(nikos, LIST, id);
    await other.save({ deletedAt: new Date().toISOString() });
    await other.save({ deletedAt: null }, 'trash=true');
    expect((await draft(form, 'Πάλι δικό μου')).status).toBe(409);
  });
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

describe('a bulk action', () => {
  it('changes the rows that are as its list shows them, and names the others', async () => {
    const same = await category(payload, { title: 'Ίδιο' });
    const other = await category(payload, { title: 'Άλλαξε' });
    const [shown, changed] = [await openForm(eleni, LIST, same.id), await openForm(eleni, LIST, other.id)];
    await publish(await openForm(nikos, LIST, other.id), 'Άλλαξε πια');
    const answer = await shown.saveInBulk({ _status: 'published' }, '', [changed]);
    expect(answer.status).toBe(400);
    expect((answer.value.docs as Doc[]).map(({ id }) => id)).toEqual([same.id]);
    const [error] = answer.value.errors as { id: Doc['id'] }[];
    expect(error?.id).toBe(other.id);
  });
});

describe('headers that nobody sends but by hand', () => {
  it.each([
    ['Portal-Base', 'yesterday'],
    ['Portal-Base', '1=2026-13-45T00:00:00.000Z'],
    ['Portal-Base', '%E0%A4%A=2026-11-26T00:00:00.000Z'],
    ['Portal-Form', 'x;1'],
    ['Portal-Form', `${'a'.repeat(20)};-1`],
    ['Portal-Form', `${'a'.repeat(20)};1'; DROP TABLE users`],
  ])('are refused: %s: %s', async (name, value) => {
    const { id } = await category(payload, { title: 'Πρώτο' });
    const answer = await eleni('PATCH', `${LIST}/${id}?draft=true`, { title: 'Β' }, { [name]: value });
    expect(answer.status).toBe(400);
    expect(answer.value).toEqual({
      errors: [
        {
          message: 'The headers Portal-Base ("id=updatedAt") and Portal-Form ("id;number") are malformed.',
        },
      ],
    });
  });

  it('tell nobody who may not read, and make no document newer than it is', async () => {
    const { id, updatedAt } = await post(payload, { title: 'Πρώτο' });
    const header = { 'Portal-Base': `${id}=${updatedAt}` };
    const answers = await Promise.all([
      (await import('../support/rest.ts')).rest(payload)('PATCH', `news-posts/${id}`, { title: 'Β' }, header),
      eleni(
        'PATCH',
        `news-posts/${id}?draft=true`,
        { title: 'Β' },
        { 'Portal-Base': `${id}=1999-01-01T00:00:00.000Z` },
      ),
      eleni('PATCH', `news-posts/${id}?draft=true`, { title: 'Β', saved_by_form: 'x'.repeat(20) }, header),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 409, 200]);
    const { value } = await eleni('GET', `news-posts/${id}?draft=true`);
    expect(value).not.toHaveProperty('saved_by_form');
  });
});
