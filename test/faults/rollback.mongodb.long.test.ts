import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fillDatabase } from '../support/databases.ts';
import { LIST, listUrl, type RestEditor, saveSteadily, signInByRest } from '../support/editor.ts';
import { read, readSteadily, titlesOf } from '../support/reader.ts';
import { type ReplicaSet, startReplicaSet } from '../support/replicaSet.ts';
import { startServer, type TestServer } from '../support/server.ts';

const MINUTES = 60_000;

let set: ReplicaSet;
let server: TestServer;
/** Somebody else's app with the plugin in it, on the same database; see programs/host.mjs. */
let host: TestServer;

beforeAll(async () => {
  set = await startReplicaSet({ count: 1 });
  const databaseUri = set.uri('portal');
  await fillDatabase(databaseUri, 'administered');
  server = await startServer({ databaseUri });
  host = await startServer({
    databaseUri,
    program: ['--conditions=production', 'test/faults/programs/host.mjs'],
  });
}, 4 * MINUTES);

async function shown(of: TestServer): Promise<string[]> {
  return [...titlesOf((await read(listUrl(of))).body)].toSorted();
}

async function nothingOf(failing: string, saveThem: () => Promise<void>, editor: RestEditor, on: TestServer) {
  const readers = [server, host].map((each) => readSteadily(listUrl(each)));
  const saving = saveSteadily(on, editor, `Δίπλα σε όσες: ${failing}`, { atATime: 1 });
  await saveThem();
  await saving.more(3);
  const saves = await saving.stop();
  expect(saves.stale).toEqual([]);
  for (const each of [server, host]) {
    await vi.waitFor(
      async () => expect(await shown(each)).toEqual(expect.arrayContaining(saves.acknowledged)),
      {
        timeout: MINUTES,
      },
    );
  }
  for (const reader of readers) {
    const { failed, lost, titles } = await reader.stop();
    expect({ failed, lost }).toEqual({ failed: [], lost: [] });
    const refused = (title: string): boolean => title.startsWith(failing) || saves.refused.includes(title);
    expect([...titles].filter(refused)).toEqual([]);
  }
}

describe('a save that is rolled back is never shown, to any reader of any server', () => {
  it('when a hook of the host fails after the write', { timeout: 5 * MINUTES }, async () => {
    const editor = await signInByRest(host);
    const before = await editor.publish('Αλλάζει');
    expect(before).toBe(true);
    const { value } = await editor.rest('GET', `${LIST}?where[title][equals]=Αλλάζει`);
    const [{ id }] = value.docs as [{ id: string }];
    await nothingOf(
      'Αποτυγχάνει',
      async () => {
        for (let round = 0; round < 3; round += 1) {
          expect(await editor.publish(`Αποτυγχάνει ${round}`)).toBe(false);
          const changed = await editor.rest('PATCH', `${LIST}/${id}`, {
            title: `Αποτυγχάνει η αλλαγή ${round}`,
          });
          expect(changed.status).toBe(500);
        }
      },
      editor,
      host,
    );
    expect(await shown(server)).toContain('Αλλάζει');
  });

  it('when the database refuses the rest of the save', { timeout: 5 * MINUTES }, async () => {
    const editor = await signInByRest(server);
    const admin = await set.on(await set.primary());
    await nothingOf(
      'Κόβεται',
      async () => {
        for (let round = 0; round < 3; round += 1) {
          // the version is written after the document, in the same transaction
          await admin.command({
            configureFailPoint: 'failCommand',
            mode: 'alwaysOn',
            data: {
              failCommands: ['insert'],
              namespace: `portal._${LIST}_versions`,
              errorCode: 8,
            },
          });
          expect(await editor.publish(`Κόβεται ${round}`)).toBe(false);
          await admin.command({ configureFailPoint: 'failCommand', mode: 'off' });
        }
      },
      editor,
      server,
    );
  });
});
