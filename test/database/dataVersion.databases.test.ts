import type { Payload } from 'payload';
import { expect, it } from 'vitest';
import { freshDatabaseUri, testDatabase } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';

const MARKS = 'portal-counters';
const current = { key: 'data-version:0.2.0', value: 1 };

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

it('a database of a later release is refused with the release that it needs, and stays as it is', async () => {
  const uri = await freshDatabaseUri();
  const first = await startPayload({ uri });
  await first.db.deleteMany({ collection: MARKS, where: { value: { equals: 1 } } });
  for (const mark of [
    { key: 'data-version:9.1.0', value: 91 },
    { key: 'data-version:9.0.0', value: 90 },
  ]) {
    await first.db.create({ collection: MARKS, data: mark });
  }
  await expect(startPayload({ uri })).rejects.toThrow(
    'The database has data version 91, and this release of payload-portal-content knows 1 at most. Use release 9.1.0 or later, or restore a backup from before the update.',
  );
  expect((await marks(first)).map(({ value }) => value).sort()).toEqual([90, 91]);
});
