import { createRequire } from 'node:module';
import type { MongoClient as Client, MongoClientOptions } from 'mongodb';

/**
 * Opens a connection to MongoDB past the project, to look at what is stored and to stir up faults. Whoever opens it
 * closes it. (The driver is the one that mongodb-memory-server brings along; the project itself talks to MongoDB
 * through Payload only.)
 */
export async function mongoClient(uri: string, options: MongoClientOptions = {}): Promise<Client> {
  const fromMemoryServer = createRequire(
    createRequire(import.meta.url).resolve('mongodb-memory-server-core'),
  );
  const { MongoClient } = fromMemoryServer('mongodb') as { MongoClient: typeof Client };
  return MongoClient.connect(uri, options);
}
