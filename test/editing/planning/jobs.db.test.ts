import type { Payload, Plugin } from 'payload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { claimJobs } from '../../../src/index.ts';
import { category, editor, local, served } from '../../support/content.ts';
import { freshDatabaseUri } from '../../support/databases.ts';
import { oneDatabase } from '../../support/oneDatabase.ts';
import { startPayload } from '../../support/payload.ts';

const within = { timeout: 30_000, interval: 100 };

/** A server whose jobs run every second in place of every minute. */
const everySecond: Plugin = (config) => ({
  ...config,
  jobs: {
    ...config.jobs,
    autoRun: [{ cron: '* * * * * *', allQueues: true, silent: true }],
    shouldAutoRun: (payload) => claimJobs(payload, 1000),
  },
});

/** The documents that jobs of either server have set out to publish, one entry for each time. */
const begun: string[] = [];
/** Those whose next publication fails. */
const failing = new Set<string>();
const counted: Plugin = (config) => ({
  ...config,
  collections: (config.collections ?? []).map((collection) => ({
    ...collection,
    hooks: {
      ...collection.hooks,
      beforeOperation: [
        ...(collection.hooks?.beforeOperation ?? []),
        ({ args, operation }) => {
          if (operation !== 'update' || !('id' in args)) return;
          const id = String(args.id);
          begun.push(id);
          if (failing.delete(id)) throw new Error('The database is away for a moment.');
        },
      ],
    },
  })),
});

/** Who has planned everything. */
let planner: number | string;

const plan = (id: number | string) => ({
  change: 'publish',
  collection: 'news-categories',
  document: String(id),
  planner: { collection: 'users', id: planner },
  at: '2026-01-15T12:30:00.000Z',
  by: 'editor@portal.example',
  title: 'Προγραμματισμένη',
  seen: '2026-01-15T12:00:00.000Z',
});

async function schedule(payload: Payload, id: number | string) {
  return payload.jobs.queue({ task: 'portalPublication' as never, input: plan(id) as never });
}

const job = (payload: Payload, id: number | string) =>
  payload.db.findOne<{ id: number | string }>({
    collection: 'payload-jobs',
    where: { id: { equals: id } },
  });

const publications = async (payload: Payload, id: number | string) =>
  (await local(payload).versions('news-categories', id)).filter(
    ({ version }) => version._status === 'published',
  ).length;

describe('the jobs of two servers on one database', () => {
  let one: Payload;
  let other: Payload;
  beforeAll(async () => {
    const uri = await freshDatabaseUri();
    one = await startPayload({ uri, plugins: [everySecond, counted], cron: true });
    other = await startPayload({ uri, plugins: [everySecond, counted], cron: true });
    planner = (await editor(one))?.id ?? '';
  });

  it('are carried out once', async () => {
    const drafts = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        category(one, { title: `Προγραμματισμένη ${n}`, _status: 'draft' }),
      ),
    );
    const jobs = await Promise.all(drafts.map(({ id }) => schedule(one, id)));
    // Payload clears away what has succeeded.
    await vi.waitFor(async () => {
      for (const { id } of jobs) expect(await job(one, id)).toBeNull();
    }, within);
    expect([...begun].sort()).toEqual(drafts.map(({ id }) => String(id)).sort());
    const titles = (await served(other, 'news-categories')).map(({ title }) => title);
    expect(titles.sort()).toEqual(drafts.map(({ title }) => title).sort());
  });

  it('are carried out by the one that is left when the other ends', async () => {
    await other.destroy();
    const draft = await category(one, { title: 'Για όποιον μείνει', _status: 'draft' });
    await schedule(one, draft.id);
    await vi.waitFor(async () => expect(await publications(one, draft.id)).toBe(1), within);
  });

  oneDatabase.it('are tried again when they fail', async () => {
    const draft = await category(one, { title: 'Με τη δεύτερη', _status: 'draft' });
    failing.add(String(draft.id));
    const { id } = await schedule(one, draft.id);
    await vi.waitFor(async () => {
      expect(await job(one, id)).toMatchObject({ totalTried: 1, hasError: false, processing: false });
    }, within);
    // Not for a minute.
    await one.db.updateOne({ collection: 'payload-jobs', id, data: { waitUntil: new Date().toISOString() } });
    await vi.waitFor(async () => expect(await publications(one, draft.id)).toBe(1), within);
    expect(begun.filter((id) => id === String(draft.id))).toHaveLength(2);
  });

  it('that a killed server left undone are given back after some minutes, and no others', async () => {
    const [left, running] = [
      await category(one, { title: 'Έμεινε στη μέση', _status: 'draft' }),
      await category(one, { title: 'Τρέχει αλλού', _status: 'draft' }),
    ];
    const takenUp = async (id: number | string, minutesAgo: number) => {
      const queued = await one.db.create({
        collection: 'payload-jobs',
        data: {
          taskSlug: 'portalPublication',
          input: plan(id),
          queue: 'default',
          processing: true,
          hasError: false,
          totalTried: 0,
          updatedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
        },
      });
      return queued.id;
    };
    const lately = await takenUp(running.id, 0);
    await takenUp(left.id, 6);
    await vi.waitFor(async () => expect(await publications(one, left.id)).toBe(1), within);
    expect(await job(one, lately)).toMatchObject({ processing: true });
    expect(await publications(one, running.id)).toBe(0);
  });

  oneDatabase.it(
    'that were taken up before the server of an SQLite file started are given back at once',
    async () => {
      const left = await category(one, { title: 'Έμεινε μόλις τώρα', _status: 'draft' });
      const start = Date.now();
      vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(start);
      const before = start - 1000;
      const { id } = await one.db.create({
        collection: 'payload-jobs',
        data: {
          taskSlug: 'portalPublication',
          input: plan(left.id),
          queue: 'default',
          processing: true,
          hasError: false,
          totalTried: 0,
          updatedAt: new Date(before).toISOString(),
        },
      });
      // What the killed server had claimed.
      const counter = { key: `plan-${id}`, value: before };
      await one.db.create({ collection: 'portal-counters', data: counter });
      await vi.waitFor(async () => expect(await publications(one, left.id)).toBe(1), within);
      vi.restoreAllMocks();
    },
  );

  it('that failed are forgotten after a year, and no sooner', async () => {
    const failed = async (daysAgo: number) => {
      const { id } = await one.db.create({
        collection: 'payload-jobs',
        data: {
          taskSlug: 'portalPublication',
          input: plan(1),
          queue: 'default',
          processing: false,
          hasError: true,
          totalTried: 1,
          updatedAt: new Date(Date.now() - daysAgo * 24 * 60 * 60_000).toISOString(),
        },
      });
      return id;
    };
    const [recent, old] = [await failed(364), await failed(368)];
    await vi.waitFor(async () => expect(await job(one, old)).toBeNull(), within);
    expect(await job(one, recent)).toMatchObject({ hasError: true });
  });
});
