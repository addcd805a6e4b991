import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { nodeListener } from '../../endpoints/http/node.ts';
import { createHandler, portalReadModel } from '../../src/index.ts';
import type { Environment } from '../support/bounded.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';
import { inheritedEnvironment, startServer, TEST_SECRET } from '../support/server.ts';
import { category, post, saveCapture } from './captures.ts';
import { databaseState } from './databaseState.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const CAPTURE = path.join(ROOT, 'sample');

/** Starts `portal-content` with these arguments on a database. */
function start(args: string[], databaseUri: string, dataDir: string): ChildProcess {
  const env: Environment = {
    ...inheritedEnvironment(),
    DATABASE_URI: databaseUri,
    PAYLOAD_SECRET: TEST_SECRET,
    DATA_DIR: dataDir,
  };
  const child = spawn(process.execPath, [path.join(ROOT, 'bin/portal-content.js'), ...args], {
    cwd: ROOT,
    env: { ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onFileEnd(async () => {
    child.kill('SIGKILL');
  });
  return child;
}

async function run(args: string[], databaseUri?: string) {
  const child = start(args, databaseUri ?? (await freshDatabaseUri()), await freshFolder());
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The command has no output.');
  const [output, errors, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  // A developer's first run after a change builds first.
  return { code, output, errors: errors.replace('Building the server.\n', '') };
}

describe('portal-content import', () => {
  it('killed with -9 and started again comes to the same end as one that was not', async () => {
    const clean = await freshDatabaseUri();
    expect((await run(['import', '--from', CAPTURE], clean)).code).toBe(0);
    const expected = await databaseState(await startPayload({ uri: clean }));

    const uri = await freshDatabaseUri();
    for (const [list, after] of [
      ['service-groups', 0],
      ['news-posts', 20],
    ] as const) {
      const child = start(['import', '--from', CAPTURE], uri, await freshFolder());
      await printed(child, `Writing ${list}`);
      await sleep(after);
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    expect(await run(['import', '--from', CAPTURE], uri)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Everything in the capture is imported.'),
    });
    expect(await databaseState(await startPayload({ uri }))).toEqual(expected);
  }, 180_000);

  it('says what it did, what it refused and why, and ends with 1', async () => {
    const from = await saveCapture({
      'news-categories': [category(1), { ...category(2), extra: 1 }, category(3)],
      'news-posts': [post(5)],
    });
    const { code, output, errors } = await run(['import', '--from', from]);
    expect(output).toBe(
      [
        'featured-sections: the capture has no featured-sections.json; left as it is',
        'service-groups: the capture has no service-groups.json; left as it is',
        'news-posts: 1 created, 0 updated, 0 unchanged, 0 refused',
        'news-categories: 2 created, 0 updated, 0 unchanged, 1 refused',
        'service-useful-links: the capture has no service-useful-links.json; left as it is',
        '',
        'Found out from the captures:',
        '  news-categories default order: id',
        '',
        'Refused (1), and not imported:',
        '  news-categories 2 «Κατηγορία 2», element 1 of news-categories.json: extra is a key that the list does not have',
        '',
        'Imported, but 1 element was refused.',
        '',
      ].join('\n'),
    );
    expect(errors).toMatch(/^Reading the captures\n.*\n(Preparing documents: 3\n)?(Writing news-.*\n)*$/);
    expect(code).toBe(1);
  });

  it.each<[string, string[], RegExp]>([
    ['there is no folder', ['--from', '/nowhere'], /The folder \/nowhere cannot be read/],
    ['no folder is named', [], /required option '--from <dir>'/],
  ])('ends with 2 when %s', async (_, args, message) => {
    const { code, errors } = await run(['import', ...args]);
    expect(errors).toMatch(message);
    expect(code).toBe(2);
  });
});

describe('portal-content parity', () => {
  it('ends with 0, 1 or 2, and writes what it found', async () => {
    const payload = await startPayload();
    const handler = createHandler({ readModel: await portalReadModel(payload) });
    const server = createServer(nodeListener(handler)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onFileEnd(async () => {
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const empty = await saveCapture({ 'news-categories': [], 'service-groups': [] });
    const same = await run(['parity', '--legacy', empty, '--new', url]);
    expect(same).toEqual({
      code: 0,
      output:
        '[1/2] news-categories: same\n[2/2] service-groups: same\n\nThe same: 2 of 2 captured responses.\n',
      errors: '',
    });

    const file = path.join(await freshFolder(), 'report.json');
    const other = await saveCapture({ 'news-categories': [category(1)] });
    const different = await run(['parity', '--legacy', other, '--new', url, '--json', file]);
    expect(different.output).toContain('[1/1] news-categories: DIFFERENT (1 in the body)');
    expect(different.code).toBe(1);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      verdict: 'different',
      responses: [{ list: 'news-categories', differences: [{ kind: 'missing', id: 1 }] }],
    });

    const away = await run(['parity', '--legacy', other, '--new', 'http://127.0.0.1:1']);
    expect(away.output).toContain('NOT COMPARED');
    expect(away.code).toBe(2);
    expect((await run(['parity', '--legacy', other, '--new', 'nowhere'])).code).toBe(2);
  }, 120_000);
});

it('beside a running server an import shows by itself, the same bytes as captured', async () => {
  const captured = path.join(ROOT, 'test/fixtures/legacy-capture');
  const server = await startServer();
  if (!server.databaseUri) throw new Error('This server has a database of its own.');
  expect(await run(['import', '--from', captured], server.databaseUri)).toMatchObject({ code: 0 });
  const parity = async () => (await run(['parity', '--legacy', captured, '--new', server.url])).output;
  await expect.poll(parity, { timeout: 20_000 }).toContain('The same: 8 of 8 captured responses.');
}, 240_000);

/** Waits until a process has printed a text. */
async function printed(child: ChildProcess, wanted: string): Promise<void> {
  let all = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      all += part;
    });
  }
  while (!all.includes(wanted)) {
    if (child.exitCode !== null)
      throw new Error(`It ended with ${child.exitCode} before "${wanted}":\n${all}`);
    await sleep(5);
  }
}
