import { createRequire } from 'node:module';
import type { Client } from 'pg';

/** Opens a direct connection to PostgreSQL with the driver of Payload's adapter. The caller closes it. */
export async function postgresClient(uri: string): Promise<Client> {
  const fromAdapter = createRequire(createRequire(import.meta.url).resolve('@payloadcms/db-postgres'));
  const { Client: Made } = fromAdapter('pg') as { Client: typeof Client };
  const client = new Made({ connectionString: uri });
  await client.connect();
  return client;
}
