import type { DatabaseAdapterObj } from 'payload';
import type { Environment } from '../settings/env.ts';

/** The Payload adapter for DATABASE_URI. Only the required adapter is imported. */
export async function databaseAdapter({
  databaseUri,
  database,
}: Pick<Environment, 'databaseUri' | 'database'>): Promise<DatabaseAdapterObj> {
  if (database === 'mongodb') return (await import('./mongodb.ts')).mongodb(databaseUri);
  return (await import('./sqlite.ts')).sqlite(databaseUri);
}
