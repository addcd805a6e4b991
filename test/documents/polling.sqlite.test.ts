import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { Payload } from 'payload';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dataVersion } from '../../src/documents/index.ts';
import { documentSource, portalReadModel } from '../../src/index.ts';
import { takeLock } from '../../src/migration/importLock.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { category, local, served } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';

const CATEGORIES = 'news-categories';
const within = { timeout: 10_000, interval: 20 };

let payload: Payload;
let another: Payload;
beforeEach(async () => {
  const uri = await freshDatabaseUri();
  payload = await startPayload({ uri, options: { pollInterval: 20 } });
  another = await startPayload({ uri });
});

const client = (of: Payload) => (of.db as unknown as SQLiteAdapter).client;
const titles = async () => (await served(payload, CATEGORIES)).map(({ title }) => title);

/** Resolves when the database has been asked so many times more whether anything moved. */
async function looks(count: number): Promise<void> {
  const execute = vi.spyOn(client(payload), 'execute');
  await vi.waitFor(() => {
    const asked = execute.mock.calls.filter(([statement]) => String(statement) === 'PRAGMA data_version');
    expect(asked.length).toBeGreaterThanOrEqual(count);
  }, within);
  execute.mockRestore();
}

describe('a SQLite database', () => {
  it('is not read while no other process writes, however much this one does', async () => {
    await portalReadModel(payload);
    const { id } = await category(payload, { title: 'Δική του' });
    await looks(3);
    const count = vi.spyOn(payload.db, 'count');
    await local(payload).update(CATEGORIES, id, { title: 'Δική του ξανά' });
    await looks(5);
    expect(count).not.toHaveBeenCalled();
    await category(another, { title: 'Άλλου' });
    await vi.waitFor(() => expect(count).toHaveBeenCalled(), within);
  });

  it('shows what was written past Payload, updatedAt as it was', async () => {
    await category(payload, { title: 'Με τον κανόνα' });
    await portalReadModel(payload);
    await looks(3);
    await client(another).execute("UPDATE news_categories SET title = 'Με το χέρι'");
    await vi.waitFor(async () => expect(await titles()).toEqual(['Με το χέρι']), within);
  });

  it('shows all of a save that it was asked about halfway', async () => {
    const { id } = await category(payload, { title: 'Πριν' });
    await portalReadModel(payload);
    const later = new Date(Date.now() + 1000).toISOString();
    await client(another).execute(`UPDATE news_categories SET title = 'Μισή', updated_at = '${later}'`);
    await vi.waitFor(async () => expect(await titles()).toEqual(['Μισή']), within);
    await client(another).execute(`UPDATE news_categories SET title = 'Ολόκληρη' WHERE id = ${id}`);
    await vi.waitFor(async () => expect(await titles()).toEqual(['Ολόκληρη']), within);
  });
});

describe('an import', () => {
  it('has nothing loaded again for what it notes beside the documents', async () => {
    let lost = 0;
    const count = () => {
      lost += 1;
    };
    const source = documentSource(payload);
    onFileEnd(source.subscribe({ changed: () => {}, lost: count, current: () => {} }));
    await looks(3);
    const lock = await takeLock(another, { sign: 50, silence: 60_000 });
    await looks(30);
    await lock.release();
    await looks(5);
    expect(lost).toBe(0);
  });
});

describe('whether other connections have committed', () => {
  it('is told, and what this one commits is not taken for it', async () => {
    const moved = dataVersion(payload);
    expect(await moved?.()).toBe('unknown');
    await category(payload);
    expect(await moved?.()).toBe('same');
    await category(another);
    expect(await moved?.()).toBe('moved');
    expect(await moved?.()).toBe('same');
  });

  it('is unknown on a connection that is new, whatever number it gives', async () => {
    const moved = dataVersion(payload);
    await moved?.();
    const before = (await client(payload).execute('PRAGMA data_version')).rows[0]?.data_version;
    await category(another);
    await (await client(payload).transaction('write')).commit();
    expect((await client(payload).execute('PRAGMA data_version')).rows[0]?.data_version).toBe(before);
    expect(await moved?.()).toBe('unknown');
    expect(await moved?.()).toBe('same');
  });
});
