import type { Plugin, TestProjectConfiguration } from 'vitest/config';
import type { Database } from './databases.ts';

/** What a test file may need, said before `.test.ts` in its name; see test/README.md. */
const KINDS = [
  'long',
  'process',
  'databases',
  'db',
  'sqlite',
  'mongodb',
  'postgres',
  'browser',
  'editor',
  'node24',
  'hosts',
] as const;

/** How the files of a project are run. */
interface ProjectOptions {
  /** The kinds of its files. @default none */
  kinds?: (typeof KINDS)[number][];
  /** Whether the files of no kind, which need nothing, are among them. @default where there are no others */
  plain?: boolean;
  /** What `testDatabase()` gives. @default 'sqlite' */
  database?: Database;
  /** How long a test may take, in milliseconds. @default 60,000 */
  timeout?: number;
  /** Further variables. */
  env?: Record<string, string>;
}

/**
 * Payload and Lexical are loaded as in production, one copy each, whether a test imports them or a package does. (On Node
 * 20 Lexical's other builds die in their top-level awaits now and then.) vitest puts its own list of conditions
 * together, "development" among them, after it has read its configuration: hence a plugin that has the last word.
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

/** A project of the test suite. */
export function project(
  name: string,
  { kinds = [], plain = kinds.length === 0, database = 'sqlite', timeout = 60_000, env }: ProjectOptions = {},
): TestProjectConfiguration {
  const others = KINDS.filter((kind) => !kinds.includes(kind));
  return {
    // not "extends": that evaluates the configuration, and with it the search for mongod, once per project
    plugins: [productionBuilds],
    test: {
      name,
      include: plain ? ['test/**/*.test.ts'] : kinds.map((kind) => `test/**/*.${kind}.test.ts`),
      exclude: plain ? [`test/**/*.{${others}}.test.ts`] : [],
      env: { TEST_DATABASE: database, ...env },
      setupFiles: ['test/support/setup-file.ts'],
      testTimeout: timeout,
      hookTimeout: 2 * timeout,
      // A second, vitest's own, passes without a turn on a machine that is busy with five files.
      expect: { poll: { timeout: 15_000 } },
      pool: 'forks',
      // What the files of a worker import is loaded once: loading it for each took a fifth of their time.
      isolate: false,
      execArgv: ['--conditions=production'],
    },
  };
}
