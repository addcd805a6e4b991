import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import type { Payload } from 'payload';
import { describe, expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { portalReadModel } from '../../src/index.ts';
import { importCapture, previewImport, undoImport } from '../../src/migration/index.ts';
import { editor, local, served } from '../support/content.ts';
import { testDatabase } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import {
  category,
  type Files,
  group,
  post,
  related,
  saveCapture,
  section,
  usefulLink,
  whole,
} from './captures.ts';
import { databaseState } from './databaseState.ts';
import { dieAfter } from './dieAfter.ts';
import { stored } from './imports.ts';

const GROUPS = 'service-groups';
const RUNS = { collection: 'portal-import-runs' as never, overrideAccess: false, depth: 0 } as const;

/** The runs as a user reads them, newest first. */
async function runs(payload: Payload, roles = ['admin']) {
  const { docs } = await payload.find({ ...RUNS, user: await editor(payload, roles) });
  return docs as unknown as (Record<string, unknown> & { id: number })[];
}

// What is decided before a database is asked is claimed on one.
if (testDatabase() === 'sqlite')
  it('each import is recorded: who, when, of what, by which plan, and what it did; admins read it and nobody writes it', async () => {
    const payload = await startPayload();
    const from = await saveCapture({ [GROUPS]: [group(1), group(2)] });
    const { plan } = await previewImport(payload, { from, allow: ['missing'] });
    const before = Date.now();
    await importCapture(payload, { from, allow: ['missing'] });
    await importCapture(payload, { from, allow: ['missing'] });
    const [again, run] = await runs(payload);
    const body = await readFile(path.join(from, `${GROUPS}.json`));
    const none = { created: 0, updated: 0, unchanged: 0, kept: 0, refused: 0, withdrawn: 0 };
    expect(run).toMatchObject({
      state: 'finished',
      operator: `${userInfo().username}@${hostname()}`,
      folder: from,
      capturedAt: null,
      plan,
      captures: [
        { file: `${GROUPS}.json`, count: 2, sha256: createHash('sha256').update(body).digest('hex') },
      ],
    });
    expect(run?.outcome).toContainEqual({ ...none, list: GROUPS, created: 2 });
    expect(again?.outcome).toContainEqual({ ...none, list: GROUPS, unchanged: 2 });
    const [began, ended] = [run?.began, run?.ended].map((time) => Date.parse(String(time)));
    const times = [before, began, ended, Date.now()];
    expect(times).toEqual([...times].sort());

    for (const roles of [['editor'], ['author']]) await expect(runs(payload, roles)).rejects.toThrow();
    const user = await editor(payload, ['admin']);
    const data = { state: 'undone' } as never;
    const id = run?.id ?? 0;
    await expect(payload.create({ ...RUNS, user, data })).rejects.toThrow();
    await expect(payload.update({ ...RUNS, user, data, id })).rejects.toThrow();
    await expect(payload.delete({ ...RUNS, user, id })).rejects.toThrow();
  });

// What is decided before a database is asked is claimed on one.
if (testDatabase() === 'sqlite')
  it('an import that broke off is seen as that, and the next one goes on with its record', async () => {
    const payload = await startPayload();
    const from = await saveCapture({ [GROUPS]: [group(1), group(2)] });
    const dying = dieAfter(payload, 12);
    await expect(importCapture(payload, { from, allow: ['missing'] })).rejects.toThrow();
    dying.revive();
    expect((await runs(payload)).map(({ state }) => state)).toEqual(['running']);
    // What happens after a minute without a sign of life.
    await payload.db.deleteMany({ collection: 'portal-imports', where: { key: { equals: 'lock' } } });
    expect((await runs(payload)).map(({ state }) => state)).toEqual(['interrupted']);
    await importCapture(payload, { from, allow: ['missing'] });
    expect((await runs(payload)).map(({ state }) => state)).toEqual(['finished']);
  });

const LISTS = lists.map(({ key }) => key);
const IMAGE = 'https://portal.example/b.png';

const first: Files = {
  'featured-sections': [section(1, ['a', 'b']), section(2, ['c']), section(3, [])],
  'service-groups': [1, 2, 3, 4, 5, 6, 7, 8].map((id) => group(id)),
  'news-categories': [category(1), category(2)],
  'news-posts': [post(8), post(7, { related: [related(8)], more: { content: '<p>α <b>β</b>' } }), post(6)],
  'service-useful-links': ['γ', 'β', 'α'].map((title, at) => usefulLink(at + 1, { title })),
};

const renamed = category(1, 'Άλλη');
const later = { created_timestamp: '2022-04-01T09:15:02.120000Z' };
const rewritten = { content: '<p>γ', post_image: IMAGE };

/** Each list has something new, changed, moved or gone, and the links another order. */
const second: Files = {
  'featured-sections': [section(3, ['d']), section(1, ['b', 'a', 'e'])],
  'service-groups': [group(1, { title: 'Άλλη', order: 9 }), ...[3, 4, 5, 6, 7, 8, 9].map((id) => group(id))],
  'news-categories': [category(2), renamed, category(3)],
  'news-posts': [
    post(7, { category: category(3), more: rewritten }),
    post(9, { category: category(3), related: [related(7, rewritten), related(8, later)] }),
    post(8, { category: renamed, more: later }),
    post(6, { category: renamed }),
  ],
  'service-useful-links': ['α', 'β', 'γ'].map((title, at) => usefulLink(3 - at, { title })),
};

const bring = async (payload: Payload, files: Files, options: object = {}) =>
  importCapture(payload, { from: await saveCapture(whole(files)), allow: ['shrunk'], ...options });

/** The lists' bytes, in some orders. */
async function bytes(payload: Payload) {
  const model = await portalReadModel(payload);
  const all = LISTS.flatMap((list) =>
    [undefined, 'id', '-title', '-section_two_links'].map((by) => [list, by]),
  );
  const bodies = all.map(async ([list = '', by]) => [
    `${list} ${by}`,
    (await model.response(list, by))?.body.toString(),
  ]);
  return Object.fromEntries(await Promise.all(bodies));
}

interface Stored {
  deletedAt?: string;
}

/** All that is stored, versions, counters and the trash aside; and how much is in the trash. */
async function state(payload: Payload) {
  const { 'portal-counters': _, ...all } = await databaseState(payload);
  const trashed: Record<string, number> = {};
  for (const kind of [...LISTS, 'media']) {
    const mains = Object.entries(all[kind] as Record<string, Stored[]>).map(
      ([key, [main]]) => [key, main] as const,
    );
    const inTrash = mains.filter(([, main]) => main?.deletedAt);
    if (inTrash.length > 0) trashed[kind] = inTrash.length;
    // Payload notes the picture of an image with any save of it.
    const there = mains
      .filter(([, main]) => !main?.deletedAt)
      .map(([key, main]) => [key, { ...main, thumbnailURL: null }]);
    all[kind] = Object.fromEntries(there);
  }
  return { trashed, all: { ...all, lists: await bytes(payload) } };
}

describe('taken back is', () => {
  it('a first import: all of it is in the trash, the lists are empty; and it comes again as the first time', async () => {
    const payload = await startPayload();
    const empty = await state(payload);
    const report = await bring(payload, first);
    const full = await state(payload);
    const { stayed, lists: counts } = await undoImport(payload);
    expect(stayed).toEqual([]);
    const made = { 'featured-sections': 3, 'service-groups': 8, 'news-posts': 3, 'news-categories': 2 };
    const trashed = { ...made, 'service-useful-links': 3, media: 1 };
    expect(Object.fromEntries(Object.entries(counts).map(([key, each]) => [key, each.trashed]))).toEqual(
      trashed,
    );
    expect(await state(payload)).toEqual({ ...empty, trashed });
    const { folder: _, ...again } = { folder: '', ...(await bring(payload, first)) };
    expect(again).toEqual(report);
    expect(await state(payload)).toEqual(full);
    expect((await runs(payload)).map((run) => run.state)).toEqual(['finished', 'undone']);
    await undoImport(payload);
    expect(await state(payload)).toEqual({ ...empty, trashed });
    await expect(undoImport(payload)).rejects.toThrow('There is no import to take back');
  });

  it('a later one, with what it withdrew and moved, and with what it took from an editor; then the one before', async () => {
    const payload = await startPayload();
    await bring(payload, first);
    await edit(payload, 'news-posts', 7, { title: 'Του συντάκτη' });
    await edit(payload, 'service-groups', 1, { title: 'Του συντάκτη' });
    const draft = await stored(payload, 'service-groups', 4);
    await local(payload).update('service-groups', draft.id, { title: 'Πρόχειρο' }, { draft: true });
    await local(payload).remove('service-groups', (await stored(payload, 'service-groups', 5)).id);
    const before = await state(payload);
    const changed = {
      ...second,
      'service-groups':
        second['service-groups']?.map((each) => ({ ...(each as object), url: 'https://portal.example/' })) ??
        [],
    };
    const { lists: counts } = await bring(payload, changed, {
      withdrawMissing: true,
      sides: { theirs: ['*'] },
    });
    expect(counts['service-groups']).toMatchObject({ created: 2, updated: 6 });
    expect((await stored(payload, 'service-groups', 2))._status).toBe('draft');

    const preview = await undoImport(payload, { dryRun: true });
    const { stayed, lists: undone, settings } = await undoImport(payload);
    expect(stayed).toEqual([]);
    expect(preview.lists).toEqual(undone);
    expect(settings).not.toEqual([]);
    const { trashed, all } = await state(payload);
    expect(all).toEqual(before.all);
    // What the editor had deleted, and the import made again, is in the trash.
    expect(trashed).toEqual({ 'service-groups': 2, 'news-posts': 1, 'news-categories': 1, media: 1 });
    const versions = await local(payload).versions('service-groups', draft.id);
    expect(versions[0]?.version).toMatchObject({ title: 'Πρόχειρο', _status: 'draft' });

    // What an editor has touched since the first import stays, and what that refers to.
    const { stayed: left } = await undoImport(payload);
    expect(left.map(({ list, apiId, title, why }) => [`${list} ${apiId}`, title, why])).toEqual([
      ['service-groups 1', 'Του συντάκτη', 'edited'],
      ['service-groups 4', 'Ομάδα 4', 'edited'],
      ['news-categories 1', 'Κατηγορία 1', 'used'],
      ['news-posts 8', 'Νέο 8', 'used'],
      ['news-posts 7', 'Του συντάκτη', 'edited'],
    ]);
    expect(left.filter(({ why }) => why === 'used').map(({ reason }) => reason)).toEqual([
      'news-posts 7',
      'news-posts 7',
    ]);
  });

  // What stays is decided of values that have been read.
  if (testDatabase() === 'sqlite')
    it('field by field what editors have touched since: theirs stays, and is named with both values', async () => {
      const payload = await startPayload();
      await bring(payload, first);
      await bring(payload, second, { withdrawMissing: true });
      await edit(payload, 'service-groups', 1, { title: 'Του συντάκτη' });
      await edit(payload, 'news-categories', 1, { selected: true });
      await edit(payload, 'service-groups', 2, { title: 'Πίσω' });
      await edit(payload, 'service-groups', 9, { title: 'Του συντάκτη' });
      const { id: third } = await stored(payload, 'news-categories', 3);
      const own = { title: 'Δικό μας', slug: 'diko-mas', category: third, author: 1, _status: 'published' };
      await local(payload).create('news-posts', own);
      const { id } = await stored(payload, 'featured-sections', 3);
      await lock(payload, 'featured-sections', id);
      await payload.updateGlobal({
        slug: 'portal-settings' as never,
        data: { service_useful_links: { ordering: 'slug' } } as never,
      });

      const preview = await undoImport(payload, { dryRun: true });
      const { stayed } = await undoImport(payload);
      expect(preview.stayed).toEqual(stayed);
      const both = (field: string, here: string, source: string) => [{ field, here, source }];
      expect(
        stayed.map(({ list, apiId, why, reason, fields }) => [`${list} ${apiId}`, why, reason, fields]),
      ).toEqual([
        ['featured-sections 3', 'open', undefined, []],
        ['service-groups 1', 'edited', undefined, both('title', 'Του συντάκτη', 'Ομάδα 1')],
        ['service-groups 9', 'edited', undefined, []],
        ['news-categories 3', 'used', 'news-posts 10', []],
        ['portal-settings null', 'edited', undefined, both('service-useful-links ordering', 'slug', 'id')],
      ]);
      const all = async (list: string) =>
        Object.fromEntries((await served(payload, list)).map((each) => [each.id, each]));
      expect(await all('service-groups')).toEqual({
        ...Object.fromEntries((first['service-groups'] as { id: number }[]).map((each) => [each.id, each])),
        1: group(1, { title: 'Του συντάκτη' }),
        2: group(2, { title: 'Πίσω' }),
        9: group(9, { title: 'Του συντάκτη' }),
      });
      expect(await all('news-categories')).toEqual({
        1: { ...category(1), selected: true },
        2: category(2),
        3: category(3),
      });
      expect(await all('featured-sections')).toEqual({
        1: section(1, ['a', 'b']),
        2: section(2, ['c']),
        3: section(3, ['d']),
      });
      expect(Object.keys(await all('news-posts'))).toEqual(['6', '7', '8', '10']);
      await undoImport(payload);
      expect(Object.keys(await all('news-posts'))).toEqual(['10']);
    });
});

it('an import that was killed is taken back, wherever that was; and so is one whose undoing was killed', async () => {
  const payload = await startPayload();
  await bring(payload, first);
  await edit(payload, 'service-groups', 1, { title: 'Του συντάκτη' });
  const before = await state(payload);
  const options = { withdrawMissing: true, sides: { theirs: ['*'] } };
  const takeBack = async (when: string) => {
    expect((await undoImport(payload)).stayed, when).toEqual([]);
    // The lists of this very process were told nothing of what was killed between two writes.
    const { all } = await state(payload);
    expect({ ...all, lists: null }, when).toEqual({ ...before.all, lists: null });
  };
  const counted = dieAfter(payload);
  await bring(payload, second, options);
  const writes = counted.count();
  counted.revive();
  const counting = dieAfter(payload);
  await takeBack('after an import');
  const undone = counting.count();
  counting.revive();

  const parts = testDatabase() === 'sqlite' ? [0.3, 0.55, 0.8] : [0.55];
  const points = (total: number) => parts.map((part) => Math.floor(total * part) - 1);
  for (const point of points(writes)) {
    const dying = dieAfter(payload, point);
    await expect(bring(payload, second, options), `${point} of ${writes}`).rejects.toThrow();
    dying.revive();
    await takeBack(`an import that was killed at ${point} of ${writes}`);
  }
  for (const point of points(undone)) {
    await bring(payload, second, options);
    const dying = dieAfter(payload, point);
    await expect(undoImport(payload)).rejects.toThrow();
    dying.revive();
    await takeBack(`an undoing that was killed at ${point} of ${undone}`);
  }
}, 240_000);

// What is decided before a database is asked is claimed on one.
if (testDatabase() === 'sqlite')
  it('after it, another portal may be brought into the database', async () => {
    const payload = await startPayload();
    const groups = (name: string) => ({
      'service-groups': [1, 2, 3, 4, 5].map((id) => group(id, { title: `${name} ${id}` })),
    });
    await bring(payload, groups('Λάθος'));
    await expect(bring(payload, groups('Άλλη'))).rejects.toThrow('another portal');
    await undoImport(payload);
    await bring(payload, groups('Άλλη'));
    expect(await served(payload, GROUPS)).toEqual(groups('Άλλη')['service-groups']);
  });

it('the newest hundred imports are kept, with what it takes to take them back', async () => {
  const payload = await startPayload();
  const began = (n: number) => new Date(Date.UTC(2020, 0, 1, 0, n)).toISOString();
  const older = [];
  for (let n = 0; n < 101; n++) {
    const data = { state: 'finished', began: began(n), folder: `${n}` };
    older.push(await payload.db.create({ collection: RUNS.collection, data }));
  }
  const kept = { collection: 'portal-imports' as never };
  for (const { id } of older) {
    const data = { key: `undo ${id} 000000`, fingerprint: '' };
    await payload.db.create({ ...kept, data });
  }
  await bring(payload, { 'service-groups': [group(1)] });
  const { docs } = await payload.db.find<{ folder: string }>({ ...RUNS, sort: 'began', pagination: false });
  expect(docs).toHaveLength(100);
  expect(docs[0]?.folder).toBe('2');
  const traces = { key: { contains: 'undo ' } };
  const { docs: rows } = await payload.db.find<{ key: string }>({
    ...kept,
    where: traces,
    pagination: false,
  });
  const gone = older.slice(0, 2).map(({ id }) => `undo ${id} 000000`);
  expect(rows.filter(({ key }) => gone.includes(key))).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(99);
});

/** As a form does that is opened. */
async function lock(payload: Payload, relationTo: string, value: number | string) {
  const user = await editor(payload);
  const data = {
    document: { relationTo, value },
    globalSlug: null,
    user: { relationTo: 'users', value: user?.id },
  };
  await payload.create({ collection: 'payload-locked-documents', data: data as never });
}

async function edit(payload: Payload, collection: string, apiId: number, data: object) {
  const { id } = await stored(payload, collection, apiId);
  const user = await editor(payload);
  await local(payload).update(collection, id, { _status: 'published', ...data }, { user });
}
