import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bounded, type Environment } from '../support/bounded.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freePort } from '../support/freePort.ts';
import { requireBuild } from '../support/requireBuild.ts';

const ROOT = join(import.meta.dirname, '../..');
const SECRET = 'a secret for tests only, of more than 32 characters';

/** How long a command of npm may take, in milliseconds. */
const BOUNDS = { total: 600_000 };

/** The example app with the packed plugin, outside of this project. */
export interface ExampleApp {
  /** Runs one of its scripts, as its README does, on a database. */
  run(script: string, args: string[], databaseUri: string): Promise<string>;
  /**
   * Makes its import map, and the first migration for a database, and applies that, in one process: each loads all of
   * Payload.
   */
  prepare(databaseUri: string): Promise<void>;
  /** Builds it, once it has an import map. No database is in reach. */
  build(): Promise<unknown>;
  /** Gives the app a `basePath`, as the documentation says, and takes its admin away; it has to be built again. */
  moveTo(basePath: string): Promise<void>;
  /** The packed plugin. */
  tarball: string;
  /** What npm has installed of these packages, wherever in the tree: each version once. */
  versions(packages: string[]): Promise<Record<string, string[]>>;
  /** Serves it by one of its scripts, until the file ends or it is stopped. */
  serve(script: 'start' | 'start:express', databaseUri: string): Promise<Served>;
}

export interface Served {
  url: string;
  stop(): Promise<void>;
}

/** Packs the plugin, and installs it into a copy of the example app. */
export async function installExampleApp(): Promise<ExampleApp> {
  requireBuild('dist');
  const folder = await folderWithPackages();
  await cp(join(ROOT, 'examples/next'), folder, {
    recursive: true,
    filter: (source) => !/[\\/](node_modules|\.next|migrations-\w+|\.env|portal\.db.*)$/.test(source),
  });
  await bounded('npm', ['pack', '--silent', '--pack-destination', folder], BOUNDS, { cwd: ROOT });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await addOfficialPlugin(folder, `file:${tarball}`);
  await quicken(folder);

  const npm = (args: string[], databaseUri: string, more: Environment = {}) =>
    bounded('npm', args, BOUNDS, { cwd: folder, env: { ...environment(databaseUri), ...more } });
  const app: ExampleApp = {
    tarball: join(folder, tarball),
    async versions(packages) {
      const tree = await npm(['ls', '--all', '--json', ...packages], NOWHERE);
      const found = versionsIn(JSON.parse(tree));
      return Object.fromEntries(packages.map((name) => [name, [...(found.get(name) ?? [])].sort()]));
    },
    run: (script, args, databaseUri) => npm(['run', '--silent', script, '--', ...args], databaseUri),
    async prepare(databaseUri) {
      await writeFile(join(folder, 'prepare.ts'), PREPARE);
      // In development Payload writes types as well, in a process of its own.
      const env: Environment = { NODE_ENV: 'production' };
      await npm(['run', '--silent', 'payload', '--', 'run', 'prepare.ts'], databaseUri, env);
    },
    build: () => app.run('build', [], NOWHERE),
    async moveTo(basePath) {
      const change = async (file: string, from: string, to: string) => {
        const source = await readFile(join(folder, file), 'utf8');
        await writeFile(join(folder, file), source.replaceAll(from, to));
      };
      await change('next.config.mjs', 'const config = {', `const config = {basePath: '${basePath}', `);
      for (const file of ['next.config.mjs', 'src/payload.config.ts'])
        for (const prefix of ['/el/api/v1', '/api/v1'])
          await change(file, `'${prefix}'`, `'${basePath}${prefix}'`);
      // The admin takes three quarters of a build, and its links are those of Payload's own function.
      await rm(join(folder, 'src/app/(payload)/admin'), { recursive: true });
    },
    async serve(script, databaseUri) {
      const port = await freePort();
      const env = { ...environment(databaseUri), PORT: String(port), SERVER_URL: `http://127.0.0.1:${port}` };
      await writeFile(join(folder, '.env'), `DATABASE_URI=${databaseUri}\n`);
      // A group of its own, so that all that npm starts ends together.
      const child = spawn('npm', ['run', script], {
        cwd: folder,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const served = { url: `http://127.0.0.1:${port}`, stop: () => end(child) };
      onFileEnd(served.stop);
      await listening(child, [`${served.url}/about`, `${served.url}/base/about`]);
      return served;
    },
  };
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund'], NOWHERE);
  return app;
}

/** Its types are checked with those of the documentation (docs/ownList.process.test.ts), it is built once, and no browser loads it. */
async function quicken(folder: string): Promise<void> {
  const file = join(folder, 'next.config.mjs');
  const quick = {
    typescript: { ignoreBuildErrors: true },
    experimental: {
      turbopackFileSystemCacheForBuild: false,
      turbopackSourceMaps: false,
      turbopackInputSourceMaps: false,
      turbopackMinify: false,
    },
  };
  const source = await readFile(file, 'utf8');
  await writeFile(file, source.replace('const config = {};', `const config = ${JSON.stringify(quick)};`));
}

/** Gives it a plugin of Payload's that pins the version before, and the overrides that the documentation has for that. */
async function addOfficialPlugin(folder: string, plugin: string): Promise<void> {
  const manifest = join(folder, 'package.json');
  const described = JSON.parse(await readFile(manifest, 'utf8'));
  const [, overrides = ''] =
    /^```json file=overrides\.json\n(.*?)^```$/ms.exec(
      await readFile(join(ROOT, 'docs/plugin.md'), 'utf8'),
    ) ?? [];
  const dependencies = {
    ...described.dependencies,
    'payload-portal-content': plugin,
    '@payloadcms/plugin-seo': '3.90.1',
  };
  await writeFile(manifest, JSON.stringify({ ...described, ...JSON.parse(overrides), dependencies }));

  const config = join(folder, 'src/payload.config.ts');
  const source = await readFile(config, 'utf8');
  const seo = "import { seoPlugin } from '@payloadcms/plugin-seo';\n";
  await writeFile(
    config,
    seo + source.replace('plugins: [', "plugins: [\n    seoPlugin({ collections: ['pages'] }),"),
  );
}

interface Tree {
  dependencies?: Record<string, Tree & { version?: string }>;
}

/** By package, in what `npm ls` gives. */
function versionsIn({ dependencies = {} }: Tree, found = new Map<string, Set<string>>()) {
  for (const [name, { version, ...inner }] of Object.entries(dependencies)) {
    if (version) found.set(name, (found.get(name) ?? new Set()).add(version));
    versionsIn(inner, found);
  }
  return found;
}

/**
 * A folder outside of this project with hard links to the packages that are installed here. npm takes those that the app
 * needs, and removes all others: a fifth of the time that it takes to unpack them again.
 */
async function folderWithPackages(): Promise<string> {
  // A link can't lead from memory, where the tests' other folders may be, to a disk.
  const folder = await mkdtemp(join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'portal-content-'));
  onFileEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const packages = join(folder, 'node_modules');
  // Where links can't be made, npm unpacks everything.
  const alone = () => rm(packages, { recursive: true, force: true });
  await bounded('cp', ['-al', join(ROOT, 'node_modules'), packages], BOUNDS).catch(alone);
  return folder;
}

/** What `payload generate:importmap`, `payload migrate:create` and `payload migrate` do. */
const PREPARE = `
  import { generateImportMap, getPayload } from 'payload';
  import config from './src/payload.config';
  await generateImportMap(await config);
  process.env.PAYLOAD_MIGRATING = 'true';
  const payload = await getPayload({ config, disableOnInit: true });
  await payload.db.createMigration({ migrationName: 'initial', payload });
  await payload.db.migrate();
`;

/** Nobody listens there. */
const NOWHERE = 'mongodb://127.0.0.1:1/nowhere';

function environment(databaseUri: string): NodeJS.ProcessEnv {
  const { NODE_ENV: _, NODE_OPTIONS: __, VITEST: ___, ...own } = process.env as Environment;
  return {
    ...own,
    DATABASE_URI: databaseUri,
    PAYLOAD_SECRET: SECRET,
    // As the documentation has it beside overrides.
    PAYLOAD_DISABLE_DEPENDENCY_CHECKER: 'true',
    NEXT_TELEMETRY_DISABLED: '1',
  } as unknown as NodeJS.ProcessEnv;
}

/** Resolves when one of the addresses answers. */
async function listening(child: ChildProcess, urls: readonly string[]): Promise<void> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
    });
  }
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The app ended with ${child.exitCode}: ${said}`);
    for (const url of urls) if ((await fetch(url).catch(() => undefined))?.ok) return;
    await sleep(100);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  process.kill(-child.pid, 'SIGKILL');
  await once(child, 'exit');
}
