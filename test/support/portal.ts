import { join } from 'node:path';
import { ended, ROOT, start } from '../migration/portalContent.ts';
import { preparedDatabaseUri } from './databases.ts';
import { startServer, type TestServer } from './server.ts';

/** The portal that a first start begins with. */
export const SAMPLE = join(ROOT, 'sample');

/** The legacy portal whose capture comes with the tests. */
export const CAPTURE = join(import.meta.dirname, '../fixtures/legacy-capture');

/** The administrator of every database that is not empty. */
export const ADMIN = { email: 'admin@portal.example', password: 'a password for tests' };

/** A running server with the captured legacy portal imported and an administrator. */
export async function startPortal(): Promise<TestServer> {
  const databaseUri = await preparedDatabaseUri('captured');
  return startServer({ databaseUri, until: 'administration' });
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
  const { code, output, errors } = await ended(start(args, databaseUri, undefined, { input }));
  if (code !== 0) throw new Error(`portal-content ${args.join(' ')} ended with ${code}:\n${output}${errors}`);
  return output;
}
