import type { DatabaseAdapterObj } from 'payload';
import type { Environment } from '../system/settings/env.ts';
import type { DatabaseProblem } from './mongodbProblem.ts';

/** The Payload adapter for DATABASE_URI. Only the required adapter is imported. */
export async function databaseAdapter({
  databaseUri,
  database,
}: Pick<Environment, 'databaseUri' | 'database'>): Promise<DatabaseAdapterObj> {
  if (database === 'mongodb') return (await import('./mongodb.ts')).mongodb(databaseUri);
  return (await import('./sqlite.ts')).sqlite(databaseUri);
}

/**
 * Why DATABASE_URI cannot be used now; undefined if nothing is wrong. Nothing is changed.
 *
 * @throws EnvironmentError for a file or its database that cannot be used
 */
export async function databaseProblem({
  databaseUri,
  database,
}: Pick<Environment, 'databaseUri' | 'database'>): Promise<DatabaseProblem | undefined> {
  if (database === 'mongodb') return (await import('./mongodbProblem.ts')).mongodbProblem(databaseUri);
  await (await import('./sqliteFile.ts')).requireUsableDatabase(databaseUri);
  return undefined;
}
