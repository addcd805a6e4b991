import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Environment } from './bounded.ts';
import { preparedDatabaseUri } from './databases.ts';
import { inheritedEnvironment, startServer, TEST_SECRET, type TestServer } from './server.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The legacy portal whose capture comes with the tests. */
export const CAPTURE = join(import.meta.dirname, '../fixtures/legacy-capture');

/** The administrator of every database that is not empty. */
export const ADMIN = { email: 'admin@portal.example', password: 'a password for tests' };

/** A running server with the captured legacy portal imported and an administrator. */
export async function startPortal(databaseUri?: string): Promise<TestServer> {
  return startServer({
    databaseUri: databaseUri ?? (await preparedDatabaseUri('captured')),
    until: 'administration',
  });
}

/**
 * Runs `portal-content` on a database and gives what it printed.
 *
 * @throws Error with its output unless it exits 0
 */
export async function command(
  args: string[],
  { databaseUri, input = '' }: { databaseUri: string; input?: string },
): Promise<string> {
  const env: Environment = {
    ...inheritedEnvironment(),
    DATABASE_URI: databaseUri,
    PAYLOAD_SECRET: TEST_SECRET,
  };
  const child = spawn(process.execPath, ['bin/portal-content.js', ...args], {
    cwd: ROOT,
    env: { ...env } as NodeJS.ProcessEnv,
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`portal-content ${args.join(' ')} ended with ${code}:\n${output}${errors}`);
  return output;
}
