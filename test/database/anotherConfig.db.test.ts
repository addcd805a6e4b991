import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import { buildConfig, getPayload, type Payload } from 'payload';
import { expect, it } from 'vitest';
import { databaseAdapter } from '../../src/database/index.ts';
import { portalEditor } from '../../src/rich-text/editor/portalEditor.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { local } from '../support/content.ts';
import { freshDatabaseUri, testDatabase } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';

it('a database that another config has made is refused by name, and stays as it is', async () => {
  const uri = await freshDatabaseUri();
  const host = await foreign(uri);
  await local(host).create('pages', { title: 'Σελίδα' });
  const before = await shape(host);
  await expect(startPayload({ uri })).rejects.toThrow(
    /^DATABASE_URI names a database that another Payload config has made \(.*pages.*\)\. For that app, name its config: portal-content --config payload\.config\.ts …; for this server, name another database\.$/,
  );
  expect(await shape(host)).toEqual(before);
});

it('a database that this project has made is not, whatever it holds', async () => {
  const uri = await freshDatabaseUri();
  const first = await startPayload({ uri });
  await local(first).create('users', { email: 'a@b.example', password: 'a long password', roles: ['admin'] });
  const second = await startPayload({ uri });
  expect((await second.count({ collection: 'users' })).totalDocs).toBe(1);
});

/** A Payload that knows nothing of portals. */
async function foreign(uri: string) {
  process.env.PAYLOAD_FORCE_DRIZZLE_PUSH = 'true';
  const { sqliteAdapter } = await import('@payloadcms/db-sqlite');
  const db =
    testDatabase() === 'mongodb'
      ? await databaseAdapter({ databaseUri: uri, database: 'mongodb' })
      : sqliteAdapter({ client: { url: uri }, push: true });
  const config = await buildConfig({
    secret: 'a secret for tests only',
    db,
    editor: portalEditor(),
    collections: [
      { slug: 'members', auth: true, fields: [] },
      { slug: 'pages', fields: [{ name: 'title', type: 'text' }] },
    ],
    globals: [{ slug: 'site', fields: [{ name: 'name', type: 'text' }] }],
    telemetry: false,
    typescript: { autoGenerate: false },
    logger: { options: { level: 'error' } },
  });
  const payload = await getPayload({ config, key: uri });
  if (testDatabase() === 'sqlite') await asMigrated(payload);
  onFileEnd(() => payload.destroy());
  return payload;
}

/** As if its own migrations had made it, not Payload's development mode. */
async function asMigrated({ db }: Payload): Promise<void> {
  const { client } = db as unknown as SQLiteAdapter;
  await client.execute("UPDATE payload_migrations SET name = '20260101_initial', batch = 1");
}

/** Names of all that the database holds. */
async function shape({ db }: Payload): Promise<string[]> {
  if (testDatabase() === 'mongodb') {
    const { connection } = db as unknown as MongooseAdapter;
    const collections = (await connection.db?.listCollections({}, { nameOnly: true }).toArray()) ?? [];
    return collections.map(({ name }) => name).sort();
  }
  const { client } = db as unknown as SQLiteAdapter;
  const { rows } = await client.execute('SELECT name FROM sqlite_master ORDER BY name');
  return rows.map(({ name }) => String(name));
}
