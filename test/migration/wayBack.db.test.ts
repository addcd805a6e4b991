import { exec } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '../support/bounded.ts';
import type { Doc } from '../support/content.ts';
import { copyDatabase } from '../support/copyDatabase.ts';
import { freshDatabaseUri, freshFolder, testDatabase } from '../support/databases.ts';
import { mongoClient } from '../support/mongoClient.ts';
import { oneDatabase } from '../support/oneDatabase.ts';
import { startPayload } from '../support/payload.ts';
import { PIXEL } from '../support/pixel.ts';
import { run as portalContent, ROOT, start } from '../support/portal.ts';
import { readOutput } from '../support/printed.ts';
import { inheritedEnvironment, TEST_SECRET } from '../support/server.ts';
import { category, group, saveCapture, usefulLink, whole } from './captures.ts';
import { databaseState } from './databaseState.ts';

const MINUTES = 60_000;

const links = (count: number, title: string) =>
  Array.from({ length: count }, (_, at) =>
    usefulLink(at + 1, { title: `${title} ${at + 1}`, slug: `l-${at + 1}` }),
  );
const before = whole({ 'service-groups': [group(1), group(2)], 'service-useful-links': links(3, 'Παλιός') });
const after = whole({
  'service-groups': [group(1, { title: 'Άλλη' }), group(2)],
  'news-categories': [category(1)],
  'service-useful-links': links(60, 'Νέος'),
});

let uri: string;
/** A shell would take its name apart. */
let folder: string;
/** The folder of the capture that is imported first. */
let first: string;

const run = (...args: string[]) => portalContent(args, uri, { env: { DATA_DIR: folder } });
const backups = async () => (await readdir(join(folder, 'import-backups')).catch(() => [])).sort();

/** The driver of SQLite holds a file for a while that it has closed. */
async function forThisProcess(): Promise<string> {
  if (testDatabase() !== 'sqlite') return uri;
  const copy = await freshDatabaseUri();
  await copyDatabase(uri, copy);
  return copy;
}

/** What is stored, and what the records of imports say, the newest first. */
async function look() {
  const payload = await startPayload({ uri: await forThisProcess() });
  const { 'portal-imports': notes, ...all } = await databaseState(payload);
  // The backup was made under the lock of an import that is gone.
  const { lock: _, ...noted } = notes as Record<string, unknown>;
  const { docs: runs } = await payload.find({ collection: 'portal-import-runs' as never, sort: '-began' });
  await payload.destroy();
  return { all: { ...all, noted }, runs: runs as unknown as (Doc & { state: string })[] };
}

/** The line that an output ends with, and its command. */
function wayBack(output: string): { archive: string; command: string } {
  const said =
    'To have back what was here before, without what editors write from now on, stop the server and run: ';
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  expect(line.slice(0, said.length)).toBe(said);
  const command = line.slice(said.length);
  const [, archive = ''] = /^npx portal-content restore '(.+)' --replace$/.exec(command) ?? [];
  return { archive: archive.replaceAll(String.raw`'\''`, "'"), command };
}

/** Has a shell run a command as it was printed, but for npx. */
async function inShell(command: string): Promise<string> {
  const bin = `'${process.execPath}' '${join(ROOT, 'bin/portal-content.js')}'`;
  const env: Environment = {
    ...inheritedEnvironment(),
    DATABASE_URI: uri,
    DATA_DIR: folder,
    PAYLOAD_SECRET: TEST_SECRET,
  };
  const line = command.replace('npx portal-content', bin);
  return (await promisify(exec)(line, { env: { ...env } as NodeJS.ProcessEnv })).stdout;
}

beforeAll(async () => {
  uri = await freshDatabaseUri();
  folder = join(await freshFolder(), "the portal's data");
  first = await saveCapture(before);
});

describe('nothing is made by', () => {
  it(
    'a dry run: no database, no folder',
    async () => {
      const { code, output } = await run('import', '--from', first, '--dry-run');
      expect([code, output]).toEqual([0, expect.stringMatching(/^new \(5\): would be created\n/)]);
      await expect(readdir(folder)).rejects.toThrow('ENOENT');
      if (testDatabase() === 'sqlite')
        await expect(readFile(uri.slice('file:'.length))).rejects.toThrow('ENOENT');
      else {
        const client = await mongoClient(uri);
        const { databases } = await client.db().admin().listDatabases();
        expect(databases.map(({ name }) => name)).not.toContain(client.db().databaseName);
        await client.close();
      }
    },
    2 * MINUTES,
  );

  oneDatabase.it(
    'an import with --no-backup, or that has nothing to do: no backup',
    async () => {
      expect((await run('import', '--from', first, '--no-backup')).code).toBe(0);
      expect(await backups()).toEqual([]);
      const again = await run('import', '--from', first);
      expect([again.code, again.output.trimEnd().split('\n').at(-1)]).toEqual([
        0,
        `What now: compare, with the server started: npx portal-content parity --legacy ${first} --new URL`,
      ]);
      expect(await backups()).toEqual([]);
    },
    2 * MINUTES,
  );
});

// That a backup of either database comes back is seen in backup/roundTrip.db.test.ts.
oneDatabase.it(
  'an import that was killed and run again names the backup of before both, which brings back the lists; image files stay',
  async () => {
    const { all, runs } = await look();
    const from = await saveCapture(after);
    const args = ['import', '--from', from];
    const killed = start(args, uri, { DATA_DIR: folder });
    await readOutput(killed).printed(/Writing service-/);
    killed.kill('SIGKILL');
    if (killed.exitCode === null && killed.signalCode === null) await once(killed, 'close');
    const [made] = await backups();

    await mkdir(join(folder, 'media'), { recursive: true });
    await writeFile(join(folder, 'media', 'added.png'), PIXEL);

    const { code, output, errors } = await run(...args);
    expect([code, code === 0 ? '' : errors]).toEqual([0, '']);
    const { archive, command } = wayBack(output);
    expect([archive, await backups()]).toEqual([join(folder, 'import-backups', made ?? ''), [made]]);
    const now = await look();
    expect(now.runs[0]).toMatchObject({ state: 'finished', archive, restore: command });
    expect(now.all).not.toEqual(all);
    const restored = await inShell(command);
    const file = join(folder, 'media', 'added.png');
    expect(restored).toContain(
      'the database, without uploaded files.\nThe folders of uploaded files are as they were.\n',
    );
    expect(restored).toContain(
      `Added since, and named by no document (1); nothing needs them, and they may be removed:\n  ${file}\n`,
    );
    expect(await readFile(file)).toEqual(PIXEL);
    const back = await look();
    expect(back.all).toEqual(all);
    expect(back.runs.map(({ state }) => state)).toEqual(runs.map(() => 'finished'));
  },
  4 * MINUTES,
);

oneDatabase.it(
  'the newest three backups stay, and those of operators',
  async () => {
    const [made = ''] = await backups();
    const folderOfImports = join(folder, 'import-backups');
    const checked = await run('backup', '--check', join(folderOfImports, made));
    expect(checked).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringContaining('without uploaded files'),
    });
    expect((await run('backup')).code).toBe(0);
    const older = ['portal-2026-01-01T000000Z.tar.gz', 'portal-2026-01-02T000000Z.tar.gz'];
    for (const name of older) await copyFile(join(folderOfImports, made), join(folderOfImports, name));
    const from = await saveCapture({ ...after, 'news-categories': [category(1, 'α')] });
    expect((await run('import', '--from', from)).code).toBe(0);
    expect(await backups()).toEqual([older[1], made, expect.any(String)]);
    expect(await readdir(join(folder, 'backups'))).toHaveLength(1);
  },
  2 * MINUTES,
);
