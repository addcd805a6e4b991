import { beforeAll, describe, expect, it, vi } from 'vitest';
import { cmsPid, readiness, untilReadiness } from '../support/cms.ts';
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

describe('a write that no majority has taken', () => {
  it('is never shown, and is gone after the election', { timeout: 5 * MINUTES }, async () => {
    const readers = [server, other].map((each) => readSteadily(listUrl(each)));
    await editor.publish('Πριν από τον χωρισμό');
    await vi.waitFor(async () => expect(await shown(other)).toContain('Πριν από τον χωρισμό'), {
      timeout: MINUTES,
    });
    const primary = await set.primary();
    const secondaries = set.members.filter((member) => member !== primary);
    // ended, not stopped: what waits in the connection of one that is stopped is read once it goes on
    await Promise.all(secondaries.map((member) => member.kill()));
    const database = await set.on(primary, 'portal');
    const changed = await database
      .collection(LIST)
      .updateOne(
        { title: 'Πριν από τον χωρισμό' },
        { $set: { title: 'Δεν έγινε ποτέ', updatedAt: new Date() } },
        { writeConcern: { w: 1 } },
      );
    expect(changed.modifiedCount).toBe(1);
    const unheard = editor.publish('Ούτε αυτό έγινε').catch(() => false);
    for (const { more } of readers) await more(100);
    await primary.kill();
    await Promise.all(secondaries.map((member) => member.start()));
    await set.primary();
    await primary.start();
    const acknowledged = await unheard;
    await vi.waitFor(async () => expect(await editor.publish('Μετά την εκλογή')).toBe(true), {
      timeout: MINUTES,
    });
    const readings = await Promise.all(readers.map((reader) => reader.stop()));
    for (const { failed, lost, titles } of readings) {
      expect({ failed, lost }).toEqual({ failed: [], lost: [] });
      expect(titles).not.toContain('Δεν έγινε ποτέ');
      if (!acknowledged) expect(titles).not.toContain('Ούτε αυτό έγινε');
    }
    expect(await stored()).toEqual(await shown(server));
    expect(await stored()).not.toContain('Δεν έγινε ποτέ');
    expect(await readiness(server)).toMatchObject({ code: 200 });
  });
});
