import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { Environment } from './bounded.ts';

/** Runs a small file of the suite in a separate vitest. */
function run(env: Environment): { status: number | null; lines: string[] } {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'test/support/cleanup.test.ts'];
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|CI$|TEST|NODE_ENV)/.test(name));
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: `${import.meta.dirname}/../..`,
    env: { ...Object.fromEntries(inherited), ...env } as NodeJS.ProcessEnv,
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n').slice(-4) };
}

const absent = {
  MONGOD_BINARY: '/nowhere/mongod',
  POSTGRES_BIN: '/nowhere',
  CHROMIUM_PATH: process.execPath,
};

it.each([
  ["is no failure on a machine of one's own", absent, 0],
  ['with CI set, is a failure', { ...absent, CI: 'true' }, 1],
])('what could not be had stands in the last lines, and %s', (_, env, exit) => {
  const { status, lines } = run(env);
  expect(lines).toEqual([
    '2 passed, 0 failed',
    expect.stringMatching(
      /^NOT RUN: the tests on MongoDB, since no mongod could be had \(MONGOD_BINARY: .*ENOENT\)\.$/,
    ),
    'NOT RUN: the tests on PostgreSQL, since no server was found (/nowhere has no initdb).',
    `NOT RUN: the tests in a browser, since none was found (${process.execPath} is no browser).`,
  ]);
  expect(status).toBe(exit);
});
