import { describe, expect, it } from 'vitest';
import { lists } from '../../../endpoints/lists/index.ts';
import {
  createReadModel,
  type ReadModel,
  type Snapshot,
  type SnapshotRow,
} from '../../../endpoints/read-model/index.ts';
import { body, category, column, loaded, post, usefulLink } from '../support/readModel.ts';

const slug = 'service-useful-links';
const CURRENT = Date.UTC(2024, 0, 1);

/** A snapshot as it comes back from a file: other objects with the same values. */
function copied({ settings, lists: all }: Snapshot): Snapshot {
  const rows = new Map<SnapshotRow, SnapshotRow>();
  function copyOf(row: SnapshotRow): SnapshotRow {
    const { documentId, apiId, position, linkRanks, length, digest } = row;
    const copy = { documentId, apiId, position, linkRanks: [...linkRanks], length, digest };
    if (!rows.has(row)) rows.set(row, copy);
    return rows.get(row) as SnapshotRow;
  }
  return {
    settings: structuredClone(settings),
    lists: all.map(({ list, entries, body }) => ({
      list,
      entries: entries.map(({ row, linkRank }) => ({ row: copyOf(row), linkRank })),
      body: Buffer.from(body),
    })),
  };
}

async function restored(model: ReadModel): Promise<ReadModel> {
  const other = createReadModel({ lists });
  const snapshot = await model.snapshot();
  if (!snapshot) throw new Error('no snapshot');
  expect(await other.restore(copied(snapshot), CURRENT)).toBe(true);
  return other;
}

describe('a restored snapshot', () => {
  it('says what it is and since when, until the first load', async () => {
    const model = await restored(await loaded([usefulLink(1), category(1), post(1)]));
    expect(model.status()).toMatchObject({
      state: 'checkpoint',
      since: CURRENT,
      loaded: false,
      lists: { [slug]: 1, 'news-posts': 1 },
    });
    await model.replace([[usefulLink(2)]]);
    expect(model.status()).toMatchObject({ state: 'live', loaded: true });
    expect(await column(model, slug, 'id')).toEqual([2]);
  });

  it('gives a load the elements that this can’t make', async () => {
    const model = await restored(await loaded([category(1), post(1, { title: 'παλιός' })]));
    await model.replace([[post(1, { title: 'νέος' })]]);
    expect(await column(model, 'news-posts', 'title')).toEqual(['παλιός']);
    expect(model.status().missing).toMatchObject([{ document: 'p1', served: 'last element' }]);
  });

  it('is ignored once there is a load', async () => {
    const model = await loaded([usefulLink(1)]);
    const other = await loaded([usefulLink(2)]);
    const snapshot = (await other.snapshot()) as Snapshot;
    expect(await model.restore(snapshot, CURRENT)).toBe(false);
    expect(await column(model, slug, 'id')).toEqual([1]);
    const racing = createReadModel({ lists });
    const [taken] = await Promise.all([racing.restore(snapshot, CURRENT), racing.replace([[usefulLink(3)]])]);
    expect(await column(racing, slug, 'id')).toEqual([3]);
    expect([taken, racing.status().state]).toEqual([expect.any(Boolean), 'live']);
  });

  it('lets a change be seen with the load that it is in, not before', async () => {
    const model = await restored(await loaded([usefulLink(1)]));
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const load = model.replace(
      (async function* () {
        yield [usefulLink(1)];
        await gate;
      })(),
    );
    let shows = false;
    const applied = model.apply([usefulLink(2)]).then(() => {
      shows = true;
    });
    await new Promise(setImmediate);
    expect([shows, await column(model, slug, 'id')]).toEqual([false, [1]]);
    go();
    await Promise.all([load, applied]);
    expect(await column(model, slug, 'id')).toEqual([1, 2]);
  });
});

describe('a snapshot', () => {
  it('is there once there is something to serve', async () => {
    const model = createReadModel({ lists });
    expect(await model.snapshot()).toBe(undefined);
    await model.replace([[]]);
    expect((await model.snapshot())?.lists.map(({ list }) => list)).toEqual(lists.map((list) => list.key));
  });

  it('stays as it is when the lists change', async () => {
    const model = await loaded([usefulLink(1, { title: 'α' }), usefulLink(2)]);
    const snapshot = (await model.snapshot()) as Snapshot;
    const before = JSON.stringify(copied(snapshot));
    await model.apply([
      usefulLink(1, { title: 'β' }),
      usefulLink(3),
      { kind: slug, id: 'l2', document: null },
    ]);
    await body(model, slug);
    expect(JSON.stringify(copied(snapshot))).toBe(before);
  });
});
