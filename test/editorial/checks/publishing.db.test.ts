import type { Payload } from 'payload';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plannedFor } from '../../../src/index.ts';
import { htmlToLexical } from '../../../src/rich-text/index.ts';
import { documentLink, paragraph, state, text as words } from '../../rich-text/states.ts';
import { category, type Doc, importDocument, local, post, unusedSlug } from '../../support/content.ts';
import { greekI18n } from '../../support/greek.ts';
import { startPayload } from '../../support/payload.ts';
import { type Rest, rest, signedIn } from '../../support/rest.ts';

const POSTS = 'news-posts';
const PASSWORD = 'a long password';

let payload: Payload;
/** REST of an editor, in Greek. */
let editor: Rest;
let group: Doc['id'];

beforeAll(async () => {
  payload = await startPayload({ i18n: greekI18n });
  const email = 'editor@portal.example';
  await local(payload).create('users', { email, password: PASSWORD, roles: ['editor'] });
  group = (await category(payload)).id;
  editor = await signedIn(payload, { email, password: PASSWORD }, { 'Accept-Language': 'el' });
});

beforeEach(() => choose({}));

/** Chooses what the checks do; those that are not named are warnings. */
async function choose(levels: Record<string, string | number | null>): Promise<void> {
  const warnings = [
    'headings',
    'pictures',
    'linkTexts',
    'letters',
    'titleLength',
    'sameTitle',
    'brokenLinks',
  ];
  const checks = {
    longestTitle: null,
    ...Object.fromEntries(warnings.map((each) => [each, 'warning'])),
    ...levels,
  };
  await payload.updateGlobal({ slug: 'portal-settings' as never, data: { checks } as never });
}

const text = (html: string) => htmlToLexical(html);
const VAGUE = '<p>Η αίτηση είναι <a href="https://www.gov.gr/a">εδώ</a>.</p>';
const CLEAR = '<p>Κάντε την <a href="https://www.gov.gr/a">αίτηση για επίδομα</a>.</p>';

const SAID =
  'Ο σύνδεσμος «εδώ» (https://www.gov.gr/a) δεν λέει πού οδηγεί. Βάλτε τον σε λέξεις που το λένε, π.χ. «Αίτηση για επίδομα γέννησης».';
const refusal = (message: string, path = 'content', label = 'Κείμενο') => ({
  status: 400,
  value: { errors: [{ data: { errors: [{ path, label, message }] } }] },
});

const draft = (data: object = {}) =>
  post(payload, { content: text(VAGUE), category: group, _status: 'draft', ...data });
const publish = (id: Doc['id'], data: object = {}) =>
  editor('PATCH', `${POSTS}/${id}?draft=false`, { ...data, _status: 'published' });
const statusOf = async (id: Doc['id']) => (await local(payload).read(POSTS, id))._status;

async function findings(id: Doc['id'], collection = POSTS) {
  const { value } = await editor('GET', `portal-checks/${collection}/${id}`);
  return (
    value.findings as { check: string; field: string; label: string; message: string; stops: boolean }[]
  ).map(({ check, field, label, message, stops }) => [check, field, label, message, stops]);
}

it('a warning is said of the newest version, and stops nothing', async () => {
  const { id } = await draft({ title: 'Tο επίδομα' });
  expect(await findings(id)).toEqual([
    [
      'letters',
      'title',
      'Τίτλος',
      'Η λέξη «Tο» έχει λατινικά γράμματα που μοιάζουν με ελληνικά: T (1ο γράμμα). Γράψτε την ξανά με ελληνικά, αλλιώς η αναζήτηση δεν τη βρίσκει.',
      false,
    ],
    ['linkTexts', 'content', 'Κείμενο', SAID, false],
  ]);
  expect((await publish(id)).status).toBe(200);
  await editor('PATCH', `${POSTS}/${id}?draft=true`, {
    title: 'Το επίδομα',
    content: text(CLEAR),
    _status: 'draft',
  });
  expect(await findings(id)).toEqual([]);
});

it('a link to a document that is not published is named, until that is', async () => {
  await payload.updateGlobal({
    slug: 'portal-settings' as never,
    data: { news_posts: { address: 'https://www.portal.example/el/news/{slug}' } } as never,
  });
  const target = await draft({ title: 'Οι οδηγίες', content: text(CLEAR) });
  const { id } = await draft({
    title: 'Η υποβολή',
    content: state(paragraph(documentLink(POSTS, target.id, words('πώς υποβάλλεται')))),
  });
  const said =
    'Ο σύνδεσμος «πώς υποβάλλεται» οδηγεί σε έγγραφο που δεν είναι δημοσιευμένο («Οι οδηγίες»): στην πύλη φαίνονται μόνο οι λέξεις του. Δημοσιεύστε το έγγραφο ή αφαιρέστε τον σύνδεσμο.';
  expect(await findings(id)).toEqual([['brokenLinks', 'content', 'Κείμενο', said, false]]);
  expect((await publish(id)).status).toBe(200);
  expect((await publish(target.id)).status).toBe(200);
  expect(await findings(id)).toEqual([]);
  await editor('PATCH', `${POSTS}/${target.id}?draft=false`, { _status: 'draft' });
  expect(await findings(id)).toEqual([['brokenLinks', 'content', 'Κείμενο', said, false]]);
});

it('who may not read a document is told nothing of it', async () => {
  const { id } = await draft();
  expect((await rest(payload)('GET', `portal-checks/${POSTS}/${id}`)).status).toBe(403);
  expect((await editor('GET', `portal-checks/users/${id}`)).status).toBe(404);
});

describe('an error stops', () => {
  beforeEach(() => choose({ linkTexts: 'error' }));

  it('a publication, at the field, in the words of other refusals', async () => {
    const { id } = await draft();
    expect(await publish(id)).toMatchObject(refusal(SAID));
    expect(await statusOf(id)).toBe('draft');
    expect(await findings(id)).toEqual([['linkTexts', 'content', 'Κείμενο', SAID, true]]);
    expect((await publish(id, { content: text(CLEAR) })).status).toBe(200);
  });

  it('a new document, and a change of a published one', async () => {
    const data = { title: 'Νέο', slug: unusedSlug(), author: 1, category: group, _status: 'published' };
    expect(await editor('POST', POSTS, { ...data, content: text(VAGUE) })).toMatchObject(refusal(SAID));
    const { value } = await editor('POST', POSTS, { ...data, content: text(CLEAR) });
    const { id } = value.doc as Doc;
    expect(await publish(id, { content: text(VAGUE) })).toMatchObject(refusal(SAID));
    expect((await local(payload).read(POSTS, id)).content_html).toBe(CLEAR);
  });

  it('those of many that have it', async () => {
    const [bad, good] = [await draft(), await draft({ content: text(CLEAR) })];
    const query = `where[id][in]=${bad.id},${good.id}&draft=false`;
    const { value } = await editor('PATCH', `${POSTS}?${query}`, { _status: 'published' });
    expect(value.errors).toMatchObject([{ message: '«Νέο»: Το ακόλουθο πεδίο δεν είναι έγκυρο: Κείμενο' }]);
    expect([await statusOf(bad.id), await statusOf(good.id)]).toEqual(['draft', 'published']);
  });

  it('what is planned: when it is planned, and when its time has come', async () => {
    const { id } = await draft();
    const plan = () => editor('POST', `${POSTS}/${id}/planned?change=publish&at=2099-01-15T12:30:00Z`);
    expect(await plan()).toMatchObject(refusal(SAID));
    await choose({});
    expect((await plan()).status).toBe(201);
    await choose({ linkTexts: 'error' });
    await payload.db.updateMany({
      collection: 'payload-jobs',
      data: { waitUntil: new Date(Date.now() - 1000).toISOString() },
      where: {},
    });
    await payload.jobs.run({ allQueues: true, silent: true });
    expect(await statusOf(id)).toBe('draft');
    const [planned] = await plannedFor(payload, { collection: POSTS, ids: [id] });
    expect(planned).toMatchObject({ state: 'failed', reason: expect.stringContaining(SAID) });
  });

  it('for a row too, which it names', async () => {
    await choose({ letters: 'error' });
    const data = {
      section_one_title: 'Ενότητα',
      section_two_links: [
        { text: 'Αίτηση', link: 'https://a.example/' },
        { text: 'Aίτηση', link: 'https://a.example/' },
      ],
    };
    const featured_image = (
      await local(payload).create('media', { alt: 'ε', legacy_url: 'https://a.example/a.png' })
    ).id;
    const answer = await editor('POST', 'featured-sections', {
      ...data,
      featured_image,
      _status: 'published',
    });
    const message =
      'Η λέξη «Aίτηση» έχει λατινικά γράμματα που μοιάζουν με ελληνικά: A (1ο γράμμα). Γράψτε την ξανά με ελληνικά, αλλιώς η αναζήτηση δεν τη βρίσκει.';
    expect(answer).toMatchObject(refusal(message, 'section_two_links.1.text', 'Σύνδεσμοι 2'));
  });
});

describe('of very many findings', () => {
  const paragraphs = (count: number, of = VAGUE) => Array.from({ length: count }, () => of).join('');

  it('a hundred are told, first those that stop a publication, and how many more there are', async () => {
    await choose({ headings: 'error' });
    const content = text(`${paragraphs(250)}<h2>Α</h2><h4>Β</h4>`);
    const { id } = await draft({ content });
    const { value } = await editor('GET', `portal-checks/${POSTS}/${id}`);
    const told = (value.findings as { check: string; stops: boolean }[]).map(({ check, stops }) => [
      check,
      stops,
    ]);
    // One `headings`, of the 250 and one that there are.
    const heading = ['headings', true];
    const links = Array.from({ length: 99 }, () => ['linkTexts', false]);
    expect({ told, more: value.more }).toEqual({ told: [heading, ...links], more: 151 });
  });

  it('a refusal has a hundred in words and says how many more, and so has the preview', async () => {
    await choose({ linkTexts: 'error' });
    const { id } = await draft({ content: text(paragraphs(250)) });
    const message = `${Array.from({ length: 100 }, () => SAID).join(' ')} Και άλλα 150 ευρήματα.`;
    expect(await publish(id)).toMatchObject(refusal(message));
    expect(await editor('POST', `${POSTS}/${id}/preview`, {})).toMatchObject(refusal(message));
  });

  it('those that are new are found among those that are shown already', async () => {
    const { id } = await draft({ content: text(paragraphs(150)) });
    expect((await publish(id)).status).toBe(200);
    await choose({ linkTexts: 'error' });
    const content = text(`${paragraphs(150)}${VAGUE.replace('/a', '/b')}`);
    expect(await publish(id, { content })).toMatchObject(refusal(SAID.replace('/a', '/b')));
    const once = refusal(SAID);
    expect(await publish(id, { content: text(paragraphs(151)) })).toMatchObject(once);
    expect((await publish(id, { excerpt: 'Άλλο' })).status).toBe(200);
  });
});

describe('an error does not stop', () => {
  beforeEach(() => choose({ linkTexts: 'error' }));

  it('a draft or a withdrawal', async () => {
    const { id } = await draft();
    expect(
      (await editor('PATCH', `${POSTS}/${id}?draft=true`, { title: 'Άλλος', _status: 'draft' })).status,
    ).toBe(200);
    await choose({});
    await publish(id);
    await choose({ linkTexts: 'error' });
    expect((await editor('PATCH', `${POSTS}/${id}`, { _status: 'draft' })).status).toBe(200);
  });

  it('an import, nor a correction beside what it has brought, but what is added to it', async () => {
    const source = {
      title: 'Παλιό',
      slug: unusedSlug(),
      excerpt: '',
      content: VAGUE,
      author: 1,
      category: String(group),
    };
    const { id } = await importDocument(payload, POSTS, source);
    expect((await publish(id, { title: 'Διορθωμένο' })).status).toBe(200);
    expect(await findings(id)).toEqual([['linkTexts', 'content', 'Κείμενο', SAID, false]]);
    const twice = `${VAGUE}<p>Και <a href="https://www.gov.gr/a">εδώ</a>.</p>`;
    expect(await publish(id, { content: text(twice) })).toMatchObject(refusal(SAID));
  });

  it('a version that is restored', async () => {
    await choose({});
    const { id } = await draft();
    await publish(id);
    await publish(id, { content: text(CLEAR) });
    await choose({ linkTexts: 'error' });
    const versions = await local(payload).versions(POSTS, id);
    const vague = versions.filter(({ version }) => version._status === 'published').at(-1);
    expect((await editor('POST', `${POSTS}/versions/${vague?.id}`)).status).toBe(200);
    expect((await local(payload).read(POSTS, id)).content_html).toBe(VAGUE);
  });
});

describe('titles', () => {
  it('may not be longer than the portal shows, if it is said how long that is', async () => {
    await choose({ titleLength: 'error' });
    const { id } = await draft({ title: 'Ένας τίτλος', content: text(CLEAR) });
    expect((await publish(id)).status).toBe(200);
    await choose({ titleLength: 'error', longestTitle: 10 });
    // The portal shows it already.
    expect((await publish(id)).status).toBe(200);
    expect(await publish(id, { title: 'Άλλος τίτλος' })).toMatchObject(
      refusal(
        'Ο τίτλος έχει 12 χαρακτήρες, και η πύλη δείχνει 10. Γράψτε τον με λιγότερους.',
        'title',
        'Τίτλος',
      ),
    );
  });

  it('are compared with those of what is published in the collection', async () => {
    await choose({ sameTitle: 'error' });
    const first = await draft({ title: 'Πρόγραμμα διακοπών ρεύματος', content: text(CLEAR) });
    const second = await draft({ title: 'ΠΡΟΓΡΑΜΜΑ ΔΙΑΚΟΠΩΝ  ΡΕΥΜΑΤΟΣ', content: text(CLEAR) });
    await category(payload, { title: 'Πρόγραμμα διακοπών ρεύματος' });
    expect((await publish(first.id)).status).toBe(200);
    expect(await publish(second.id)).toMatchObject(
      refusal(
        `Και άλλο δημοσιευμένο έχει τον τίτλο «ΠΡΟΓΡΑΜΜΑ ΔΙΑΚΟΠΩΝ ΡΕΥΜΑΤΟΣ» (id ${first.api_id}). Αλλάξτε τον έναν από τους δύο, για να ξεχωρίζουν.`,
        'title',
        'Τίτλος',
      ),
    );
    expect((await publish(first.id, { excerpt: 'Άλλη' })).status).toBe(200);
    expect((await publish(second.id, { title: 'Πρόγραμμα διακοπών ρεύματος Μαΐου' })).status).toBe(200);
  });
});
