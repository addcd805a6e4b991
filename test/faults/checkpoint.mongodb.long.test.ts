import { existsSync } from 'node:fs';
import { readdir, watch } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readiness, untilReadiness } from '../support/cms.ts';
import { fillDatabase, freshFolder } from '../support/databases.ts';
import { listUrl, saveSteadily, signInByRest } from '../support/editor.ts';
import { read, titlesOf } from '../support/reader.ts';
import { type Member, startReplicaSet } from '../support/replicaSet.ts';
import { type ServerOptions, startServer, type TestServer } from '../support/server.ts';

const MINUTES = 60_000;

let member: Member;
let dataDir: string;
let start: (options?: ServerOptions) => Promise<TestServer>;
let server: TestServer;

/** The database is the captured portal, so that a checkpoint takes a moment to write. */
beforeAll(async () => {
  const set = await startReplicaSet({ count: 1 });
  member = await set.primary();
  const databaseUri = set.uri('portal');
  await fillDatabase(databaseUri, 'captured');
  dataDir = await freshFolder();
  start = (options) => startServer({ databaseUri, env: { DATA_DIR: dataDir }, ...options });
  server = await start();
}, 4 * MINUTES);

/** Ends the front at once, and the cms with it: it lives on for some seconds otherwise. */
async function kill(server: TestServer): Promise<void> {
  process.kill(server.pid, 'SIGKILL');
  await server.stop();
}

/** The folder of the checkpoint, once there is one: of one database, one. */
async function checkpointFolder(): Promise<string> {
  return vi.waitFor(async () => {
    const found = (await readdir(dataDir)).filter((name) => /^lists-[0-9a-f]{12}$/.test(name));
    expect(found).toHaveLength(1);
    return join(dataDir, found[0] ?? '');
  }, MINUTES);
}

/** Resolves when a checkpoint begins to be written. */
async function writing(): Promise<void> {
  for await (const { filename } of watch(await checkpointFolder(), {
    signal: AbortSignal.timeout(MINUTES),
  })) {
    if (filename && !filename.endsWith('.json')) return;
  }
}

// What is broken on the disk, and how that is found out, is in server/checkpointIgnored.test.ts.
describe('a front that is killed with -9 while it writes the checkpoint', () => {
  it('starts without the database on a whole checkpoint, and goes live with the database', {
    timeout: 10 * MINUTES,
  }, async () => {
    /** Every state that the list has been in, as bytes. */
    const live = new Set<string>();
    await untilReadiness(server, { status: 'live', cms: 'up' });
    const note = async (): Promise<string> => {
      const body = (await read(listUrl(server))).body.toString();
      live.add(body);
      return body;
    };
    await note();
    // one at a time, so that no two saves make one state
    const saving = saveSteadily(server, await signInByRest(server), 'Πριν,', {
      atATime: 1,
      afterEach: note,
    });
    await saving.more(2);
    // the very first one has none before it to fall back on
    const index = join(await checkpointFolder(), 'index.json');
    await expect.poll(() => existsSync(index), { timeout: MINUTES }).toBe(true);
    await writing();
    await kill(server);
    const { acknowledged, stale } = await saving.stop();
    // the save that was under way may have been shown, and was not answered any more
    expect(stale.length).toBeLessThanOrEqual(1);
    await member.kill();

    // It waits for current lists first, and then shows what it has.
    server = await start({ env: { DATA_DIR: dataDir, KEPT_LISTS_AFTER: '1' } });
    expect(await readiness(server)).toMatchObject({ code: 200, status: 'checkpoint' });
    const { status, headers, body } = await read(listUrl(server));
    expect({ status, age: headers.age }).toEqual({ status: 200, age: expect.stringMatching(/^\d+$/) });
    const kept = body.toString();

    await member.start();
    await untilReadiness(server, { code: 200, status: 'live', cms: 'up' });
    const after = await read(listUrl(server));
    expect(after.headers.age).toBeUndefined();
    expect([...titlesOf(after.body)]).toEqual(expect.arrayContaining(acknowledged));
    expect([...live, after.body.toString()]).toContain(kept);
  });
});
