import { mkdir, readdir, readFile, rm, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readiness, untilReadiness } from '../support/cms.ts';
import { freshFolder } from '../support/databases.ts';
import { listUrl, saveSteadily, signInByRest } from '../support/editor.ts';
import { ADMIN, CAPTURE, command } from '../support/portal.ts';
import { read, titlesOf } from '../support/reader.ts';
import { type Member, startReplicaSet } from '../support/replicaSet.ts';
import { type ServerOptions, startServer, type TestServer } from '../support/server.ts';

const MINUTES = 60_000;

let member: Member;
let dataDir: string;
let start: (options?: ServerOptions) => Promise<TestServer>;

/** The database is the captured portal, so that a checkpoint takes a moment to write. */
beforeAll(async () => {
  const set = await startReplicaSet({ count: 1 });
  member = await set.primary();
  const databaseUri = set.uri('portal');
  await command(['import', '--from', CAPTURE], { databaseUri });
  await command(['create-admin', '--email', ADMIN.email, '--password-stdin'], {
    databaseUri,
    input: ADMIN.password,
  });
  dataDir = await freshFolder();
  start = (options) => startServer({ databaseUri, env: { DATA_DIR: dataDir }, ...options });
}, 4 * MINUTES);

/** Ends the front at once, and the cms with it: it lives on for some seconds otherwise. */
async function kill(server: TestServer): Promise<void> {
  process.kill(server.pid, 'SIGKILL');
  await server.stop();
}

/** Resolves when a checkpoint begins to be written. */
async function writing(): Promise<void> {
  for await (const { filename } of watch(dataDir, { signal: AbortSignal.timeout(MINUTES) })) {
    if (filename?.endsWith('.unfinished')) return;
  }
}

/** The whole checkpoints that there are: of one database, one. */
async function checkpoints(): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => /^checkpoint-\w+$/.test(name));
}

describe('a front that is killed with -9 while it writes the checkpoint', () => {
  it('starts without the database on a whole checkpoint, and goes live with the database', {
    timeout: 10 * MINUTES,
  }, async () => {
    let server = await start();
    /** Every state that the list has been in, as bytes. */
    const live = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      await untilReadiness(server, { status: 'live', cms: 'up' });
      const note = async (): Promise<string> => {
        const body = (await read(listUrl(server))).body.toString();
        live.add(body);
        return body;
      };
      await note();
      // one at a time, so that no two saves make one state
      const saving = saveSteadily(server, await signInByRest(server), `Γύρος ${round},`, {
        atATime: 1,
        afterEach: note,
      });
      await saving.more(2);
      // the very first one has none before it to fall back on
      await expect.poll(checkpoints, { timeout: MINUTES }).toHaveLength(1);
      await writing();
      await kill(server);
      const { acknowledged, stale } = await saving.stop();
      // the save that was under way may have been shown, and was not answered any more
      expect(stale.length).toBeLessThanOrEqual(1);
      await member.kill();

      server = await start();
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
    }
    await server.stop();
  });
});

describe('a checkpoint that is broken', () => {
  const breakages: Record<string, (bytes: Buffer) => Buffer> = {
    'cut off': (bytes) => bytes.subarray(0, bytes.length - 1000),
    'changed in one bit': (bytes) => {
      const changed = Buffer.from(bytes);
      const middle = bytes.length >> 1;
      changed.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
      return changed;
    },
    'of an older format': (bytes) => {
      const older = Buffer.from(bytes);
      older.write('0', older.indexOf('\n') - 1);
      return older;
    },
    'something else': () => Buffer.from('[]'),
    empty: () => Buffer.alloc(0),
  };
  let file: string;
  let whole: Buffer;
  let lists: string;

  beforeAll(async () => {
    const server = await start();
    lists = (await read(listUrl(server))).body.toString();
    await server.stop();
    const [name = ''] = await checkpoints();
    file = join(dataDir, name);
    whole = await readFile(file);
    await member.kill();
  }, 2 * MINUTES);

  async function isIgnored(server: TestServer): Promise<void> {
    const { status, headers, body } = await read(listUrl(server));
    expect({ status, retry: headers['retry-after'], detail: JSON.parse(body.toString()) }).toEqual({
      status: 503,
      retry: expect.stringMatching(/^\d+$/),
      detail: { detail: expect.any(String) },
    });
    expect(await readiness(server)).toMatchObject({ code: 503, status: 'loading' });
    expect(server.output()).toContain(`The checkpoint ${file} is ignored: `);
  }

  it('is served while it is whole, byte for byte', { timeout: MINUTES }, async () => {
    const server = await start();
    expect((await read(listUrl(server))).body.toString()).toBe(lists);
    await kill(server);
  });

  it.each(Object.keys(breakages))(
    '%s: it is ignored with a line in the log, and nothing is served',
    { timeout: MINUTES },
    async (name) => {
      await writeFile(file, breakages[name]?.(whole) ?? '');
      const server = await start({ until: 'answers' });
      await isIgnored(server);
      await kill(server);
    },
  );

  it('a folder in its place: likewise, and the lists come with the database', {
    timeout: 2 * MINUTES,
  }, async () => {
    await rm(file);
    await mkdir(file);
    const server = await start({ until: 'answers' });
    await isIgnored(server);
    await member.start();
    await untilReadiness(server, { code: 200, status: 'live' });
    expect((await read(listUrl(server))).body.toString()).toBe(lists);
  });
});
