import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Builds what is missing or older than its sources. A build notes the digest of all it was made from; another digest
 * later, or none (a build that was interrupted), means that it is made again.
 */

export const ROOT = path.resolve(import.meta.dirname, '..');
const NOTE = '.made-from';
const require = createRequire(import.meta.url);

const SHARED = ['collections', 'endpoints', 'src', 'package.json', 'package-lock.json', 'tsconfig.json'];
const BUILDS = {
  dist: { sources: [...SHARED, 'tsconfig.build.json'], except: 'src/app', make: makeDist },
  '.next': { sources: [...SHARED, 'next.config.mjs'], except: undefined, make: makeAdmin },
};

/** Every file at or under a path of the project, in one order on every machine. */
function* filesUnder(relative, except) {
  const there = statSync(path.join(ROOT, relative), { throwIfNoEntry: false });
  if (!there || relative === except) return;
  if (there.isFile()) yield relative;
  else
    for (const name of readdirSync(path.join(ROOT, relative)).sort())
      yield* filesUnder(`${relative}/${name}`, except);
}

function digest({ sources, except }) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesUnder(source, except)) {
      const content = readFileSync(path.join(ROOT, file));
      hash.update(`\0${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/** The script that a package runs as its command. */
function commandOf(name, script) {
  try {
    return path.join(path.dirname(require.resolve(`${name}/package.json`)), script);
  } catch {
    throw new BuildFailed(`${name} is needed to build and is not installed: run npm ci --include=dev first.`);
  }
}

/** A build that did not succeed; the message is all there is to say. */
class BuildFailed extends Error {}

/** Runs one of the project's own tools; what it says is shown only when it fails. */
function run(script, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stopped;
    const forward = (signal) => {
      stopped = signal;
      child.kill(signal);
    };
    process.on('SIGTERM', forward).on('SIGINT', forward);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('SIGTERM', forward).off('SIGINT', forward);
      if (code === 0) resolve();
      else reject(new BuildFailed(stopped ? `The build was stopped (${stopped}).` : output.trim()));
    });
  });
}

/** Types are the tests' business (npm run types); here they would only cost every first start some seconds. */
function makeDist() {
  return run(commandOf('typescript-7', 'bin/tsc'), ['-p', 'tsconfig.build.json', '--noCheck']);
}

async function makeAdmin() {
  // What the server reads from the environment and a build must not: an .env of today is none of its sources.
  const { variableNames } = await import('../dist/src/system/settings/variables.js');
  const blank = Object.fromEntries(variableNames.map((name) => [name, '']));
  const options = [process.env.NODE_OPTIONS, '--conditions=production'].filter(Boolean).join(' ');
  const env = {
    ...process.env,
    ...blank,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_OPTIONS: options,
  };
  return run(commandOf('next', 'dist/bin/next'), ['build'], env);
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Lets one process of this machine build at a time: the others wait, and find it done. */
async function alone(work) {
  const lock = path.join(ROOT, 'node_modules/.portal-content-build');
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    // Empty while it is being written; a builder that was killed leaves its own behind.
    if (owner && !isRunning(owner)) rmSync(lock, { force: true });
    else await sleep(100);
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

const noteOf = (what) => path.join(ROOT, what, NOTE);
const noted = (what) => (existsSync(noteOf(what)) ? readFileSync(noteOf(what), 'utf8') : undefined);

/**
 * Whether a build is there and is one of today's sources.
 *
 * @param {'dist' | '.next'} what
 */
export function isBuilt(what) {
  // Installed from a registry there are no sources, and what is there was built from them.
  if (!existsSync(path.join(ROOT, 'tsconfig.build.json'))) return true;
  return noted(what) === digest(BUILDS[what]);
}

/**
 * Builds `dist` (the server and the commands) or `.next` (the admin) if need be.
 *
 * @param {'dist' | '.next'} what
 * @param {(line: string) => void} say
 */
export async function build(what, say) {
  if (isBuilt(what)) return;
  // The build of the admin asks the server's code which variables there are.
  if (what === '.next') await build('dist', say);
  await alone(async () => {
    const now = digest(BUILDS[what]);
    const before = noted(what);
    if (before === now) return;
    const name = what === 'dist' ? 'the server' : 'the admin (about half a minute)';
    say(before ? `Building ${name}: its sources have changed.` : `Building ${name}.`);
    rmSync(path.join(ROOT, what), { recursive: true, force: true });
    await BUILDS[what].make();
    writeFileSync(noteOf(what), now);
  });
}

/** Ends the process when a build fails, with what the tools said. */
export function failed(error) {
  console.error(error instanceof BuildFailed ? error.message : error);
  process.exit(1);
}
