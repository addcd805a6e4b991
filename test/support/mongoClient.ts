import { createRequire } from 'node:module';
import type { MongoClient as Client, MongoClientOptions } from 'mongodb';

/**
 * Opens a direct connection to MongoDB, to inspect stored data and to cause faults. The caller closes it. (The driver comes
 * with mongodb-memory-server; the project itself uses MongoDB only through Payload.)
 */
export async function mongoClient(uri: string, options: MongoClientOptions = {}): Promise<Client> {
  const fromMemoryServer = createRequire(
    createRequire(import.meta.url).resolve('mongodb-memory-server-core'),
  );
  const { MongoClient } = fromMemoryServer('mongodb') as { MongoClient: typeof Client };
  return MongoClient.connect(uri, options);
}
