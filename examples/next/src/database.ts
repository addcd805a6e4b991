import { mongooseAdapter } from '@payloadcms/db-mongodb';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { sqliteAdapter } from '@payloadcms/db-sqlite';

/** The database that an address names. */
export function databaseAdapter(uri: string) {
  if (uri.startsWith('mongodb')) return mongooseAdapter({ url: uri });
  if (uri.startsWith('postgres')) {
    return postgresAdapter({ pool: { connectionString: uri }, migrationDir: './src/migrations-postgres' });
  }
  return sqliteAdapter({
    client: { url: uri },
    autoIncrement: true,
    wal: true,
    migrationDir: './src/migrations-sqlite',
  });
}
