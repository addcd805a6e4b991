import type { Payload } from 'payload';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../src/database/migrations/index.ts';
import { freshDatabaseUri, testDatabase } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';

const MARKS = 'portal-counters';
/** It is raised with the migrations, and once for kept HTML in nodes of its own, which needed none. */
const NUMBER = migrations.length + 1;
const current = { key: expect.stringMatching(/^data-version:\d+\.\d+\.\d+$/), value: NUMBER };

async function marks(payload: Payload) {
  const where = { key: { contains: 'data-version' } };
  const { docs } = await payload.db.find<{ id: string; key: string; value: number }>({
    collection: MARKS,
    pagination: false,
    where,
  });
  return docs.map(({ key, value }) => ({ key, value }));
}

it('two that start at once on an empty database mark it as of the last change of what is stored, once', async () => {
  const uri = await freshDatabaseUri();
  // On PostgreSQL the tables are made from the config, by one at a time.
  if (testDatabase() === 'postgres') await startPayload({ uri });
  const [payload] = await Promise.all([startPayload({ uri }), startPayload({ uri })]);
  expect(await marks(payload)).toEqual([current]);
});

describe('a database of', () => {
  it('an older release is marked as of this one', async () => {
    const uri = await freshDatabaseUri();
    const first = await startPayload({ uri });
    const older = { key: 'data-version:0.1.0', value: 1 };
    await first.db.deleteMany({ collection: MARKS, where: { value: { equals: NUMBER } } });
    await first.db.create({ collection: MARKS, data: { ...older } });
    expect(await marks(await startPayload({ uri }))).toEqual(expect.arrayContaining([older, current]));
  });

  it('an earlier state of this release is marked as of this one', async () => {
    const uri = await freshDatabaseUri();
    const first = await startPayload({ uri });
    const where = { key: { contains: 'data-version' } };
    await first.db.updateOne({ collection: MARKS, where, data: { value: 1 } });
    expect(await marks(await startPayload({ uri }))).toEqual([current]);
  });

  it('a later release is refused with the release that it needs, and stays as it is', async () => {
    const uri = await freshDatabaseUri();
    const first = await startPayload({ uri });
    await first.db.deleteMany({ collection: MARKS, where: { value: { equals: NUMBER } } });
    for (const mark of [
      { key: 'data-version:9.1.0', value: 91 },
      { key: 'data-version:9.0.0', value: 90 },
    ]) {
      await first.db.create({ collection: MARKS, data: mark });
    }
    await expect(startPayload({ uri })).rejects.toThrow(
      `The database has data version 91, and this release of payload-portal-content knows ${NUMBER} at most. Use release 9.1.0 or later, or restore a backup from before the update.`,
    );
    expect((await marks(first)).map(({ value }) => value).sort()).toEqual([90, 91]);
  });
});
