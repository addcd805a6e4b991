import type { Payload, Plugin } from 'payload';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { portalReadModel } from '../../src/index.ts';
import { category, served } from '../support/content.ts';
import { startPayload } from '../support/payload.ts';
import { type ReplicaSet, startReplicaSet } from '../support/replicaSet.ts';

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
