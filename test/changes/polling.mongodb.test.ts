import { MongoMemoryServer } from 'mongodb-memory-server-core';
import type { Payload } from 'payload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { portalReadModel } from '../../src/index.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { category, local, served } from '../support/content.ts';
import { type Gate, openGate } from '../support/gate.ts';
import { findMongod } from '../support/mongod.ts';
import { startPayload } from '../support/payload.ts';
import { startReplicaSet } from '../support/replicaSet.ts';

const CATEGORIES = 'news-categories';
const within = { timeout: 30_000, interval: 20 };

const titles = async (payload: Payload) => (await served(payload, CATEGORIES)).map(({ title }) => title);

/** Two documents that the first makes, and then changes and deletes, show in the second. */
async function followed(one: Payload, other: Payload) {
  const same = () => vi.waitFor(async () => expect(await titles(other)).toEqual(await titles(one)), within);
  const [changed, deleted] = [
    await category(one, { title: 'Αλλάζει' }),
    await category(one, { title: 'Φεύγει' }),
  ];
  await same();
  await local(one).update(CATEGORIES, changed.id, { title: 'Άλλαξε' });
  await local(one).remove(CATEGORIES, deleted.id);
  await same();
  expect(await titles(other)).toContain('Άλλαξε');
}

describe('a standalone MongoDB', () => {
  let gate: Gate;
  let one: Payload;
  let other: Payload;
  beforeAll(async () => {
    const found = await findMongod();
    if ('missing' in found) throw new Error(found.missing);
    const server = await MongoMemoryServer.create({
      binary: { systemBinary: found.binary, version: found.version },
      instance: { storageEngine: 'wiredTiger', args: ['--wiredTigerCacheSizeGB', '0.25', '--quiet'] },
    });
    onFileEnd(async () => void (await server.stop()));
    const { port } = new URL(server.getUri());
    gate = await openGate(Number(port));
    one = await startPayload({ uri: `mongodb://127.0.0.1:${port}/portal` });
    other = await startPayload({ uri: `mongodb://127.0.0.1:${gate.port}/portal` });
    await Promise.all([portalReadModel(one), portalReadModel(other)]);
  });

  it('shows what another process writes', () => followed(one, other));

  it('that is away makes the server behind, until it has caught up', async () => {
    const gone = await category(one, { title: 'Πριν' });
    await vi.waitFor(async () => expect(await titles(other)).toContain('Πριν'), within);
    const state = async () => (await portalReadModel(other)).status().state;
    await gate.shut();
    await vi.waitFor(async () => expect(await state()).toBe('behind'), within);
    await local(one).remove(CATEGORIES, gone.id);
    await category(one, { title: 'Στο μεταξύ' });
    await gate.open();
    await vi.waitFor(async () => {
      expect(await titles(other)).toEqual(await titles(one));
      expect(await state()).toBe('live');
    }, within);
  });
});

describe('a replica set that gives this user no change stream', () => {
  it('is asked for what was written instead', async () => {
    const set = await startReplicaSet({ count: 1 });
    const one = await startPayload({ uri: set.uri('portal') });
    const other = await startPayload({ uri: set.uri('portal', { appName: 'unprivileged' }) });
    await (await set.on(await set.primary())).command({
      configureFailPoint: 'failCommand',
      mode: { times: 1 },
      data: { failCommands: ['aggregate'], errorCode: 13, appName: 'unprivileged' },
    });
    const warn = vi.spyOn(other.logger, 'warn');
    await Promise.all([portalReadModel(one), portalReadModel(other)]);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('no change stream'));
    await followed(one, other);
  });
});
