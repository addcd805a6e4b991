import { expect, it } from 'vitest';
import { fillDatabase } from '../support/databases.ts';
import { LIST, listUrl, saveSteadily, signInByRest } from '../support/editor.ts';
import { read, readSteadily, titlesOf } from '../support/reader.ts';
import { startReplicaSet } from '../support/replicaSet.ts';
import { startServer } from '../support/server.ts';

const MINUTES = 60_000;
const FAILING = 'Κόβεται';

// That a hook which fails after the write shows nothing is seen in changes/fresh.db.test.ts.
it(
  'a save that the database refuses halfway is never shown, to any reader of any server',
  async () => {
    const set = await startReplicaSet({ count: 1 });
    const databaseUri = set.uri('portal');
    await fillDatabase(databaseUri, 'administered');
    const servers = [await startServer({ databaseUri }), await startServer({ databaseUri })] as const;
    const editor = await signInByRest(servers[0]);
    const readers = servers.map((each) => readSteadily(listUrl(each)));
    const saving = saveSteadily(servers[0], editor, 'Δίπλα', { atATime: 1 });
    const admin = await set.on(await set.primary());
    for (let round = 0; round < 3; round += 1) {
      // The version is written after the document, in the same transaction.
      await admin.command({
        configureFailPoint: 'failCommand',
        mode: 'alwaysOn',
        data: { failCommands: ['insert'], namespace: `portal._${LIST}_versions`, errorCode: 8 },
      });
      expect(await editor.publish(`${FAILING} ${round}`)).toBe(false);
      await admin.command({ configureFailPoint: 'failCommand', mode: 'off' });
    }
    await saving.more(3);
    const saves = await saving.stop();
    expect(saves.stale).toEqual([]);
    for (const each of servers) {
      const shown = async () => [...titlesOf((await read(listUrl(each))).body)];
      await expect.poll(shown, { timeout: MINUTES }).toEqual(expect.arrayContaining(saves.acknowledged));
    }
    for (const reader of readers) {
      const { failed, lost, titles } = await reader.stop();
      expect({ failed, lost }).toEqual({ failed: [], lost: [] });
      const isRefused = (title: string) => title.startsWith(FAILING) || saves.refused.includes(title);
      expect([...titles].filter(isRefused)).toEqual([]);
    }
  },
  5 * MINUTES,
);
