import type { Payload } from 'payload';
import { describe, expect, it } from 'vitest';
import { type DoubtKind, importCapture, previewImport } from '../../src/migration/index.ts';
import { editor, local, served } from '../support/content.ts';
import { openForm } from '../support/form.ts';
import { startPayload } from '../support/payload.ts';
import { signedIn } from '../support/rest.ts';
import { category, type Files, group, post, related, saveCapture, section, usefulLink } from './captures.ts';
import { databaseState } from './databaseState.ts';
import { dieAfter } from './dieAfter.ts';
import { importPart, stored } from './imports.ts';

const GROUPS = 'service-groups';

async function imported(payload: Payload, files: Files) {
  return importPart(payload, files);
}

/** Both sides of what an import left to a person. */
async function conflictsOf(payload: Payload, files: Files) {
  const { conflicts } = await imported(payload, files);
  return conflicts.map(({ list, apiId, kind, fields }) => ({ at: `${list} ${apiId} ${kind}`, fields }));
}

async function edit(payload: Payload, collection: string, apiId: number, data: object) {
  const { id } = await stored(payload, collection, apiId);
  await local(payload).update(collection, id, { _status: 'published', ...data });
}

async function newestTitle(payload: Payload, collection: string, apiId: number) {
  const { id } = await stored(payload, collection, apiId);
  const newest = await payload.findByID({ collection: collection as 'service-groups', id, draft: true });
  return (newest as unknown as { title: string }).title;
}

describe('what the source changes, and an editor has', () => {
  it('published stays, field by field, and both values are named, every time until one of them gives in', async () => {
    const payload = await startPayload();
    await imported(payload, { [GROUPS]: [group(1), group(2)] });
    await edit(payload, GROUPS, 1, { title: 'Του συντάκτη', order: 5 });
    const now = [group(1, { title: 'Της πηγής', url: 'https://portal.example/' }), group(2, { order: 7 })];
    const conflict = {
      at: 'service-groups 1 changed',
      fields: [{ field: 'title', here: 'Του συντάκτη', source: 'Της πηγής' }],
    };
    const { conflicts, lists } = await imported(payload, { [GROUPS]: now });
    expect(conflicts).toEqual([
      { list: GROUPS, apiId: 1, title: 'Της πηγής', kind: 'changed', fields: conflict.fields },
    ]);
    expect(lists[GROUPS]).toMatchObject({ created: 0, updated: 2, unchanged: 0, kept: 0 });
    const kept = group(1, { title: 'Του συντάκτη', order: 5, url: 'https://portal.example/' });
    expect(await served(payload, GROUPS)).toEqual([kept, now[1]]);
    expect(await conflictsOf(payload, { [GROUPS]: now })).toEqual([conflict]);

    await edit(payload, GROUPS, 1, { title: 'Της πηγής', order: 1 });
    expect(await conflictsOf(payload, { [GROUPS]: now })).toEqual([]);
    const later = [group(1, { title: 'Αργότερα' }), now[1]];
    expect(await conflictsOf(payload, { [GROUPS]: later })).toEqual([]);
    expect(await served(payload, GROUPS)).toEqual(later);
  });

  it('as a draft is not buried', async () => {
    const payload = await startPayload();
    await imported(payload, { [GROUPS]: [group(1)] });
    const { id } = await stored(payload, GROUPS, 1);
    const draft = { collection: GROUPS, id, data: { title: 'Πρόχειρο' }, draft: true } as const;
    await payload.update(draft as never);
    const now = [group(1, { title: 'Της πηγής' })];
    expect(await conflictsOf(payload, { [GROUPS]: now })).toEqual([
      {
        at: 'service-groups 1 changed',
        fields: [{ field: 'title', here: 'Πρόχειρο', source: 'Της πηγής' }],
      },
    ]);
    expect(await newestTitle(payload, GROUPS, 1)).toBe('Πρόχειρο');
    expect(await served(payload, GROUPS)).toEqual([group(1)]);
  });

  it('published, with a draft of what was imported over it, stays', async () => {
    const payload = await startPayload();
    await imported(payload, { [GROUPS]: [group(1)] });
    await edit(payload, GROUPS, 1, { title: 'Του συντάκτη' });
    const { id } = await stored(payload, GROUPS, 1);
    const draft = { collection: GROUPS, id, data: { title: 'Ομάδα 1' }, draft: true } as const;
    await payload.update(draft as never);
    const now = [group(1, { title: 'Της πηγής' })];
    expect(await conflictsOf(payload, { [GROUPS]: now })).toEqual([
      {
        at: 'service-groups 1 changed',
        fields: [{ field: 'title', here: 'Ομάδα 1', source: 'Της πηγής' }],
      },
    ]);
    expect(await served(payload, GROUPS)).toEqual([group(1, { title: 'Του συντάκτη' })]);
  });

  it('unpublished, taken out of its list or deleted stays so', async () => {
    const payload = await startPayload();
    await imported(payload, { 'news-categories': [1, 2, 3, 4].map((id) => category(id)) });
    await edit(payload, 'news-categories', 1, { _status: 'draft' });
    await edit(payload, 'news-categories', 2, { listed: false });
    await local(payload).remove('news-categories', (await stored(payload, 'news-categories', 3)).id);
    const now = { 'news-categories': [1, 2, 3, 4].map((id) => category(id, `Νέα ${id}`)) };
    const title = (id: number) => ({ field: 'title', here: `Κατηγορία ${id}`, source: `Νέα ${id}` });
    expect(await conflictsOf(payload, now)).toEqual([
      {
        at: 'news-categories 1 changed',
        fields: [{ field: '_status', here: 'draft', source: 'published' }, title(1)],
      },
      { at: 'news-categories 2 changed', fields: [{ field: 'listed', here: false, source: true }, title(2)] },
      { at: 'news-categories 3 deleted', fields: [] },
    ]);
    expect(await served(payload, 'news-categories')).toEqual([category(4, 'Νέα 4')]);
  });

  it('is put out of its list beside what an editor has changed, published, and named where that is a draft', async () => {
    const payload = await startPayload();
    const names = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => category(id));
    const posts = [1, 2, 3, 4].map((id) => post(id, { category: category(id) }));
    await imported(payload, { 'news-categories': names, 'news-posts': posts });
    await edit(payload, 'news-categories', 1, { title: 'Του συντάκτη' });
    await edit(payload, 'news-categories', 2, { listed: false });
    const { id } = await stored(payload, 'news-categories', 3);
    const draft = { collection: 'news-categories', id, data: { title: 'Πρόχειρο' }, draft: true } as const;
    await payload.update(draft as never);
    await local(payload).remove('news-posts', (await stored(payload, 'news-posts', 4)).id);
    await local(payload).remove('news-categories', (await stored(payload, 'news-categories', 4)).id);

    const now = { 'news-categories': names.slice(4), 'news-posts': posts };
    const inList = { field: 'listed', here: true, source: false };
    const { changes } = await previewImport(payload, {
      from: await saveCapture(now),
      allow: ['missing', 'shrunk'],
    });
    expect(
      changes.map(({ apiId, rule, fields, conflicts }) => [apiId, rule, ...fields, ...conflicts]),
    ).toEqual([
      [1, 'merged', inList],
      [3, 'both-changed', inList, { field: 'title', here: 'Πρόχειρο', source: 'Κατηγορία 3' }],
      [4, 'deleted-here'],
    ]);
    const { conflicts, unlisted } = await imported(payload, now);
    expect(unlisted).toMatchObject([{ apiId: 1 }]);
    expect(conflicts).toMatchObject([
      { apiId: 3, kind: 'changed' },
      { apiId: 4, kind: 'deleted' },
    ]);
    expect(await served(payload, 'news-categories')).toEqual([category(3), ...names.slice(4)]);
    expect(await served(payload, 'news-posts')).toMatchObject([
      { category: { title: 'Του συντάκτη' } },
      posts[1],
      posts[2],
    ]);
    await importPart(payload, now, { sides: { theirs: ['news-categories/3'] } });
    expect(await served(payload, 'news-categories')).toEqual(names.slice(4));
  });

  it('comes into its list beside what an editor has made of it in others', async () => {
    const payload = await startPayload();
    const first = post(1, { related: [related(2), related(3)] });
    await imported(payload, { 'news-categories': [category(1)], 'news-posts': [first] });
    await edit(payload, 'news-posts', 2, { title: 'Του συντάκτη' });
    const { id } = await stored(payload, 'news-categories', 1);
    await edit(payload, 'news-posts', 3, { category: id, listed: true });
    const now = { 'news-posts': [first, post(2), post(3)] };
    expect(await conflictsOf(payload, now)).toEqual([]);
    const edited = { title: 'Του συντάκτη', modified_timestamp: expect.any(String) };
    expect(await served(payload, 'news-posts')).toEqual([
      { ...first, related: [related(2, edited), related(3, { modified_timestamp: expect.any(String) })] },
      { ...post(2), ...edited },
      { ...post(3), modified_timestamp: expect.any(String) },
    ]);
  });

  it('in the trash stays there, and is restored as it was put there, also among the related', async () => {
    const payload = await startPayload();
    const files = {
      'news-categories': [category(1)],
      'news-posts': [post(8), post(7, { related: [related(8)] })],
    };
    await imported(payload, files);
    const { id } = await stored(payload, 'news-posts', 8);
    const { update } = local(payload);
    await update('news-posts', id, { deletedAt: new Date().toISOString() });
    const without = await served(payload, 'news-posts');
    expect(await conflictsOf(payload, files)).toEqual([]);
    expect(await served(payload, 'news-posts')).toEqual(without);

    const changed = post(7, {
      related: [related(8, { slug: 'allo' })],
      more: { title: 'Της πηγής' },
    });
    const now = { ...files, 'news-posts': [post(8, { more: { slug: 'allo' } }), changed] };
    const at = 'news-posts 8 deleted';
    for (let times = 0; times < 2; times++)
      expect(await conflictsOf(payload, now)).toEqual([{ at, fields: [] }]);
    expect(await served(payload, 'news-posts')).toEqual([{ ...changed, related: [] }]);
    await update('news-posts', id, { deletedAt: null }, { trash: true });
    expect(await served(payload, 'news-posts')).toEqual([post(8), { ...changed, related: [related(8)] }]);
  });

  it('changed in the same way is no conflict, and saved without a change is no edit', async () => {
    const payload = await startPayload();
    await imported(payload, { 'news-posts': [post(8), post(7)] });
    await edit(payload, 'news-posts', 8, { title: 'Ίδιο' });
    await edit(payload, 'news-posts', 7, {});
    const now = {
      'news-posts': [post(8, { more: { title: 'Ίδιο' } }), post(7, { more: { title: 'Πηγή' } })],
    };
    const { conflicts, lists } = await imported(payload, now);
    expect(conflicts).toEqual([]);
    expect(lists['news-posts']).toMatchObject({ updated: 1, unchanged: 1 });
    const titles = async () => (await served(payload, 'news-posts')).map(({ title }) => title);
    expect(await titles()).toEqual(['Ίδιο', 'Πηγή']);
    const later = { 'news-posts': [post(8, { more: { title: 'Αργότερα' } }), now['news-posts'][1]] };
    expect(await conflictsOf(payload, later)).toEqual([]);
    expect(await titles()).toEqual(['Αργότερα', 'Πηγή']);
  });

  it('is found in texts, links, images and references, and those are named for a person', async () => {
    const payload = await startPayload();
    const image = (name: string) => `https://portal.example/${name}.png`;
    const text = (words: string) => ({ section_one_text: `<p>${words}</p>` });
    const all = (words: string, picture: string, url: string, of: number, other: number) => ({
      'featured-sections': [
        { ...section(1, ['a']), ...text(words) },
        { ...section(2, ['b']), featured_image: image(picture) },
        { ...section(3, [url]), ...text('γ') },
      ],
      'news-categories': [category(1), category(2), category(3)],
      'news-posts': [
        post(7),
        post(8, { category: category(of) }),
        post(9, { related: [related(other)] }),
        post(5),
        post(6),
      ],
    });
    await imported(payload, all('α', 'a', 'c', 1, 5));
    const api = local(payload);
    const media = await api.create('media', { legacy_url: image('b'), alt: 'β' });
    await edit(payload, 'featured-sections', 1, {
      section_one_text: (await stored(payload, 'featured-sections', 3)).section_one_text,
    });
    await edit(payload, 'featured-sections', 2, { featured_image: media.id });
    await edit(payload, 'featured-sections', 3, {
      section_two_links: [{ text: 'νέος', link: 'https://portal.example/n' }],
    });
    await edit(payload, 'news-posts', 8, { category: (await stored(payload, 'news-categories', 2)).id });
    await edit(payload, 'news-posts', 9, { related: [(await stored(payload, 'news-posts', 6)).id] });

    const now = all('β', 'c', 'd', 3, 7);
    const byField = (await conflictsOf(payload, now)).map(({ at, fields }) => [at, ...fields]);
    expect(byField).toEqual([
      ['featured-sections 1 changed', { field: 'section_one_text', here: '<p>γ</p>', source: '<p>β</p>' }],
      ['featured-sections 2 changed', { field: 'featured_image', here: image('b'), source: image('c') }],
      [
        'featured-sections 3 changed',
        {
          field: 'section_two_links',
          here: [{ text: 'νέος', link: 'https://portal.example/n' }],
          source: [{ text: 'd', link: 'https://portal.example/d' }],
        },
      ],
      [
        'news-posts 8 changed',
        { field: 'category', here: 'news-categories:2:1', source: 'news-categories:3:1' },
      ],
      ['news-posts 9 changed', { field: 'related', here: ['news-posts:6:1'], source: ['news-posts:7:1'] }],
    ]);
  });

  it('in one field takes nothing from what the source changes in others, hidden values and texts among them', async () => {
    const payload = await startPayload();
    const more = {
      content: '<p>α<table><tr><td>β</table>',
      created_timestamp: '2021-04-01T09:15:02.123456Z',
    };
    const sections = (title: string, links: string[]) => [
      { ...section(1, links), section_one_title: title },
      section(2, ['c']),
    ];
    const byLinks = (all: unknown[], order: number[]) => ({
      'featured-sections': all,
      'featured-sections.ordering=-section_two_links': order.map((at) => all[at]),
    });
    await imported(payload, {
      ...byLinks(sections('Τίτλος', ['a', 'b']), [0, 1, 0]),
      'news-posts': [post(8, { more }), post(7)],
    });
    await edit(payload, 'news-posts', 8, { title: 'Του συντάκτη' });
    await edit(payload, 'featured-sections', 1, { section_two_title: 'Του συντάκτη' });
    const there = {
      content: '<p>γ<table><tr><td>δ</table>',
      created_timestamp: '2020-01-01T00:00:00.000007Z',
    };
    const now = {
      ...byLinks(sections('Νέος', ['a', 'n']), [0, 1, 0]),
      'news-posts': [post(8, { more: there, related: [related(7)] }), post(7)],
    };
    expect(await conflictsOf(payload, now)).toEqual([]);
    const [first] = await served(payload, 'news-posts');
    const { modified_timestamp, ...rest } = post(8, {
      more: { ...there, title: 'Του συντάκτη' },
      related: [related(7)],
    });
    expect(first).toMatchObject(rest);
    expect(await served(payload, 'featured-sections')).toEqual([
      { ...(now['featured-sections'][0] as object), section_two_title: 'Του συντάκτη' },
      now['featured-sections'][1],
    ]);
    const order = await served(payload, 'featured-sections', '-section_two_links');
    expect(order.map(({ id }) => id)).toEqual([1, 2, 1]);
    expect(await conflictsOf(payload, now)).toEqual([]);
  });

  it('becomes as in the source, or is not named again, where whoever imports says so', async () => {
    const payload = await startPayload();
    const ids = [1, 2, 3, 4];
    const files = (title: string) => ({ [GROUPS]: ids.map((id) => group(id, { title: `${title} ${id}` })) });
    await imported(payload, files('Πριν'));
    for (const id of [1, 2, 3]) await edit(payload, GROUPS, id, { title: `Εδώ ${id}`, order: 9 });
    await local(payload).remove(GROUPS, (await stored(payload, GROUPS, 4)).id);
    const named = async (sides: object) =>
      (await importPart(payload, files('Μετά'), { sides })).conflicts.map(({ apiId }) => apiId);
    const titles = async () => (await served(payload, GROUPS)).map(({ title }) => title);
    expect(await named({})).toEqual([1, 2, 3, 4]);
    await expect(named({ theirs: ['service-group', `${GROUPS}/1`], ours: [`${GROUPS}/99`] })).rejects.toThrow(
      [
        '--theirs service-group: there is no list service-group; the lists are featured-sections, service-groups, news-posts, news-categories, service-useful-links, and one document is featured-sections/7.',
        `--ours ${GROUPS}/99: the capture has no such element of ${GROUPS}.`,
        'Nothing is imported.',
      ].join('\n'),
    );
    expect(await named({ theirs: [`${GROUPS}/1`], ours: [`${GROUPS}/2`] })).toEqual([3, 4]);
    expect(await titles()).toEqual(expect.arrayContaining(['Μετά 1', 'Εδώ 2', 'Εδώ 3']));
    expect(await named({ ours: ['news-posts'] })).toEqual([3, 4]);
    expect(await named({ theirs: ['*'] })).toEqual([]);
    expect((await titles()).sort()).toEqual(['Εδώ 2', 'Μετά 1', 'Μετά 3', 'Μετά 4']);
    expect((await served(payload, GROUPS)).map(({ order }) => order).sort()).toEqual([4, 9, 9, 9]);
    expect(await named({})).toEqual([]);
  });

  it('is not what a form has open: that is imported, and the next save of the form is refused and told', async () => {
    const payload = await startPayload();
    await imported(payload, { [GROUPS]: [group(1), group(2)] });
    const { id } = await stored(payload, GROUPS, 1);
    const form = await openForm(
      await signedIn(payload, { email: String((await editor(payload))?.email), password: 'a long password' }),
      GROUPS,
      id,
    );
    const now = { [GROUPS]: [group(1, { title: 'Νέα 1' }), group(2, { title: 'Νέα 2' })] };
    expect(await conflictsOf(payload, now)).toEqual([]);
    expect(await form.save({ title: 'Του συντάκτη', _status: 'published' })).toMatchObject({
      status: 409,
      value: { errors: [{ data: { isLate: false, newest: { by: null } } }] },
    });
    expect(await served(payload, GROUPS)).toEqual(now[GROUPS]);
  });

  it('while the import is at work stays', async () => {
    const payload = await startPayload();
    const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const groups = (more: object) => ids.map((id) => group(id, { slug: `g-${id}`, ...more }));
    await imported(payload, { [GROUPS]: groups({}) });
    const now = { [GROUPS]: groups({ title: 'Της πηγής' }) };
    let edited: Promise<void> | undefined;
    const { conflicts } = await importPart(payload, now, {
      onProgress: ({ phase }) => {
        if (phase === 'writing') edited ??= edit(payload, GROUPS, 12, { title: 'Του συντάκτη' });
      },
    });
    await edited;
    expect(conflicts.map(({ apiId }) => apiId)).toEqual([12]);
    expect(await newestTitle(payload, GROUPS, 12)).toBe('Του συντάκτη');
  });
});

describe('something new in the source that cannot do without', () => {
  it('what an editor deleted brings it back, but not into its list', async () => {
    const payload = await startPayload();
    await imported(payload, { 'news-categories': [category(1), category(2)] });
    await local(payload).remove('news-categories', (await stored(payload, 'news-categories', 1)).id);
    const now = { 'news-categories': [category(1), category(2)], 'news-posts': [post(7)] };
    expect(await conflictsOf(payload, now)).toEqual([{ at: 'news-categories 1 restored', fields: [] }]);
    expect(await served(payload, 'news-posts')).toEqual(now['news-posts']);
    expect(await served(payload, 'news-categories')).toEqual([category(2)]);
    expect(await conflictsOf(payload, now)).toEqual([]);
    expect(await served(payload, 'news-categories')).toEqual([category(2)]);
  });

  it('what is in the trash restores it, as the source has it, but not into its list', async () => {
    const payload = await startPayload();
    await imported(payload, { 'news-categories': [category(1, 'Παλιά'), category(2)] });
    const { id } = await stored(payload, 'news-categories', 1);
    await edit(payload, 'news-categories', 1, { title: 'Του συντάκτη', deletedAt: new Date().toISOString() });
    const now = { 'news-categories': [category(1), category(2)], 'news-posts': [post(7)] };
    expect(await conflictsOf(payload, now)).toEqual([{ at: 'news-categories 1 restored', fields: [] }]);
    expect((await stored(payload, 'news-categories', 1)).id).toBe(id);
    expect(await served(payload, 'news-posts')).toEqual(now['news-posts']);
    expect(await served(payload, 'news-categories')).toEqual([category(2)]);
    expect(await conflictsOf(payload, now)).toEqual([]);
  });

  it('an image that is in the trash is there again, or another one of that address', async () => {
    const payload = await startPayload();
    await imported(payload, { 'featured-sections': [section(1, ['a'])] });
    const { update } = local(payload);
    const deletedAt = new Date().toISOString();
    await update('featured-sections', (await stored(payload, 'featured-sections', 1)).id, { deletedAt });
    const { docs } = await payload.find({ collection: 'media' as never });
    for (const { id } of docs as { id: number }[]) await update('media', id, { deletedAt });
    const now = { 'featured-sections': [section(2, ['b'])] };
    const { images } = await imported(payload, now);
    expect(images).toBe(docs.length);
    expect(await served(payload, 'featured-sections')).toEqual(now['featured-sections']);
  });

  it('what an editor unpublished is refused by name, until it is published again', async () => {
    const payload = await startPayload();
    await imported(payload, { 'news-categories': [category(1)] });
    await edit(payload, 'news-categories', 1, { _status: 'draft' });
    const now = { 'news-categories': [category(1)], 'news-posts': [post(7)] };
    const { lists } = await imported(payload, now);
    expect(lists['news-posts']?.refused.map(({ id, problems }) => [id, problems])).toEqual([
      [7, [{ path: '', reason: 'needs news-categories:1:1, which an editor unpublished here' }]],
    ]);
    expect(await served(payload, 'news-posts')).toEqual([]);
    await edit(payload, 'news-categories', 1, {});
    await imported(payload, now);
    expect(await served(payload, 'news-posts')).toEqual(now['news-posts']);
  });
});

describe('an editor has published what an import brought, and the import', () => {
  const files = {
    'featured-sections': [section(1, ['a', 'b']), section(2, ['c'])],
    'news-categories': [category(1), category(2)],
    'news-posts': [post(8), post(7, { related: [related(8)] })],
    'service-useful-links': [usefulLink(1), usefulLink(2), usefulLink(3)],
  };
  const LISTS = Object.keys(files) as (keyof typeof files)[];
  const titleOf = (list: string) => (list === 'featured-sections' ? 'section_one_title' : 'title');

  /** Publishes every published document anew, with another title. */
  async function editAll(payload: Payload) {
    const edited: string[] = [];
    for (const list of LISTS) {
      const { docs } = await payload.db.find<{ id: number; api_id: number; source_key: string }>({
        collection: list,
        where: { _status: { equals: 'published' } },
      });
      for (const { id, api_id } of docs) {
        await local(payload).update(list, id, {
          [titleOf(list)]: `Συντάκτης ${api_id}`,
          _status: 'published',
        });
        edited.push(`${list} ${api_id}`);
      }
    }
    return edited;
  }

  it('was killed, wherever that was: what is repeated does not erase it, and brings the rest', async () => {
    const clean = await startPayload();
    const counted = dieAfter(clean);
    await imported(clean, files);
    counted.revive();
    for (let writes = 10; writes < counted.count(); writes += 25) {
      const payload = await startPayload();
      const dying = dieAfter(payload, writes);
      await expect(imported(payload, files)).rejects.toThrow();
      dying.revive();
      const edited = await editAll(payload);
      await imported(payload, files);
      for (const list of LISTS) {
        const expected = files[list].map(({ id, ...rest }) =>
          edited.includes(`${list} ${id}`)
            ? [id, `Συντάκτης ${id}`]
            : [id, (rest as Record<string, unknown>)[titleOf(list)]],
        );
        const now = (await served(payload, list)).map((each) => [each.id, each[titleOf(list)]]);
        expect(now.sort(), `${list}, killed after ${writes} writes`).toEqual(expected.sort());
      }
    }
  }, 240_000);

  it('does not know any more what it brought: nothing is erased, and each difference is named', async () => {
    const payload = await startPayload();
    await imported(payload, files);
    await edit(payload, 'news-categories', 2, { title: 'Του συντάκτη' });
    await edit(payload, 'service-useful-links', 3, { _status: 'draft' });
    const before = await Promise.all(LISTS.map((list) => served(payload, list)));
    await payload.db.deleteMany({ collection: 'portal-imports', where: {} });
    const conflicts = [
      {
        at: 'news-categories 2 changed',
        fields: [{ field: 'title', here: 'Του συντάκτη', source: 'Κατηγορία 2' }],
      },
      {
        at: 'service-useful-links 3 changed',
        fields: [{ field: '_status', here: 'draft', source: 'published' }],
      },
    ];
    const { lists, ...report } = await imported(payload, files);
    expect(report.conflicts).toHaveLength(2);
    expect(Object.values(lists).map(({ created, updated }) => created + updated)).toEqual([0, 0, 0, 0, 0]);
    expect(await Promise.all(LISTS.map((list) => served(payload, list)))).toEqual(before);
    expect(await conflictsOf(payload, files)).toEqual(conflicts);
    // From now on it is known again.
    const now = {
      ...files,
      'service-useful-links': [usefulLink(1, { title: 'Νέος' }), ...files['service-useful-links'].slice(1)],
    };
    expect(await conflictsOf(payload, now)).toEqual(conflicts);
    expect((await served(payload, 'service-useful-links')).map(({ title }) => title)).toContain('Νέος');
  });
});

describe('before an import', () => {
  it('each document is named with what would be done with it, by which rule and in which fields, and nothing is written', async () => {
    const payload = await startPayload();
    const groups = [1, 2, 3, 4, 5].map((id) => group(id));
    await imported(payload, { [GROUPS]: groups, 'news-categories': [category(1), category(2)] });
    await edit(payload, GROUPS, 2, { title: 'Του συντάκτη' });
    await edit(payload, GROUPS, 5, { title: 'Του συντάκτη' });
    for (const [list, id] of [
      [GROUPS, 3],
      ['news-categories', 1],
    ] as const)
      await local(payload).remove(list, (await stored(payload, list, id)).id);
    await edit(payload, 'news-categories', 2, { _status: 'draft' });
    const titled = (id: number) => group(id, { title: `Της πηγής ${id}` });
    const from = await saveCapture({
      [GROUPS]: [titled(1), titled(2), titled(3), group(5), group(6)],
      'news-categories': [category(1), category(2)],
      'news-posts': [post(7), post(8, { category: category(2) })],
    });
    const before = await databaseState(payload);
    const asked = { from, allow: ['missing'] } as const;
    const { changes, plan, report } = await previewImport(payload, asked);
    expect(await databaseState(payload)).toEqual(before);
    expect(changes.map(({ list, apiId, rule }) => `${rule}: ${list} ${apiId}`).sort()).toEqual([
      'both-changed: service-groups 2',
      'changed: service-groups 1',
      'deleted-here: service-groups 3',
      'new: news-posts 7',
      'new: service-groups 6',
      'refused: news-posts 8',
      'restored: news-categories 1',
      'vanished: service-groups 4',
    ]);
    const title = (id: number, here: string) => [{ field: 'title', here, source: `Της πηγής ${id}` }];
    const ofGroup = (id: number) => changes.find((each) => each.list === GROUPS && each.apiId === id);
    expect(ofGroup(1)).toMatchObject({ fields: title(1, 'Ομάδα 1'), conflicts: [] });
    expect(ofGroup(2)).toMatchObject({ fields: [], conflicts: title(2, 'Του συντάκτη') });
    expect(changes.find(({ rule }) => rule === 'refused')?.reason).toBe(
      'needs news-categories:2:1, which an editor unpublished here',
    );
    expect(report.lists[GROUPS]).toMatchObject({ created: 1, updated: 1, kept: 2, unchanged: 1, gone: 1 });

    await edit(payload, GROUPS, 1, { title: 'Του συντάκτη' });
    await expect(importCapture(payload, { ...asked, plan })).rejects.toThrow('is another plan');
    const { plan: now } = await previewImport(payload, asked);
    const { lists } = await importCapture(payload, { ...asked, plan: now });
    expect(lists[GROUPS]).toMatchObject({ created: 1, updated: 0, kept: 3, unchanged: 1 });
    expect((await previewImport(payload, asked)).changes.map(({ rule }) => rule)).not.toContain('new');
  });

  it('lists may be named that alone are imported', async () => {
    const payload = await startPayload();
    const files = { [GROUPS]: [group(1)], 'news-categories': [category(1)], 'news-posts': [post(7)] };
    const from = await saveCapture(files);
    const { lists } = await importCapture(payload, { from, only: [GROUPS] });
    expect(lists['news-posts']).toMatchObject({ state: 'passed over', created: 0 });
    expect(await served(payload, GROUPS)).toEqual([group(1)]);
    expect(await served(payload, 'news-posts')).toEqual([]);
    await importCapture(payload, { from, only: ['news-posts'] });
    expect([await served(payload, 'news-posts'), await served(payload, 'news-categories')]).toEqual([
      [post(7)],
      [],
    ]);
    await importPart(payload, files);
    expect(await served(payload, 'news-categories')).toEqual([category(1)]);
    await expect(importCapture(payload, { from, only: ['news'] })).rejects.toThrow('There is no list news;');
  });
});

describe('what the source does not have any more', () => {
  const all = [1, 2, 3, 4, 5, 6].map((id) => group(id));
  const without = (...ids: number[]) => all.filter(({ id }) => !ids.includes(id));
  const bring = async (payload: Payload, files: Files, withdrawMissing = true) => {
    const { vanished } = await importPart(payload, files, { withdrawMissing });
    return vanished.map(({ list, apiId, isWithdrawn }) => `${list} ${apiId} ${isWithdrawn}`);
  };
  const ids = async (payload: Payload) => (await served(payload, GROUPS)).map(({ id }) => id);

  it('is named, and taken out of publication where that is asked for, until it is back; what is refused has not vanished', async () => {
    const payload = await startPayload();
    await imported(payload, { [GROUPS]: all });
    const now = { [GROUPS]: [...without(1, 2), { ...group(2), extra: 1 }] };
    expect(await bring(payload, now, false)).toEqual(['service-groups 1 false']);
    expect(await ids(payload)).toEqual([1, 2, 3, 4, 5, 6]);
    const asked = { from: await saveCapture(now), allow: ['missing'], withdrawMissing: true } as const;
    const { changes } = await previewImport(payload, asked);
    expect(changes.map(({ rule, apiId }) => [rule, apiId])).toEqual([['withdrawn', 1]]);
    expect(await bring(payload, now)).toEqual(['service-groups 1 true']);
    expect(await ids(payload)).toEqual([2, 3, 4, 5, 6]);
    expect((await stored(payload, GROUPS, 1))._status).toBe('draft');
    expect(await bring(payload, now)).toEqual([]);
    expect(await conflictsOf(payload, { [GROUPS]: all })).toEqual([]);
    expect(await ids(payload)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await conflictsOf(payload, { [GROUPS]: all })).toEqual([]);
  });

  it('stays in a list that has lost more than a fifth unless that is allowed, and where something published needs it', async () => {
    const payload = await startPayload();
    const categories = [1, 2, 3, 4, 5, 6].map((id) => category(id));
    await imported(payload, { [GROUPS]: all, 'news-categories': categories });
    const needed = await stored(payload, 'news-categories', 6);
    const own = { title: 'Δικό μας', category: needed.id, slug: 'diko-mas', author: 1, _status: 'published' };
    await local(payload).create('news-posts', own);
    const now = {
      [GROUPS]: [...without(1, 2), group(7), group(8)],
      'news-categories': categories.slice(0, 5),
    };
    const withdraw = (allow: DoubtKind[]) => importPart(payload, now, { allow, withdrawMissing: true });
    await expect(withdraw(['missing'])).rejects.toThrow(
      'service-groups has 6 elements in the capture, and 6 of earlier imports are here; capture it again, delete in the admin what is gone for good, or add --allow shrunk, which takes 2 of it out of publication.',
    );
    expect(await ids(payload)).toEqual([1, 2, 3, 4, 5, 6]);
    const { vanished } = await withdraw(['missing', 'shrunk']);
    expect(vanished.map(({ apiId, isWithdrawn }) => [apiId, isWithdrawn])).toEqual(
      expect.arrayContaining([
        [1, true],
        [2, true],
        [6, false],
      ]),
    );
    expect(vanished.find(({ apiId }) => apiId === 6)?.reason).toMatch(/Δικό μας/);
    expect((await ids(payload)).sort()).toEqual([3, 4, 5, 6, 7, 8]);
    expect(await served(payload, 'news-categories')).toEqual(categories);
    await withdraw(['missing']);
  });
});

describe('settings', () => {
  const inOrder = (...ids: number[]) => ({ 'service-useful-links': ids.map((id) => usefulLink(id)) });
  const ordering = async (payload: Payload) => {
    const settings = await payload.findGlobal({ slug: 'portal-settings' });
    return (settings as unknown as { service_useful_links: { ordering: string } }).service_useful_links
      .ordering;
  };
  const set = (payload: Payload, value: string) =>
    payload.updateGlobal({
      slug: 'portal-settings',
      data: { service_useful_links: { ordering: value } } as never,
    });
  const conflict = (here: string, source: string) => [
    {
      at: 'portal-settings null changed',
      fields: [{ field: 'service-useful-links ordering', here, source }],
    },
  ];

  it('that somebody has set stay, and what the source says else is named until both are the same', async () => {
    const payload = await startPayload();
    await imported(payload, inOrder(9, 8, 7, 6, 5));
    expect(await ordering(payload)).toBe('-id');
    await set(payload, 'title');
    expect(await conflictsOf(payload, inOrder(10, 9, 8, 7, 6, 5))).toEqual([]);
    const turned = inOrder(5, 6, 7, 8, 9, 10);
    expect(await conflictsOf(payload, turned)).toEqual(conflict('title', 'id'));
    expect(await conflictsOf(payload, turned)).toEqual(conflict('title', 'id'));
    expect(await ordering(payload)).toBe('title');
    await set(payload, 'id');
    expect(await conflictsOf(payload, turned)).toEqual([]);
    expect(await conflictsOf(payload, inOrder(10, 9, 8, 7, 6, 5))).toEqual([]);
    expect(await ordering(payload)).toBe('-id');
  });

  it('that somebody has set before the first import stay', async () => {
    const payload = await startPayload();
    await set(payload, '-title');
    expect(await conflictsOf(payload, inOrder(9, 8, 7, 6, 5))).toEqual(conflict('-title', '-id'));
    expect(await ordering(payload)).toBe('-title');
  });
});
