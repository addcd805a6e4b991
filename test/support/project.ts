import type { Plugin, TestProjectConfiguration } from 'vitest/config';
import type { Database } from './databases.ts';
import { hasOathtool } from './oneTimeCode.ts';

/** The requirements of a test file, which are in its name before `.test.ts`; see test/README.md. */
const KINDS = ['process', 'databases', 'db', 'sqlite', 'mongodb', 'postgres', 'browser', 'editor'] as const;

/** What comes before `.test.ts` in the names of those files that `npm run test:long` runs, in place of the others. */
const LONG = process.env.LONG ? '.long' : '';

interface ProjectOptions {
  /** The kinds of its files. @default none */
  kinds?: (typeof KINDS)[number][];
  /** Whether files without a kind are included. @default true if there are no others */
  plain?: boolean;
  /** The value of `testDatabase()`. @default 'sqlite' */
  database?: Database;
  /** The time limit of a test, in milliseconds. @default 60,000; of a long one 450,000 */
  timeout?: number;
  /** How often a test that fails is tried again. The last lines of the output name those that pass so. @default 0 */
  retry?: number;
}

/**
 * Loads Payload and Lexical as in production, as one copy for tests and packages. (On Node 20 Lexical's other builds sometimes
 * fail in their top-level awaits.) A plugin sets the conditions last, because vitest adds its own, "development" among them,
 * after it has read its configuration.
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

export function project(
  name: string,
  {
    kinds = [],
    plain = kinds.length === 0,
    database = 'sqlite',
    timeout = LONG ? 450_000 : 60_000,
    retry = 0,
  }: ProjectOptions = {},
): TestProjectConfiguration {
  const others = KINDS.filter((kind) => !kinds.includes(kind));
  const named = (kind: string) => `test/**/*${kind}${LONG}.test.ts`;
  return {
    // Not "extends", which would evaluate the configuration, and search for mongod, once per project.
    plugins: [productionBuilds],
    test: {
      name,
      include: plain ? [named('')] : kinds.map((kind) => named(`.${kind}`)),
      exclude: [
        ...(plain ? [named(`.{${others}}`), ...(LONG ? [] : ['test/**/*.long.test.ts'])] : []),
        ...(hasOathtool ? [] : ['test/**/secondFactor.*']),
      ],
      env: { TEST_DATABASE: database },
      setupFiles: ['test/support/setup-file.ts'],
      testTimeout: timeout,
      retry,
      hookTimeout: 2 * timeout,
      // vitest's default of a second is too short on a machine that runs five files.
      expect: { poll: { timeout: 15_000 } },
      pool: 'forks',
      // Imports are loaded once per worker. Loading them for each file took a fifth of the time.
      isolate: false,
      execArgv: ['--conditions=production'],
    },
  };
}
