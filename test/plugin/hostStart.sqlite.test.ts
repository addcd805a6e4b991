import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { buildConfig, type Config, getPayload, type SharpDependency } from 'payload';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { portalContent, portalReadModel } from '../../src/index.ts';
import { portalEditor } from '../../src/rich-text/editor/portalEditor.ts';
import { onFileEnd } from '../support/cleanup.ts';
import { SERVER_URL } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';
import { startPayload } from '../support/payload.ts';

type SqliteOptions = Parameters<typeof sqliteAdapter>[0];

/** Starts a host with the plugin, and gives what it warns of. */
async function warnings(own: Partial<Config> = {}, sqlite: Partial<SqliteOptions> = {}): Promise<string[]> {
  process.env.PAYLOAD_FORCE_DRIZZLE_PUSH = 'true';
  const lines: string[] = [];
  const destination = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)).msg);
      done();
    },
  });
  const config = await buildConfig({
    secret: 'a secret for tests only',
    serverURL: SERVER_URL,
    db: sqliteAdapter({ client: { url: await freshDatabaseUri() }, ...sqlite }),
    editor: portalEditor(),
    plugins: [portalContent({ media: { own: true } })],
    sharp: sharp as unknown as SharpDependency,
    email: () => ({ name: 'none', defaultFromAddress: '', defaultFromName: '', sendEmail: async () => {} }),
    telemetry: false,
    typescript: { autoGenerate: false },
    logger: { options: { level: 'warn' }, destination },
    ...own,
  });
  const payload = await getPayload({ config, key: randomUUID() });
  onFileEnd(() => payload.destroy());
  return lines;
}

describe('a host whose jobs.autoRun runs nothing of what is planned', () => {
  it.each([[undefined], [[{ queue: 'nightly' }]]])(
    'is told that nobody carries out what is planned: %j',
    async (autoRun) => {
      const own = autoRun && { jobs: { autoRun } };
      expect(await warnings(own)).toEqual([expect.stringContaining('jobs: { autoRun: [')]);
    },
  );

  it.each([[[]], [[{ cron: '* * * * *' }]]])('is told nothing when it says how: %j', async (autoRun) => {
    expect(await warnings({ jobs: { autoRun } })).toEqual([]);
  });
});

it('SQLite with transactions is refused before it connects', async () => {
  const sqlite = { transactionOptions: { behavior: 'immediate' } } as const;
  await expect(warnings({}, sqlite)).rejects.toThrow('Remove transactionOptions from sqliteAdapter');
});

const NOT_MIGRATED =
  'The database lacks tables or columns of payload-portal-content. Create a migration and run it: "npx payload migrate:create portal", then "npx payload migrate".';

it('a host that has not migrated its database is told how', async () => {
  await expect(warnings({}, { push: false })).rejects.toThrow(NOT_MIGRATED);
});

it('a host that has not migrated it since an update is told so where the lists are loaded', async () => {
  const payload = await startPayload();
  const { client } = payload.db as unknown as { client: { execute(statement: string): Promise<unknown> } };
  await client.execute('ALTER TABLE news_posts DROP COLUMN author');
  await expect(portalReadModel(payload)).rejects.toThrow(NOT_MIGRATED);
});
