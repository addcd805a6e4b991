import { availableParallelism } from 'node:os';
import { defineConfig, type Plugin, type TestProjectConfiguration } from 'vitest/config';
import { findChromium } from './test/support/chromium.ts';
import type { Database } from './test/support/databases.ts';
import { findMongod } from './test/support/mongod.ts';
import { findNode24 } from './test/support/node24.ts';
import { LastLine } from './test/support/reporter.ts';
import { temporaryFolder } from './test/support/temporary.ts';

/** See test/README.md for what the file names mean. */
const PURE = {
  include: ['test/**/*.test.ts'],
  exclude: ['test/**/*.{db,mongodb,browser,editor,node24}.test.ts', '**/node_modules/**'],
};
const DATABASE = { include: ['test/**/*.db.test.ts'] };
const ON_MONGODB = { include: ['test/**/*.{db,mongodb}.test.ts'] };
const NODE24 = { include: ['test/**/*.node24.test.ts'] };
const BROWSER = { include: ['test/**/*.{browser,editor}.test.ts'] };
const BROWSER_ON_MONGODB = { include: ['test/**/*.browser.test.ts'] };

/**
 * Payload and Lexical are loaded as in production, one copy each, whether a test imports them or a package does. (On Node
 * 20 Lexical's other builds die in their top-level awaits now and then.) vitest puts its own list of conditions
 * together, "development" among them, after it has read this file: hence a plugin that has the last word.
 */
const productionBuilds: Plugin = {
  name: 'production-builds',
  enforce: 'post',
  configResolved(config) {
    for (const resolve of [config.resolve, config.ssr.resolve, config.environments.ssr?.resolve]) {
      if (resolve) resolve.conditions = ['node', 'production'];
    }
  },
};

const mongod = await findMongod(process.env, (text) => process.stderr.write(`${text}\n`));
const chromium = await findChromium();
const node24 = await findNode24();
process.env.TMPDIR = await temporaryFolder();
const lacks = [
  'missing' in mongod
    ? `NOT RUN: the tests on MongoDB, since no mongod could be had (${mongod.missing}).`
    : '',
  'missing' in chromium ? `NOT RUN: the tests in a browser, since none was found (${chromium.missing}).` : '',
  'missing' in node24 ? `NOT RUN: the test on Node 24, since none could be had (${node24.missing}).` : '',
].filter(Boolean);

function project(
  name: string,
  files: { include: string[]; exclude?: string[] },
  database: Database,
  { timeout, env }: { timeout: number; env?: Record<string, string> },
): TestProjectConfiguration {
  return {
    // not "extends": that evaluates this file, and with it the search for mongod, once per project
    plugins: [productionBuilds],
    test: {
      name,
      ...files,
      env: { TEST_DATABASE: database, ...env },
      setupFiles: ['test/support/setup-file.ts'],
      testTimeout: timeout,
      hookTimeout: 2 * timeout,
      pool: 'forks',
      // What the files of a worker import is loaded once: loading it for each took a fifth of their time.
      isolate: false,
      execArgv: ['--conditions=production'],
    },
  };
}

const projects = [
  project('unit', PURE, 'sqlite', { timeout: 60_000 }),
  project('sqlite', DATABASE, 'sqlite', { timeout: 60_000 }),
  'binary' in mongod && project('mongodb', ON_MONGODB, 'mongodb', { timeout: 60_000 }),
  'binary' in node24 &&
    project('node24', NODE24, 'sqlite', {
      timeout: 240_000,
      env: { NODE24_BINARY: node24.binary },
    }),
  'binary' in chromium && project('browser', BROWSER, 'sqlite', { timeout: 120_000 }),
  'binary' in mongod &&
    'binary' in chromium &&
    project('browser-mongodb', BROWSER_ON_MONGODB, 'mongodb', { timeout: 120_000 }),
].filter((project) => project !== false);

export default defineConfig({
  test: {
    globalSetup: ['test/support/sharedSetup.ts'],
    projects,
    // Servers, databases and browsers wait now and then: four at a time keep two processors busy.
    maxWorkers: Math.max(4, Math.floor(availableParallelism() / 2)),
    reporters: ['default', new LastLine(lacks)],
  },
});
