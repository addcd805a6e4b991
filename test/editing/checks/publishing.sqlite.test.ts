import type { Payload } from 'payload';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineList, field, lists } from '../../../endpoints/lists/index.ts';
import { plannedFor } from '../../../src/index.ts';
import { htmlToLexical } from '../../../src/rich-text/index.ts';
import { documentLink, paragraph, picture, state, text as words } from '../../rich-text/states.ts';
import { category, type Doc, importDocument, local, post, unusedSlug } from '../../support/content.ts';
import { greekI18n } from '../../support/greek.ts';
import { startPayload } from '../../support/payload.ts';
import { PIXEL } from '../../support/pixel.ts';
import { type Rest, signedIn } from '../../support/rest.ts';

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

const refusal = (path = 'content', words = '«εδώ»') => ({
  status: 400,
  value: { errors: [{ data: { errors: [{ path, message: expect.stringContaining(words) }] } }] },
});

const draft = (data: object = {}) =>
  post(payload, { content: text(VAGUE), category: group, _status: 'draft', ...data });
const publish = (id: Doc['id'], data: object = {}) =>
  editor('PATCH', `${POSTS}/${id}?draft=false`, { ...data, _status: 'published' });
const statusOf = async (id: Doc['id']) => (await local(payload).read(POSTS, id))._status;

async function findings(id: Doc['id'], collection = POSTS) {
  const { value } = await editor('GET', `portal-checks/${collection}/${id}`);
  return (value.findings as { check: string; field: string; stops: boolean }[]).map(
    ({ check, field, stops }) => [check, field, stops],
  );
}

it('a warning is said of the newest version, and stops nothing', async () => {
  const { id } = await draft({ title: 'Tο επίδομα' });
  expect(await findings(id)).toEqual([
    ['letters', 'title', false],
    ['linkTexts', 'content', false],
  ]);
  expect((await publish(id)).status).toBe(200);
  await editor('PATCH', `${POSTS}/${id}?draft=true`, {
    title: 'Το επίδομα',
    content: text(CLEAR),
    _status: 'draft',
  });
  expect(await findings(id)).toEqual([]);
});

it('a picture without a description stops a publication where the setting says so, and nowhere else', async () => {
  const file = { data: PIXEL, mimetype: 'image/png', name: 'dimarcheio.png', size: PIXEL.length };
  const used = await local(payload).create('media', { alt: 'Το δημαρχείο' }, { file });
  const bare = await importDocument(payload, 'media', { legacy_url: 'https://a.example/photo.png' });
  const content = (id: unknown, fields: object = {}) => state(picture(id as number, fields));
  for (const pictures of ['off', 'warning', 'error']) {
    await choose({ pictures });
    const { id } = await draft({ title: `Φωτογραφία: ${pictures}`, content: content(bare.id) });
    expect(await findings(id)).toEqual(
      pictures === 'off' ? [] : [['pictures', 'content', pictures === 'error']],
    );
    const answer = await publish(id);
    expect(answer).toMatchObject(pictures === 'error' ? refusal('content', '«photo.png»') : { status: 200 });
  }
  for (const described of [
    content(used.id),
    content(bare.id, { alt: 'Χάρτης' }),
    content(bare.id, { decorative: true }),
  ]) {
    const { id } = await draft({ title: unusedSlug(), content: described });
    expect((await publish(id)).status).toBe(200);
    expect(await findings(id)).toEqual([]);
  }
});

it('of two findings that look alike each has its number', async () => {
  const { id } = await draft({ title: 'Δύο όμοια', content: text(`${VAGUE}${VAGUE}`) });
  const { value } = await editor('GET', `portal-checks/${POSTS}/${id}`);
  expect(value.findings).toMatchObject([
    { message: expect.stringMatching(/^\(1ο\) /), words: 'εδώ', number: 1 },
    { message: expect.stringMatching(/^\(2ο\) /), words: 'εδώ', number: 2 },
  ]);
});

it('useful links may share a title, as the contract says', async () => {
  await choose({ sameTitle: 'error' });
  const link = { title: 'Αίτηση', url: 'https://a.example/', slug: unusedSlug(), _status: 'published' };
  expect((await editor('POST', 'service-useful-links', link)).status).toBe(201);
  const { status, value } = await editor('POST', 'service-useful-links', link);
  expect(status).toBe(201);
  expect(await findings((value.doc as Doc).id, 'service-useful-links')).toEqual([]);
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
  expect(await findings(id)).toEqual([['brokenLinks', 'content', false]]);
  expect((await publish(id)).status).toBe(200);
  expect((await publish(target.id)).status).toBe(200);
  expect(await findings(id)).toEqual([]);
  await editor('PATCH', `${POSTS}/${target.id}?draft=false`, { _status: 'draft' });
  expect(await findings(id)).toEqual([['brokenLinks', 'content', false]]);
});

describe('an error stops', () => {
  beforeEach(() => choose({ linkTexts: 'error' }));

  it('a publication, at the field, in the words of other refusals', async () => {
    const { id } = await draft();
    expect(await publish(id)).toMatchObject(refusal());
    expect(await statusOf(id)).toBe('draft');
    expect(await findings(id)).toEqual([['linkTexts', 'content', true]]);
    expect((await publish(id, { content: text(CLEAR) })).status).toBe(200);
  });

  it('a new document, and a change of a published one', async () => {
    const data = { title: 'Νέο', slug: unusedSlug(), author: 1, category: group, _status: 'published' };
    expect(await editor('POST', POSTS, { ...data, content: text(VAGUE) })).toMatchObject(refusal());
    const { value } = await editor('POST', POSTS, { ...data, content: text(CLEAR) });
    const { id } = value.doc as Doc;
    expect(await publish(id, { content: text(VAGUE) })).toMatchObject(refusal());
    expect((await local(payload).read(POSTS, id)).content_html).toBe(CLEAR);
  });

  it('those of many that have it', async () => {
    const [bad, good] = [await draft(), await draft({ content: text(CLEAR) })];
    const query = `where[id][in]=${bad.id},${good.id}&draft=false`;
    const { value } = await editor('PATCH', `${POSTS}?${query}`, { _status: 'published' });
    expect(value.errors).toMatchObject([{ message: expect.stringMatching(/^«Νέο»: /) }]);
    expect([await statusOf(bad.id), await statusOf(good.id)]).toEqual(['draft', 'published']);
  });

  it('what is planned: when it is planned, and when its time has come', async () => {
    const { id } = await draft();
    const plan = () => editor('POST', `${POSTS}/${id}/planned?change=publish&at=2099-01-15T12:30:00Z`);
    expect(await plan()).toMatchObject(refusal());
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
    expect(planned).toMatchObject({ state: 'failed', reason: { el: expect.stringContaining('«εδώ»') } });
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
    expect(answer).toMatchObject(refusal('section_two_links.1.text', '«Aίτηση»'));
  });
});

describe('of very many findings', () => {
  const paragraphs = (count: number, of = VAGUE) => Array.from({ length: count }, () => of).join('');

  it('a hundred are told, first those that stop a publication, and how many more there are', async () => {
    await choose({ headings: 'error' });
    const content = text(`${paragraphs(250)}<h2>Α</h2><h4>Β</h4>`);
    const { id } = await draft({ title: 'Πολλά ευρήματα', content });
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
    const hundred = refusal('content', '(100ο) ');
    for (const answer of [await publish(id), await editor('POST', `${POSTS}/${id}/preview`, {})]) {
      expect(answer).toMatchObject(hundred);
      expect(answer.body).toMatch(/150[^\d]*"/);
      expect(answer.body).not.toContain('(101ο)');
    }
  });

  it('a hundred invalid fields are named, and how many more there are, by a save and a preview', async () => {
    const featured_image = (
      await local(payload).create('media', { alt: 'ε', legacy_url: 'https://a.example/b.png' })
    ).id;
    const rows = Array.from({ length: 150 }, () => ({ link: 'https://a.example/' }));
    const data = { section_one_title: 'Ενότητα', featured_image, section_two_links: rows };
    for (const [path, status] of [
      ['featured-sections', { _status: 'published' }],
      ['featured-sections/preview', {}],
    ] as const) {
      const answer = await editor('POST', path, { ...data, ...status });
      const [error] = answer.value.errors as {
        message: string;
        data: { errors: { path: string; message: string }[] };
      }[];
      expect([answer.status, error?.data.errors.length]).toEqual([400, 100]);
      expect(error?.data.errors[0]?.path).toBe('section_two_links.0.text');
      expect(error?.data.errors[99]?.message).toMatch(/ Και σε άλλα 50 πεδία\.$/);
      expect(error?.message.split(', ').length).toBe(100);
    }
  });

  it('those that are new are found among those that are shown already', async () => {
    const { id } = await draft({ content: text(paragraphs(150)) });
    expect((await publish(id)).status).toBe(200);
    await choose({ linkTexts: 'error' });
    const content = text(`${paragraphs(150)}${VAGUE.replace('/a', '/b')}`);
    expect(await publish(id, { content })).toMatchObject(refusal('content', 'https://www.gov.gr/b'));
    expect(await publish(id, { content: text(paragraphs(151)) })).toMatchObject(refusal());
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
    expect(await findings(id)).toEqual([['linkTexts', 'content', false]]);
    const twice = `${VAGUE}<p>Και <a href="https://www.gov.gr/a">εδώ</a>.</p>`;
    expect(await publish(id, { content: text(twice) })).toMatchObject(refusal());
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
    expect(await publish(id, { title: 'Άλλος τίτλος' })).toMatchObject(refusal('title', '12'));
  });

  it('are compared with those of what is published in the collection', async () => {
    await choose({ sameTitle: 'error' });
    const first = await draft({ title: 'Πρόγραμμα διακοπών ρεύματος', content: text(CLEAR) });
    const second = await draft({ title: 'ΠΡΟΓΡΑΜΜΑ ΔΙΑΚΟΠΩΝ  ΡΕΥΜΑΤΟΣ', content: text(CLEAR) });
    await category(payload, { title: 'Πρόγραμμα διακοπών ρεύματος' });
    expect((await publish(first.id)).status).toBe(200);
    expect(await publish(second.id)).toMatchObject(refusal('title', `(αριθμός ${first.api_id})`));
    expect((await publish(first.id, { excerpt: 'Άλλη' })).status).toBe(200);
    expect((await publish(second.id, { title: 'Πρόγραμμα διακοπών ρεύματος Μαΐου' })).status).toBe(200);
  });
});

describe('a list of a host whose fields are localized', () => {
  const offices = defineList({
    key: 'offices',
    name: 'Office List',
    fields: { title: field.text(), slug: field.slug() },
    defaultOrdering: 'id',
  });
  const text = (name: string) => ({ name, type: 'text', localized: true }) as const;
  let host: Payload;
  beforeAll(async () => {
    host = await startPayload({
      collections: [
        {
          slug: 'offices',
          admin: { useAsTitle: 'title' },
          versions: { drafts: true },
          fields: [text('title'), text('slug')],
        },
      ],
      options: {
        lists: [...lists, offices],
        collections: {
          'news-categories': {
            fields: ({ defaultFields }) =>
              defaultFields.map((each) =>
                'name' in each && ['title', 'slug'].includes(each.name)
                  ? ({ ...each, localized: true } as typeof each)
                  : each,
              ),
          },
        },
      },
      config: { localization: { locales: ['en', 'el'], defaultLocale: 'en' } },
    });
    const checks = { sameTitle: 'error', letters: 'error' };
    await host.updateGlobal({ slug: 'portal-settings' as never, data: { checks } as never });
  });

  const inGreek = { locale: 'el' };
  const refused = (title: string, { api_id }: Doc) => ({
    status: 400,
    data: { errors: [{ path: 'title', message: expect.stringContaining(`"${title}" (number ${api_id})`) }] },
  });

  it.each(['offices', 'news-categories'])(
    'has its titles compared as the list gives them: %s',
    async (slug) => {
      const create = (english: string) => local(host).create(slug, { title: english, _status: 'draft' });
      const [first, second] = [await create('Opening hours'), await create('Office hours')];
      const publish = ({ id }: Doc, title: string, locale = 'el') =>
        local(host).update(slug, id, { title, slug: `s-${id}`, _status: 'published' }, { locale });
      await publish(first, 'Ωράριο κοινού');
      await expect(publish(second, 'Ωράριο κοινού')).rejects.toMatchObject(refused('Ωράριο κοινού', first));
      expect((await publish(second, 'Ωράριο υπηρεσιών'))._status).toBe('published');
      // Nobody reads the other locale in the list.
      expect((await publish(second, 'Opening hours', 'en'))._status).toBe('published');
      await local(host).update(slug, second.id, { title: 'Ωράριο κοινού' }, { ...inGreek, draft: true });
      await expect(publish(second, 'Office hours', 'en')).rejects.toMatchObject(
        refused('Ωράριο κοινού', first),
      );
    },
  );

  it('has slugs that are free and unused as the list gives them', async () => {
    const saved = (data: object) =>
      local(host).create('news-categories', { _status: 'published', ...data }, inGreek);
    const first = await saved({ title: 'Δελτία τύπου' });
    expect(first.slug).toBe('deltia-typou');
    expect((await saved({ title: 'Δελτία  τύπου α' })).slug).toBe('deltia-typou-a');
    await expect(saved({ title: 'Άλλα', slug: 'deltia-typou' })).rejects.toMatchObject({
      data: { errors: [{ path: 'slug', message: expect.stringContaining('deltia-typou-2') }] },
    });
    const post = { title: 'Νέο', slug: 'neo', author: 7, category: first.id, _status: 'published' };
    await local(host).create('news-posts', post);
    const withdrawn = local(host).update('news-categories', first.id, { _status: 'draft' });
    await expect(withdrawn).rejects.toThrow('News post «Νέο»');
  });
});
