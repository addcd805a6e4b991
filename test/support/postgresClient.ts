import { createRequire } from 'node:module';
import type { Client } from 'pg';

/** Opens a connection to PostgreSQL past Payload, with the driver that its adapter brings along. Whoever opens it closes it. */
export async function postgresClient(uri: string): Promise<Client> {
  const fromAdapter = createRequire(createRequire(import.meta.url).resolve('@payloadcms/db-postgres'));
  const { Client: Made } = fromAdapter('pg') as { Client: typeof Client };
  const client = new Made({ connectionString: uri });
  await client.connect();
  return client;
}
