import { beforeAll, describe, expect, it } from 'vitest';
import { cmsPid, untilReadiness } from '../support/cms.ts';
import { fillDatabase } from '../support/databases.ts';
import { LIST, listUrl, type RestEditor, saveSteadily, signInByRest } from '../support/editor.ts';
import { read, readSteadily, titlesOf } from '../support/reader.ts';
import { type Member, type ReplicaSet, startReplicaSet } from '../support/replicaSet.ts';
import { startServer, type TestServer } from '../support/server.ts';

const MINUTES = 60_000;

let set: ReplicaSet;
let servers: TestServer[];
let editors: RestEditor[];

beforeAll(async () => {
  set = await startReplicaSet();
  const databaseUri = set.uri('portal');
  await fillDatabase(databaseUri, 'administered');
  servers = await Promise.all([startServer({ databaseUri }), startServer({ databaseUri })]);
  editors = [];
  // One after the other: of two that sign in as the same user at once, Payload keeps one session.
  for (const each of servers) editors.push(await signInByRest(each));
}, 4 * MINUTES);

function editor(index: number): RestEditor {
  return editors[index] ?? expect.unreachable();
}

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

describe.each([
  ['is killed with -9', (primary: Member) => primary.kill()],
  ['has to hand over', () => set.stepDown()],
])('a primary that %s during saves and reads', (how, fail) => {
  it('costs no read and no save that was acknowledged, on any server', { timeout: 5 * MINUTES }, async () => {
    const cms = servers.map(cmsPid);
    const readers = servers.map((each) => readSteadily(listUrl(each)));
    const savings = servers.map((each, index) =>
      saveSteadily(each, editor(index), `Εκλογή, ${how}, ${index},`),
    );
    for (const saving of savings) await saving.more(5);
    const primary = await set.primary();
    await fail(primary);
    for (const saving of savings) await saving.more(5);
    await primary.start();
    const saves = await Promise.all(savings.map((saving) => saving.stop()));
    const readings = await Promise.all(readers.map((reader) => reader.stop()));
    expect(readings).toMatchObject(servers.map(() => ({ failed: [], lost: [] })));
    expect(saves.map(({ stale }) => stale)).toEqual([[], []]);
    expect(servers.map(cmsPid)).toEqual(cms);
    for (const each of servers) {
      await untilReadiness(each, { code: 200, status: 'live', cms: 'up' });
      await expect.poll(() => shown(each), { timeout: MINUTES }).toEqual(await stored());
    }
    const now = await stored();
    for (const { acknowledged } of saves) expect(now).toEqual(expect.arrayContaining(acknowledged));
    for (const { titles } of readings) expect(now).toEqual(expect.arrayContaining([...titles]));
  });
});

describe('a write that no majority has taken', () => {
  it('is never shown, and is gone after the election', { timeout: 5 * MINUTES }, async () => {
    const readers = servers.map((each) => readSteadily(listUrl(each)));
    await editor(0).publish('Πριν από τον χωρισμό');
    for (const each of servers) {
      await expect.poll(() => shown(each), { timeout: MINUTES }).toContain('Πριν από τον χωρισμό');
    }
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
    const unheard = editor(0)
      .publish('Ούτε αυτό έγινε')
      .catch(() => false);
    for (const { more } of readers) await more(50);
    await primary.kill();
    await Promise.all(secondaries.map((member) => member.start()));
    await set.primary();
    await primary.start();
    const acknowledged = await unheard;
    await expect.poll(() => editor(0).publish('Μετά την εκλογή'), { timeout: MINUTES }).toBe(true);
    const readings = await Promise.all(readers.map((reader) => reader.stop()));
    for (const { failed, lost, titles } of readings) {
      expect({ failed, lost }).toEqual({ failed: [], lost: [] });
      expect(titles).not.toContain('Δεν έγινε ποτέ');
      if (!acknowledged) expect(titles).not.toContain('Ούτε αυτό έγινε');
    }
    for (const each of servers) {
      await expect.poll(() => shown(each), { timeout: MINUTES }).toEqual(await stored());
    }
    expect(await stored()).not.toContain('Δεν έγινε ποτέ');
  });
});
