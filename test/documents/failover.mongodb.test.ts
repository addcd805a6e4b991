import type { Payload, Plugin } from 'payload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bodyOf } from '../../endpoints/read-model/index.ts';
import { payloadDocuments } from '../../src/documents/hooks.ts';
import { portalReadModel } from '../../src/index.ts';
import { category, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { type Member, type ReplicaSet, startReplicaSet } from '../support/replicaSet.ts';

const CATEGORIES = 'news-categories';
const APP = 'server';
const MINUTE = 60_000;

/** What is done after the last write of a save, before its commit. */
let beforeCommit: () => Promise<void> = async () => {};
const watched: Plugin = (config) => ({
  ...config,
  collections: (config.collections ?? []).map((collection) => ({
    ...collection,
    hooks: {
      ...collection.hooks,
      afterOperation: [
        ...(collection.hooks?.afterOperation ?? []),
        async ({ operation, result }) => {
          if (operation === 'create') await beforeCommit();
          return result;
        },
      ],
    },
  })),
});

let set: ReplicaSet;
let payload: Payload;
beforeAll(async () => {
  set = await startReplicaSet();
  payload = await startPayload({ uri: set.uri('portal', { appName: APP }), plugins: [watched] });
  await portalReadModel(payload);
}, 2 * MINUTE);

const titles = async () => (await served(payload, CATEGORIES)).map(({ title }) => title);

describe('a save whose document cannot be read at once after its commit', () => {
  it('is answered when the lists show it', async () => {
    const primary = await set.on(await set.primary());
    beforeCommit = async () => {
      beforeCommit = async () => {};
      await primary.command({
        configureFailPoint: 'failCommand',
        // MaxTimeMSExpired, as from a primary that waits for a majority in vain.
        mode: { times: 3 },
        data: { failCommands: ['find'], errorCode: 50, appName: APP },
      });
    };
    await category(payload, { title: 'Με δυσκολία' });
    expect(await titles()).toContain('Με δυσκολία');
    await vi.waitFor(
      async () => expect((await portalReadModel(payload)).status().state).toBe('live'),
      MINUTE,
    );
  });
});

describe('elections during saves', () => {
  it('leave none that was acknowledged unseen by the read that follows', {
    timeout: 2 * MINUTE,
  }, async () => {
    let elections = 0;
    const stepping = (async () => {
      for (; elections < 2; elections += 1) await set.stepDown();
    })();
    const acknowledged: string[] = [];
    const stale: string[] = [];
    for (let after = 0, number = 0; after < 10; number += 1) {
      if (elections === 2) after += 1;
      const title = `Γύρω από την εκλογή ${number}`;
      const saved = await category(payload, { title }).catch(() => undefined);
      if (!saved) continue;
      acknowledged.push(title);
      if (!(await titles()).includes(title)) stale.push(title);
    }
    await stepping;
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(stale).toEqual([]);
    expect(await titles()).toEqual(expect.arrayContaining(acknowledged));
  });
});

describe('a write that a failover takes back', () => {
  it('is never seen, not even for a moment', { timeout: 3 * MINUTE }, async () => {
    const kept = await category(payload, { title: 'Μένει' });
    const lost = 'Θα χαθεί';
    const readModel = await portalReadModel(payload);
    const seen: boolean[] = [];
    const watching = setInterval(async () => {
      const response = await readModel.response(CATEGORIES, '');
      seen.push(response ? bodyOf(response).includes(lost) : false);
    }, 2);

    const primary = await set.primary();
    const others = set.members.filter((member) => member !== primary);
    const replication = async (mode: 'alwaysOn' | 'off', members: Member[]) => {
      for (const member of members) {
        await (await set.on(member)).command({ configureFailPoint: 'stopReplProducer', mode });
      }
    };
    await replication('alwaysOn', others);
    const written = (await set.on(primary, 'portal')).collection(CATEGORIES);
    await written.updateOne({ title: 'Μένει' }, { $set: { title: lost } }, { writeConcern: { w: 1 } });
    const told = payloadDocuments(payload).announce(CATEGORIES, [kept.id]);
    expect(await written.findOne({ title: lost })).not.toBeNull();

    await primary.kill();
    await replication('off', others);
    await set.primary();
    await primary.start();
    await told;
    await vi.waitFor(() => category(payload, { title: 'Μετά' }), { timeout: MINUTE, interval: 500 });
    expect(await titles()).toEqual(expect.arrayContaining(['Μένει', 'Μετά']));
    clearInterval(watching);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain(true);
  });
});
