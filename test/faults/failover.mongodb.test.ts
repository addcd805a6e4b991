import { beforeAll, describe, expect, it, vi } from 'vitest';
import { cmsPid, untilReadiness } from '../support/cms.ts';
import { LIST, listUrl, type RestEditor, saveSteadily, signInByRest } from '../support/editor.ts';
import { ADMIN, command } from '../support/portal.ts';
import { read, readSteadily, titlesOf } from '../support/reader.ts';
import { type ReplicaSet, startReplicaSet } from '../support/replicaSet.ts';
import { startServer, type TestServer } from '../support/server.ts';

const MINUTES = 60_000;

let set: ReplicaSet;
let server: TestServer;
let other: TestServer;
let editor: RestEditor;

beforeAll(async () => {
  set = await startReplicaSet();
  const databaseUri = set.uri('portal');
  await command(['create-admin', '--email', ADMIN.email, '--password-stdin'], {
    databaseUri,
    input: ADMIN.password,
  });
  [server, other] = await Promise.all([startServer({ databaseUri }), startServer({ databaseUri })]);
  editor = await signInByRest(server);
}, 4 * MINUTES);

async function shown(of: TestServer): Promise<string[]> {
  return [...titlesOf((await read(listUrl(of))).body)].toSorted();
}

/** What a majority of the members holds. */
async function stored(): Promise<string[]> {
  const database = await set.on(await set.primary(), 'portal');
  const options = { readConcern: { level: 'majority' } as const };
  const documents = await database.collection(LIST).find({ _status: 'published' }, options).toArray();
  return documents.map(({ title }) => String(title)).toSorted();
}

describe('a primary that is killed with -9 during saves and reads', () => {
  it('costs no read and no save that was acknowledged', { timeout: 5 * MINUTES }, async () => {
    const readers = [server, other].map((each) => readSteadily(listUrl(each)));
    const saving = saveSteadily(server, editor, 'Γύρω από την εκλογή');
    const cms = cmsPid(server);
    for (let round = 0; round < 2; round += 1) {
      await saving.more(10);
      const primary = await set.primary();
      await primary.kill();
      await saving.more(10);
      await primary.start();
    }
    const saves = await saving.stop();
    const readings = await Promise.all(readers.map((reader) => reader.stop()));
    const nothing = { failed: [], lost: [] };
    expect([...readings, saves]).toMatchObject([nothing, nothing, { stale: [] }]);
    expect(cmsPid(server)).toBe(cms);
    for (const each of [server, other]) {
      await untilReadiness(each, { code: 200, status: 'live', cms: 'up' });
      await vi.waitFor(async () => expect(await shown(each)).toEqual(await stored()), { timeout: MINUTES });
    }
    const now = await shown(server);
    expect(now).toEqual(expect.arrayContaining(saves.acknowledged));
    for (const { titles } of readings) expect(now).toEqual(expect.arrayContaining([...titles]));
  });
});
