import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Environment } from '../support/bounded.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { freshDatabaseUri, freshFolder } from '../support/databases.ts';
import { inheritedEnvironment, TEST_SECRET } from '../support/server.ts';

export const ROOT = path.join(import.meta.dirname, '../..');

/** Where a command is started, with which variables besides, and what it reads. */
export interface Surroundings {
  cwd?: string;
  env?: Environment;
  input?: string;
}

/** Starts `portal-content` with these arguments on a database. */
export function start(
  args: string[],
  databaseUri: string,
  dataDir?: string,
  { cwd = ROOT, env: more = {}, input = '' }: Surroundings = {},
): ChildProcess {
  const env: Environment = {
    ...inheritedEnvironment(),
    DATABASE_URI: databaseUri,
    PAYLOAD_SECRET: TEST_SECRET,
    ...(dataDir && { DATA_DIR: dataDir }),
    ...more,
  };
  const child = spawn(process.execPath, [path.join(ROOT, 'bin/portal-content.js'), ...args], {
    cwd,
    env: { ...env } as NodeJS.ProcessEnv,
  });
  child.stdin.end(input);
  onFileEnd(() => void child.kill('SIGKILL'));
  return child;
}

/** Runs it to its end, on a fresh database unless one is named. */
export async function run(args: string[], databaseUri?: string, surroundings?: Surroundings) {
  const child = start(args, databaseUri ?? (await freshDatabaseUri()), await freshFolder(), surroundings);
  return ended(child);
}

/** What a command has printed, and its exit status, when it has ended. */
export async function ended(child: ChildProcess) {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The command has no output.');
  const [output, errors, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  // A developer's first run after a change builds first.
  return { code, output, errors: errors.replace('Building the server.\n', '') };
}
