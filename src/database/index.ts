import type { DatabaseAdapterObj } from 'payload';
import type { Environment } from '../settings/env.ts';

/** Payload's adapter for the database that DATABASE_URI names. Only the one that is needed is loaded. */
export async function databaseAdapter({
  databaseUri,
  database,
}: Pick<Environment, 'databaseUri' | 'database'>): Promise<DatabaseAdapterObj> {
  if (database === 'mongodb') return (await import('./mongodb.ts')).mongodb(databaseUri);
  return (await import('./sqlite.ts')).sqlite(databaseUri);
}
