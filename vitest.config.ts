import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { findChromium } from './test/support/chromium.ts';
import { LongestFirst } from './test/support/longestFirst.ts';
import { findMongod } from './test/support/mongod.ts';
import { hasOathtool } from './test/support/oneTimeCode.ts';
import { findPostgres } from './test/support/postgres.ts';
import { project } from './test/support/project.ts';
import { LastLine } from './test/support/reporter.ts';
import { temporaryFolder } from './test/support/temporary.ts';

const mongod = await findMongod(process.env, (text) => process.stderr.write(`${text}\n`));
const postgres = await findPostgres();
const chromium = await findChromium();
process.env.TMPDIR = await temporaryFolder();
const lacks = [
  'missing' in mongod
    ? `NOT RUN: the tests on MongoDB, since no mongod could be had (${mongod.missing}).`
    : '',
  'missing' in postgres
    ? `NOT RUN: the tests on PostgreSQL, since no server was found (${postgres.missing}).`
    : '',
  hasOathtool ? '' : 'NOT RUN: the tests of second factors, since there is no oathtool.',
  'missing' in chromium ? `NOT RUN: the tests in a browser, since none was found (${chromium.missing}).` : '',
].filter(Boolean);

const isAsked = process.argv.some((word) => word.startsWith('--project'));

/** Where none is asked for by name, those that need the same are one: each worker loads Payload once for a project. */
const onSqlite = isAsked
  ? [
      project('unit'),
      project('process', { kinds: ['process'] }),
      project('sqlite', { kinds: ['databases', 'db', 'sqlite'] }),
    ]
  : [project('sqlite', { kinds: ['databases', 'db', 'sqlite', 'process'], plain: true })];

/** In a browser a step may be lost while other files keep the processors busy. A fault of the product fails twice. */
const inBrowser = { timeout: 300_000, retry: process.env.CI ? 1 : 0 };

const projects = [
  ...onSqlite,
  'binary' in mongod && project('mongodb', { kinds: ['databases', 'db', 'mongodb'], database: 'mongodb' }),
  'bin' in postgres && project('postgres', { kinds: ['databases', 'postgres'], database: 'postgres' }),
  'binary' in chromium && project('browser', { kinds: ['editor'], ...inBrowser }),
  'binary' in mongod &&
    'binary' in chromium &&
    project('browser-mongodb', { kinds: ['browser'], database: 'mongodb', ...inBrowser }),
].filter((project) => project !== false);

export default defineConfig({
  test: {
    globalSetup: ['test/support/sharedSetup.ts'],
    projects,
    sequence: { sequencer: LongestFirst },
    // Servers, databases and browsers wait now and then: three at a time keep two processors busy.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    reporters: ['default', new LastLine(lacks)],
  },
});
