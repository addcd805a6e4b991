import { configToJSONSchema, type Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { portalReadModel } from '../../src/index.ts';
import { importCapture } from '../../src/migration/index.ts';
import { saveCapture } from '../migration/captures.ts';
import { comparedWithCapture } from '../migration/sameAsCapture.ts';
import { category, image, local, richText, served } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { organization, organizations } from '../support/organizations.ts';
import { startPayload } from '../support/payload.ts';

const options = { lists: [...lists, organizations] };

let payload: Payload;
beforeAll(async () => {
  payload = await startPayload({ options });
});

const make = async (data: object = {}) =>
  local(payload).create('organizations', {
    title: 'Δήμος',
    category: (await category(payload)).id,
    founded: '2020-01-02T03:04:05.000Z',
    _status: 'published',
    ...data,
  });
const element = async (id: number) => (await served(payload, 'organizations')).find((each) => each.id === id);

describe('a list of a host’s own that is its fields', () => {
  oneDatabase.it('is among those that are served, with a collection of its labels', async () => {
    expect((await portalReadModel(payload)).lists).toEqual(options.lists);
    const config = payload.config.collections.find(({ slug }) => slug === 'organizations');
    const { admin, labels, versions } = config ?? {};
    expect(labels).toEqual({
      singular: organizations.labels?.singular,
      plural: organizations.labels?.plural,
    });
    expect(admin?.useAsTitle).toBe('title');
    expect(versions?.drafts).toBeTruthy();
  });

  oneDatabase.it('has others read one level deep, as the project’s own lists do', () => {
    const relations = [...options.lists.map(({ key }) => key), 'media'].flatMap((slug) =>
      (payload.collections[slug as never]?.config.flattenedFields ?? []).flatMap((field) =>
        field.type === 'relationship' || field.type === 'upload'
          ? [[`${slug}.${field.name}`, field.maxDepth]]
          : [],
      ),
    );
    expect(relations.filter(([, depth]) => depth !== 1)).toEqual([]);
    expect(relations.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'news-posts.related',
        'organizations.category',
        'organizations.others',
        'organizations.logo',
      ]),
    );
  });

  oneDatabase.it('is among the types that Payload generates', () => {
    const { definitions } = configToJSONSchema(payload.config, payload.db.defaultIDType);
    const type = definitions?.organizations;
    expect(type?.title).toBe('Organization');
    expect(Object.keys(type?.properties ?? {})).toEqual(
      expect.arrayContaining(['id', ...organizations.keys, 'api_id']),
    );
  });

  it('shows what is published, byte for byte as it was entered, and nothing of drafts', async () => {
    const { id: categoryId, api_id: categoryNumber, slug } = await category(payload);
    const logo = (await image(payload, { legacy_url: 'https://cdn.portal.example/logo.png' })).id;
    const { id, api_id } = await make({
      title: 'Δήμος Αθηναίων',
      slug: 'dimos',
      description: richText('κείμενο'),
      logo,
      category: categoryId,
      others: [categoryId],
      budget: 12.5,
      links: [{ text: 'α', link: 'https://a.example/', weight: 2 }],
    });
    const embedded = { id: categoryNumber, selected: false, title: 'Ανακοινώσεις', slug };
    const shown = (await element(api_id)) ?? {};
    expect(shown).toEqual({
      id: api_id,
      title: 'Δήμος Αθηναίων',
      slug: 'dimos',
      description: '<p>κείμενο</p>',
      logo: 'https://cdn.portal.example/logo.png',
      category: embedded,
      others: [embedded],
      founded: '2020-01-02T03:04:05.000000Z',
      closed: null,
      modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      order: 1,
      budget: 12.5,
      active: true,
      links: [{ text: 'α', link: 'https://a.example/', weight: 2 }],
      anything: null,
    });
    expect(Object.keys(shown)).toEqual(organizations.keys);

    await local(payload).update('organizations', id, { title: 'Πρόχειρο' }, { draft: true });
    expect(await element(api_id)).toEqual(shown);
    await local(payload).update('organizations', id, { _status: 'draft' });
    expect(await element(api_id)).toBeUndefined();
  });

  oneDatabase.it('follows what it embeds', async () => {
    const inside = await category(payload, { title: 'Πριν' });
    const { api_id } = await make({ category: inside.id, others: [inside.id] });
    await local(payload).update('news-categories', inside.id, { title: 'Μετά', _status: 'published' });
    expect(await element(api_id)).toMatchObject({ category: { title: 'Μετά' }, others: [{ title: 'Μετά' }] });
  });

  oneDatabase.it('keeps what a published document needs: its image, and what it embeds', async () => {
    const { id: logo } = await image(payload);
    const inside = await category(payload);
    const { id } = await make({ logo, category: inside.id });
    await expect(local(payload).remove('media', logo)).rejects.toMatchObject({ status: 409 });
    await expect(local(payload).remove('news-categories', inside.id)).rejects.toMatchObject({ status: 409 });
    await local(payload).update('organizations', id, { _status: 'draft' });
    await local(payload).remove('media', logo);
  });

  oneDatabase.it.each([
    ['title', { title: '', slug: 'a' }],
    ['category', { category: null }],
    ['budget', { budget: Number('0.1234567890123456789') }],
    ['budget', { budget: Number('12345678901234567890') }],
    ['links.0.link', { links: [{ text: 'α', link: 'a.example' }] }],
    ['links.0.weight', { links: [{ text: 'α', link: '', weight: 1e300 }] }],
  ])('is told at %s what can not be published', async (path, data) => {
    await expect(make(data)).rejects.toMatchObject({ status: 400, data: { errors: [{ path }] } });
  });

  it('gives every number back that it takes', async () => {
    const numbers = [0, 0.1, -1.5, 1e-7, 123456789012.345, 9007199254740991, -9007199254740991, 5e-324];
    for (const budget of numbers) {
      const { api_id } = await make({ budget });
      expect((await element(api_id))?.budget).toBe(budget);
    }
  });

  it('stores no number, in a draft either, that SQLite would not give back', async () => {
    for (const [path, data] of [
      ['order', { order: 1e16 }],
      ['budget', { budget: -1e16 }],
      ['links.0.weight', { links: [{ weight: 1e16 }] }],
    ] as const) {
      const attempt = local(payload).create('organizations', data, { draft: true });
      await expect(attempt).rejects.toMatchObject({ status: 400, data: { errors: [{ path }] } });
    }
    const { docs } = await payload.find({
      collection: 'organizations' as never,
      draft: true,
      pagination: false,
    });
    expect(docs.length).toBeGreaterThan(0);
  });

  oneDatabase.it('is ordered as it is asked for', async () => {
    const readModel = await portalReadModel(payload);
    for (const ordering of ['title', '-title', 'budget,-id', '-founded', 'active']) {
      const body = (await readModel.response('organizations', ordering))?.body.toString();
      expect(JSON.parse(body ?? '')).toHaveLength((await served(payload, 'organizations')).length);
    }
    const budgets = (await served(payload, 'organizations', 'budget')).map(({ budget }) => budget);
    const numbers = budgets.filter((each) => each !== null) as number[];
    expect(budgets).toEqual([...numbers.sort((a, b) => a - b), ...budgets.filter((each) => each === null)]);
  });
});

oneDatabase.it(
  'a list that is added to a portal has its default ordering there, whatever settings are stored',
  async () => {
    const uri = await freshDatabaseUri();
    const before = await startPayload({ uri, plugins: [] });
    await before.updateGlobal({ slug: 'portal-settings' as never, data: { collation: 'C' } as never });
    const after = await startPayload({ uri, options });
    const settings = await after.findGlobal({ slug: 'portal-settings' as never });
    expect(settings).toMatchObject({ collation: 'C', organizations: { ordering: 'title' } });
    const { id } = await category(after);
    for (const title of ['Β', 'Α'])
      await local(after).create('organizations', { title, category: id, _status: 'published' });
    expect((await served(after, 'organizations')).map(({ title }) => title)).toEqual(['Α', 'Β']);
  },
);

describe('an import of a list that is its fields', () => {
  const files = {
    organizations: [
      organization(7),
      organization(2, { anything: null, links: [], others: [] }),
      organization(5),
    ],
    'organizations.ordering=-title': [
      organization(7),
      organization(5),
      organization(2, { anything: null, links: [], others: [] }),
    ],
  };

  it('comes out as it came, and again changes nothing', async () => {
    const host = await startPayload({ options });
    const from = await saveCapture(files);
    const report = await importCapture(host, { from, allow: ['missing'] });
    expect(report.lists.organizations).toMatchObject({ created: 3, refused: [] });
    expect(report.lists['news-categories']).toMatchObject({ embedded: { created: 2 } });
    expect(report.notReproduced).toEqual([]);
    expect(await comparedWithCapture(await portalReadModel(host), from)).toEqual({
      'organizations.json': 'same',
      'organizations.ordering=-title.json': 'same',
    });
    expect(await served(host, 'news-categories')).toEqual([]);
    const again = await importCapture(host, { from, allow: ['missing'] });
    expect(again.lists.organizations).toMatchObject({ created: 0, updated: 0, unchanged: 3, kept: 0 });
    expect(again.conflicts).toEqual([]);

    // What an editor changes stays, and is named.
    const { docs } = await host.find({
      collection: 'organizations' as never,
      where: { api_id: { equals: 7 } },
    });
    const { id } = docs[0] as never as { id: number };
    await local(host).update('organizations', id, { order: 3, title: 'Αλλαγμένος' });
    const changed = {
      ...files,
      organizations: [organization(7, { order: 9 }), ...files.organizations.slice(1)],
    };
    const later = await importCapture(host, {
      from: await saveCapture({ organizations: changed.organizations }),
      allow: ['missing'],
    });
    expect(later.conflicts).toMatchObject([
      {
        list: 'organizations',
        apiId: 7,
        kind: 'changed',
        fields: [{ field: 'order', here: 3, source: 9 }],
      },
    ]);
  });
});
