import { randomUUID } from 'node:crypto';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig, getPayload } from 'payload';
import { expect, it } from 'vitest';
import { portalContent } from '../../src/index.ts';
import { SERVER_URL } from '../support/content.ts';
import { freshDatabaseUri } from '../support/databases.ts';

it('a host that has not migrated its database is told how', async () => {
  const config = await buildConfig({
    secret: 'a secret for tests only',
    serverURL: SERVER_URL,
    db: postgresAdapter({ pool: { connectionString: await freshDatabaseUri() }, push: false }),
    plugins: [portalContent({ media: { own: true } })],
    telemetry: false,
    typescript: { autoGenerate: false },
    logger: { options: { level: 'silent' } },
  });
  await expect(getPayload({ config, key: randomUUID() })).rejects.toThrow(
    'The database lacks tables or columns of payload-portal-content. Create a migration and run it: "npx payload migrate:create portal", then "npx payload migrate".',
  );
});
