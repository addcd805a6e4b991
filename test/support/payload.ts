import { randomUUID } from 'node:crypto';
import type { PostgresAdapter } from '@payloadcms/db-postgres';
import {
  buildConfig,
  type CollectionConfig,
  type Config,
  getPayload,
  type Payload,
  type Plugin,
} from 'payload';
import { databaseAdapter } from '../../src/database/index.ts';
import { type PortalContentOptions, portalContent } from '../../src/index.ts';
import { portalEditor } from '../../src/rich-text/editor/portalEditor.ts';
import { onFileEnd } from './cleanup.ts';
import { SERVER_URL } from './content.ts';
import { emptyDatabaseUri, freshDatabaseUri, freshFolder, testDatabase } from './databases.ts';
import { quickPasswords } from './quickPasswords.ts';

quickPasswords();

export interface StartOptions {
  options?: PortalContentOptions;
  /** Collections of the host, in addition to the plugin's. */
  collections?: CollectionConfig[];
  /** Plugins that run after the project's. */
  plugins?: Plugin[];
  config?: Partial<Config>;
  /** The languages of the admin. @default Payload's own: English */
  i18n?: Config['i18n'];
  /** An existing database, to test a second start. @default a new, empty one */
  uri?: string;
  /** Options for a host's PostgreSQL. */
  postgres?: { idType?: 'uuid'; logger?: { logQuery(query: string): void }; connections?: number };
  /** Whether planned changes are carried out during the test. @default false */
  cron?: boolean;
}

const keys = new WeakMap<Payload, string>();

/** The key under which Payload caches an instance of {@link startPayload}. */
export function keyOf(payload: Payload): string {
  const key = keys.get(payload);
  if (!key) throw new Error('startPayload() did not make this one.');
  return key;
}

/**
 * A Payload with the plugin on the database of this run, which is empty unless `uri` is given. Several instances can run in
 * parallel. Each is closed when the test file ends, and its uploads and its database are removed.
 */
export async function startPayload(start: StartOptions = {}): Promise<Payload> {
  const uri = start.uri ?? (await (isExtended(start) ? freshDatabaseUri() : emptyDatabaseUri()));
  const config = await buildConfig({
    secret: 'a secret for tests only',
    serverURL: SERVER_URL,
    db: await adapter(uri, start),
    editor: portalEditor(),
    collections: start.collections ?? [],
    plugins: [
      portalContent({ media: { own: true, dir: await freshFolder() }, ...start.options }),
      ...(start.plugins ?? []),
      ...(isServers(start) ? [withoutCountOfTries] : []),
    ],
    ...(start.i18n && { i18n: start.i18n }),
    ...start.config,
    graphQL: { disable: true },
    telemetry: false,
    typescript: { autoGenerate: false },
    logger: start.config?.logger ?? { options: { level: process.env.TEST_LOG ?? 'error' } },
  });
  const key = randomUUID();
  const payload = await getPayload({ config, key, cron: start.cron ?? false });
  keys.set(payload, key);
  onFileEnd(async () => {
    const { pool } = payload.db as unknown as Partial<PostgresAdapter>;
    await payload.destroy();
    // Not awaited, because Payload keeps one of its connections forever.
    void pool?.end();
  });
  return payload;
}

/** True for a database whose tables the server's own migrations make. */
const isServers = (start: StartOptions) => testDatabase() === 'sqlite' && !isExtended(start);

/** The server counts who signs in by address, so its migrations have no columns for Payload's own count. */
const withoutCountOfTries: Plugin = (config) => ({
  ...config,
  collections: config.collections?.map((each) =>
    typeof each.auth === 'object' ? { ...each, auth: { ...each.auth, maxLoginAttempts: 0 } } : each,
  ),
});

/** True if a test may add to the schema. */
function isExtended({ collections, config, options, plugins }: StartOptions): boolean {
  return Boolean(collections || config || options?.lists || plugins);
}

/** The project's adapter. If a test adds to the schema, an adapter that creates the tables from it without migrations. */
async function adapter(uri: string, start: StartOptions): Promise<Config['db']> {
  const database = testDatabase();
  if (database === 'mongodb' || (database === 'sqlite' && isServers(start)))
    return databaseAdapter({ databaseUri: uri, database });
  // Otherwise a second database with the same schema in one process would get no tables.
  process.env.PAYLOAD_FORCE_DRIZZLE_PUSH = 'true';
  if (database === 'postgres') {
    const { postgresAdapter } = await import('@payloadcms/db-postgres');
    const { connections: max = 10, ...more } = start.postgres ?? {};
    return postgresAdapter({ pool: { connectionString: uri, max }, push: true, ...more });
  }
  const { sqliteAdapter } = await import('@payloadcms/db-sqlite');
  return sqliteAdapter({
    client: { url: uri },
    push: true,
    wal: true,
    autoIncrement: true,
    busyTimeout: 10_000,
  });
}
