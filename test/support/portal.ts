import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Environment } from './bounded.ts';
import { onFileEnd } from './cleanup.ts';
import { commandHere, type Ran } from './commandHere.ts';
import { freshDatabaseUri, freshFolder, preparedDatabaseUri } from './databases.ts';
import { requireBuild } from './requireBuild.ts';
import { inheritedEnvironment, startServer, TEST_SECRET, type TestServer } from './server.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** The sample portal of a first start. */
export const SAMPLE = join(ROOT, 'sample');

/** The captured legacy portal of the tests. */
export const CAPTURE = join(import.meta.dirname, '../fixtures/legacy-capture');

/** The administrator of all prepared databases. */
export const ADMIN = { email: 'admin@portal.example', password: 'a password for tests' };

/** Starts a server with the captured legacy portal and an administrator. */
export async function startPortal(databaseUri?: string): Promise<TestServer> {
  return startServer({
    databaseUri: databaseUri ?? (await preparedDatabaseUri('captured')),
    until: 'administration',
  });
}

/** What operators run. It starts the command in a process of its own, and ends it with itself. */
const BINARY = [join(ROOT, 'bin/portal-content.js')];

/** That process alone: the binary would look each time whether all is built, which takes as long as a short command. */
const COMMAND = ['--conditions=production', join(ROOT, 'dist/src/cli.js')];

/**
 * Starts `portal-content` with these arguments on a database, in the project's folder, to be ended from outside. It ends with
 * the test file.
 *
 * @throws Error unless it is built
 */
export function start(
  args: string[],
  databaseUri: string,
  more: Environment = {},
  { cwd = ROOT, program = BINARY }: { cwd?: string | undefined; program?: string[] } = {},
): ChildProcess {
  requireBuild('dist');
  const env: Environment = {
    ...inheritedEnvironment(),
    NODE_ENV: 'production',
    DATABASE_URI: databaseUri,
    PAYLOAD_SECRET: TEST_SECRET,
    ...more,
  };
  const child = spawn(process.execPath, [...program, ...args], {
    cwd,
    env: { ...env } as NodeJS.ProcessEnv,
  });
  onFileEnd(() => void child.kill('SIGKILL'));
  return child;
}

/** The output and the exit status of a command that has ended. */
export async function ended(child: ChildProcess, input = '') {
  const { stdin, stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The command has no output.');
  stdin?.end(input);
  const [output, errors, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  return { code, output, errors };
}

/** Runs a command to its end in this process, on a new database unless one is given. */
export async function run(
  args: string[],
  databaseUri?: string,
  { cwd, env }: { cwd?: string; env?: Environment } = {},
): Promise<Ran> {
  const variables = {
    DATABASE_URI: databaseUri ?? (await freshDatabaseUri()),
    PAYLOAD_SECRET: TEST_SECRET,
    DATA_DIR: await freshFolder(),
    ...env,
  };
  return commandHere(args, variables, cwd);
}

/**
 * Runs a command in a process of its own, and gives its output.
 *
 * @throws Error with the output unless it exits with 0
 */
export async function command(
  args: string[],
  { databaseUri, input }: { databaseUri: string; input?: string },
): Promise<string> {
  const { code, output, errors } = await ended(start(args, databaseUri, {}, { program: COMMAND }), input);
  if (code !== 0) throw new Error(`portal-content ${args.join(' ')} ended with ${code}:\n${output}${errors}`);
  return output;
}
