import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { Payload } from 'payload';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Epoch } from '../../endpoints/read-model/index.ts';
import { marks } from '../../src/changes/index.ts';
import { documentSource, portalReadModel } from '../../src/index.ts';
import { takeLock } from '../../src/migration/apply/lock.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { category, local, served } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';

const CATEGORIES = 'news-categories';
const within = { timeout: 30_000, interval: 20 };
const POLL = 3;

let payload: Payload;
let another: Payload;
beforeEach(async () => {
  const uri = await freshDatabaseUri();
  payload = await startPayload({ uri, options: { pollInterval: POLL } });
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

describe('a load', () => {
  it('is for those who follow: without them, no change is heard of', async () => {
    await expect(documentSource(payload).load()).rejects.toThrow(
      'Follow the documents before you load them.',
    );
  });
});

describe('an import', () => {
  it('has everything loaded at most once in a while, and once after it', async () => {
    const epochs: (Epoch | undefined)[] = [];
    const epoch = (said: Epoch | undefined) => void epochs.push(said);
    onFileEnd(documentSource(payload).follow({ changed: async () => {}, epoch }));
    await vi.waitFor(() => expect(epochs).toEqual([undefined, expect.any(String)]), within);
    const began = performance.now();
    const lock = await takeLock(another, { sign: 100, silence: 15_000 });
    await looks(130);
    expect(epochs.length).toBeLessThanOrEqual(3 + (performance.now() - began) / (120 * POLL));
    await lock.release();
    const { length } = epochs;
    await vi.waitFor(() => expect(epochs).toHaveLength(length + 1), within);
    await looks(150);
    expect(epochs).toHaveLength(length + 1);
    expect(new Set(epochs).size).toBe(epochs.length);
  });
});

describe('the mark of a database', () => {
  it('is another one when other connections have committed, and the same after a commit of this one', async () => {
    const mark = marks(payload);
    const first = await mark?.();
    await category(payload);
    expect(await mark?.()).toEqual(first);
    await category(another);
    const second = await mark?.();
    expect(second).toEqual({ ...first, value: expect.not.stringMatching(`^${first?.value}$`) });
    expect(await mark?.()).toEqual(second);
  });

  it('is another one on a connection that is new, whatever number it gives', async () => {
    const mark = marks(payload);
    const first = await mark?.();
    await category(another);
    await (await client(payload).transaction('write')).commit();
    const second = await mark?.();
    expect(second?.connection).not.toBe(first?.connection);
    expect(await mark?.()).toEqual(second);
  });
});
