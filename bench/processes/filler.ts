import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createAdmin } from '../../src/commands/createAdmin.ts';
import { documentSource } from '../../src/index.ts';
import { fillDatabase } from '../content/fillDatabase.ts';
import { makePortal, SIZES, type SizeName } from '../content/portal.ts';
import { answering, say } from './answering.ts';
import { openPayload } from './openPayload.ts';

/** Makes the database that its environment names, and writes down what a read model is fed from it. */

interface Fill {
  size: SizeName;
  editor: { email: string; password: string };
  /** Where the documents go, a JSON array of changes a line. */
  documents: string;
}

const methods = {
  async fill({ size, editor, documents }: Fill): Promise<void> {
    const payload = await openPayload();
    const portal = makePortal(SIZES[size]);
    const total = Object.values(portal).reduce((sum, elements) => sum + elements.length, 0);
    await fillDatabase(payload, portal, (done) =>
      say(`making the ${size} portal: ${done} of ${total} documents`),
    );
    await createAdmin(payload, editor);
    const file = createWriteStream(documents);
    for await (const changes of documentSource(payload).load()) {
      if (!file.write(`${JSON.stringify(changes)}\n`)) await once(file, 'drain');
    }
    file.end();
    await once(file, 'finish');
    // Everything in the one file, which is copied later.
    const { client } = payload.db as { client?: { execute?(statement: string): Promise<unknown> } };
    if (payload.db.name === 'sqlite') await client?.execute?.('PRAGMA wal_checkpoint(TRUNCATE)');
    await payload.destroy();
  },

  /** Removes the database from its MongoDB server. */
  async drop(_: undefined): Promise<void> {
    const payload = await openPayload();
    await (
      payload.db as unknown as { connection: { dropDatabase(): Promise<void> } }
    ).connection.dropDatabase();
    await payload.destroy();
  },
};

export type Filler = typeof methods;
answering(methods);
