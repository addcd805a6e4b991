import type { Payload } from 'payload';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { plannedFor } from '../../../src/index.ts';
import { category, local, plan as queue } from '../../support/content.ts';
import { freshDatabaseUri, testDatabase } from '../../support/databases.ts';
import { oneDatabase } from '../../support/oneDatabase.ts';
import { startPayload } from '../../support/payload.ts';
import { type Rest, signedIn } from '../../support/rest.ts';

const EDITOR = { email: 'editor@portal.example', password: 'a long password' };
const JOBS = 'payload-jobs';
const CATEGORIES = 'news-categories';

type Id = number | string;
type Change = 'publish' | 'unpublish';

let payload: Payload;
/** Another server on the same database; the same one on SQLite, where there is only one. */
let other: Payload;
let editor: Rest;

beforeAll(async () => {
  const uri = await freshDatabaseUri();
  payload = await startPayload({ uri });
  other = testDatabase() === 'sqlite' ? payload : await startPayload({ uri });
  await local(payload).create('users', { ...EDITOR, roles: ['editor'] });
  editor = await signedIn(payload, EDITOR);
});

beforeEach(async () => {
  await payload.db.deleteMany({ collection: JOBS, where: {} });
});

/** The time of the first, second, third … change. */
const time = (n: number) => new Date(Date.UTC(2099, 0, 15, 10, n)).toISOString();

/** Queues a change as the endpoint does, which refuses what makes no sense yet. */
const plan = (id: Id, change: Change, n: number): Promise<Id> =>
  queue(payload, [CATEGORIES, id], change, { at: time(n), waitUntil: new Date(time(n)) });

const set = (id: Id, data: Record<string, unknown>) => payload.db.updateOne({ collection: JOBS, id, data });

/** As when the server was stopped until all times had passed. */
async function beDue(): Promise<void> {
  const now = Date.now();
  for (const [n, { id, state }] of (await plannedFor(payload)).entries())
    if (state !== 'failed') await set(id, { waitUntil: new Date(now - 60_000 + n).toISOString() });
}

const run = (options: object = {}, server = payload) =>
  server.jobs.run({ allQueues: true, silent: true, ...options });

const statusOf = async (id: Id) => (await local(payload).read(CATEGORIES, id))._status;

/** What has been done with a document, the first first. */
async function done(id: Id): Promise<string[]> {
  const { docs } = await payload.db.find<{ action: string; note: string | null }>({
    collection: 'portal-audit-log',
    limit: 100,
    sort: ['at', 'id'],
    where: { and: [{ document: { equals: String(id) } }, { note: { equals: 'planned' } }] },
  });
  return docs.map(({ action }) => action);
}

/** The changes in the order in which they are planned, each with its place in time. */
const PLANS: [string, string, [Change, number][], string[]][] = [
  [
    'a publication and a withdrawal',
    'draft',
    [
      ['publish', 1],
      ['unpublish', 2],
    ],
    ['published', 'withdrawn'],
  ],
  [
    'the same, planned the other way round',
    'draft',
    [
      ['unpublish', 2],
      ['publish', 1],
    ],
    ['published', 'withdrawn'],
  ],
  [
    'three',
    'draft',
    [
      ['publish', 3],
      ['unpublish', 2],
      ['publish', 1],
    ],
    ['published', 'withdrawn', 'published'],
  ],
  [
    'two at one time, as they were planned',
    'published',
    [
      ['unpublish', 1],
      ['publish', 1],
    ],
    ['withdrawn', 'published'],
  ],
];

/** How Payload may run its jobs; what a database has to do with it is seen by one way. */
const RUNS = testDatabase() === 'sqlite' ? [{}, { limit: 1 }, { sequential: true }] : [{ limit: 1 }];

describe.each(PLANS)(
  'what falls due together is done in the order of its times: %s',
  (_, first, changes, expected) => {
    const last = expected.at(-1) === 'published' ? 'published' : 'draft';
    let id: Id;
    beforeEach(async () => {
      ({ id } = await category(payload, { _status: first }));
      for (const [change, n] of changes) await plan(id, change, n);
      await beDue();
    });

    it.each(RUNS)('in as many runs: %o', async (options) => {
      for (const _change of changes) await run(options);
      expect(await done(id)).toEqual(expected);
      expect(await statusOf(id)).toBe(last);
      expect(await plannedFor(payload)).toEqual([]);
    });
  },
);

describe('a change whose predecessor', () => {
  let id: Id;
  let before: Id;
  let after: Id;
  beforeEach(async () => {
    ({ id } = await category(payload, { _status: 'draft' }));
    after = await plan(id, 'unpublish', 2);
    before = await plan(id, 'publish', 1);
    await beDue();
  });

  it('fails for now waits for it, and uses up no try', async () => {
    const { updateOne } = payload.db;
    payload.db.updateOne = (async (args: { collection: string }) => {
      if (args.collection === CATEGORIES) throw new Error('away');
      return updateOne.call(payload.db, args as never);
    }) as never;
    await run();
    await run();
    payload.db.updateOne = updateOne;
    const waiting = { id: after, change: 'unpublish', state: 'waiting', attempts: 0 };
    expect(await plannedFor(payload)).toMatchObject([
      { id: before, state: 'retrying', attempts: 1 },
      waiting,
    ]);
    // The first one is tried again after a minute: the second one has nothing to do before.
    await run();
    expect(await done(id)).toEqual([]);
    for (const _change of ['publish', 'unpublish']) {
      await beDue();
      await run();
    }
    expect(await done(id)).toEqual(['published', 'withdrawn']);
    expect(await plannedFor(payload)).toEqual([]);
  });

  oneDatabase.it('has failed for good does not wait', async () => {
    await set(before, { hasError: true });
    await local(payload).update(CATEGORIES, id, { _status: 'published' });
    await run();
    expect(await done(id)).toEqual(['withdrawn']);
    expect(await plannedFor(payload)).toMatchObject([{ id: before, state: 'failed' }]);
  });

  oneDatabase.it('is refused does not wait', async () => {
    const { id: user } = await local(payload).create('users', {
      email: 'gone@portal.example',
      password: EDITOR.password,
    });
    await local(payload).remove('users', user);
    const [{ id: _, state: __, attempts: ___, ...input } = expect.unreachable()] = await plannedFor(payload);
    await set(before, { input: { ...input, planner: { collection: 'users', id: user } } });
    await local(payload).update(CATEGORIES, id, { _status: 'published' });
    await run();
    await run();
    expect(await done(id)).toEqual(['withdrawn']);
    expect(await plannedFor(payload)).toMatchObject([{ id: before, state: 'failed', attempts: 1 }]);
  });

  oneDatabase.it('was cancelled does not wait', async () => {
    expect((await editor('DELETE', `${CATEGORIES}/${id}/planned/${before}`)).status).toBe(200);
    await local(payload).update(CATEGORIES, id, { _status: 'published' });
    await run();
    expect(await done(id)).toEqual(['withdrawn']);
  });

  it('is carried out by another server waits for it, and can be cancelled', async () => {
    await set(before, { processing: true, updatedAt: new Date().toISOString() });
    await run();
    expect(await done(id)).toEqual([]);
    expect(await plannedFor(payload)).toMatchObject([
      { id: before, state: 'running' },
      { id: after, state: 'waiting', attempts: 0 },
    ]);
    expect((await editor('DELETE', `${CATEGORIES}/${id}/planned/${after}`)).status).toBe(200);
    await set(before, { processing: false });
    await run();
    expect(await done(id)).toEqual(['published']);
  });

  oneDatabase.it('is not yet due is not held up by it', async () => {
    const third = await plan(id, 'publish', 3);
    await run();
    await run();
    expect(await done(id)).toEqual(['published', 'withdrawn']);
    expect(await plannedFor(payload)).toMatchObject([{ id: third, state: 'waiting' }]);
  });
});

it('what is planned of many documents is done by two servers at once, more than a run takes', async () => {
  const drafts = await Promise.all(
    Array.from({ length: 4 }, (_, n) => category(payload, { title: `Πολλά ${n}`, _status: 'draft' })),
  );
  for (const { id } of drafts) await plan(id, 'unpublish', 2);
  for (const { id } of drafts) await plan(id, 'publish', 1);
  await beDue();
  await vi.waitFor(
    async () => {
      await Promise.all([run({ limit: 3 }), run({ limit: 3 }, other)]);
      expect(await plannedFor(payload)).toEqual([]);
    },
    { timeout: 60_000, interval: 50 },
  );
  for (const { id } of drafts) {
    expect(await statusOf(id)).toBe('draft');
    expect(await done(id)).toEqual(['published', 'withdrawn']);
  }
});
