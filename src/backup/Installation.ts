import path from 'node:path';
import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { Payload, SanitizedConfig } from 'payload';
import { BackupError, type Database, type OpenPayload } from './Database.ts';
import { mongodbDatabase } from './mongodb.ts';
import { sqliteDatabase } from './sqlite.ts';
import { type UploadStores, uploadStores } from './uploads.ts';

/** What a backup is made of, and what a restore writes: the database and the uploaded files of a Payload config. */
export interface Installation {
  database: Database;
  uploads: UploadStores;
  open: OpenPayload;
  /** Whether the config is the server's own. A host brings its own database up to date. */
  isServer: boolean;
  /** The folder of the server's files, or the one that a host's app is in. */
  folder: string;
  /** The release of this package. */
  release: string;
}

/** @throws BackupError if it has another database than SQLite or MongoDB */
export function installationOf(
  config: SanitizedConfig,
  { open, ...about }: Omit<Installation, 'database' | 'uploads'>,
): Installation {
  // It says where the database is, and connects to nothing.
  const { name, ...adapter } = config.db.init({ payload: {} as Payload });
  const staging = path.join(about.folder, 'database.restoring');
  const { clientConfig, url } = adapter as unknown as Partial<SQLiteAdapter & MongooseAdapter>;
  const database =
    name === 'sqlite' && clientConfig
      ? sqliteDatabase(config, clientConfig.url, open)
      : name === 'mongoose' && typeof url === 'string'
        ? mongodbDatabase(config, { uri: url, staging }, open)
        : undefined;
  if (!database) {
    throw new BackupError(
      `The config has a database (${name}) that this command does not know. For PostgreSQL, use pg_dump and pg_restore; ` +
        'docs/operations.md says how, and how to prove the restore.',
    );
  }
  return { ...about, open, database, uploads: uploadStores(config) };
}
