import { sqliteAdapter } from '@payloadcms/db-sqlite';
import type { CollectionAfterChangeHook, CollectionConfig } from 'payload';
import { type Claim, startStock, stockPayload } from './stock.ts';

const pages = (hooks: CollectionConfig['hooks'] = {}): CollectionConfig => ({
  slug: 'pages',
  fields: [{ name: 'title', type: 'text' }],
  hooks,
});

const create = { collection: 'pages' as never, data: { title: 'x' } as never };

type Sqlite = { client: { closed: boolean; execute(sql: string): Promise<{ rows: unknown[] }> } };

/** A start without a database: what it says, and what becomes of the promise that nobody waits for. */
async function unconnected(): Promise<{ message: string; beside: string | undefined }> {
  const adapter = sqliteAdapter({ client: { url: 'file:/nowhere/at/all.db' } });
  let beside: Promise<string> | undefined;
  const init: typeof adapter.init = (args) => {
    const database = adapter.init(args);
    beside = database.initializing.then(
      () => 'resolved',
      () => 'rejected',
    );
    return database;
  };
  const started = startStock({ collections: [pages()], db: { ...adapter, init } });
  const message = await started.then(
    () => '',
    (error: Error) => error.message,
  );
  return { message, beside: await beside };
}

const claims: Claim[] = [
  [
    'refuseTransactions',
    'loses saves that come at once, with transactions on SQLite',
    async () => {
      const payload = await startStock({ collections: [pages()] }, { transactionOptions: {} });
      await Promise.allSettled(Array.from({ length: 20 }, () => payload.create(create)));
      return (await payload.count({ collection: 'pages' as never })).totalDocs < 20;
    },
    true,
  ],
  [
    'readInLocale',
    'fails where a read without a locale orders by a localized field',
    async () => {
      const payload = await startStock({
        collections: [{ slug: 'pages', fields: [{ name: 'title', type: 'text', localized: true }] }],
        localization: { locales: ['el', 'en'], defaultLocale: 'el' },
      });
      const found = { collection: 'pages', sort: 'title' };
      const withLocale = await payload.db.find({ ...found, locale: 'el' });
      const without = payload.db.find(found).catch((error: Error) => String(error.cause));
      return [withLocale.docs, await without];
    },
    [[], 'TypeError: undefined cannot be passed as argument to the database'],
  ],
  [
    'afterCommit',
    'runs all of its hooks before the commit',
    async () => {
      const order: string[] = [];
      const note = (name: string) => (): null => {
        order.push(name);
        return null;
      };
      const hooks = { afterChange: [note('afterChange')], afterOperation: [note('afterOperation')] };
      const payload = await startStock({ collections: [pages(hooks)] }, { transactionOptions: {} });
      const commit = payload.db.commitTransaction.bind(payload.db);
      payload.db.commitTransaction = async (id) => {
        await commit(id);
        order.push('commit');
      };
      await payload.create(create);
      return order;
    },
    ['afterChange', 'afterOperation', 'commit'],
  ],
  [
    'keepTransaction',
    'forgets the transaction of a save whose hook catches the failure of a read',
    async () => {
      const read: CollectionAfterChangeHook = async ({ req }) => {
        await req.payload.findByID({ collection: 'pages' as never, id: 999, req }).catch(() => null);
      };
      const config = { collections: [pages({ afterChange: [read] })] };
      const payload = await startStock(config, { transactionOptions: {} });
      const { id } = await payload.create(create);
      return [id, (await payload.count({ collection: 'pages' as never })).totalDocs];
    },
    [1, 0],
  ],
  [
    'ownFile',
    'leaves the file of an SQLite database open when it ends',
    async () => {
      const payload = await startStock({ collections: [pages()] });
      const { client } = payload.db as unknown as Sqlite;
      await payload.destroy();
      return client.closed;
    },
    false,
  ],
  [
    'migrateAtOnce',
    'migrates SQLite without a transaction and with foreign keys on',
    async () => {
      const payload = await startStock({ collections: [pages()] });
      const { client } = payload.db as unknown as Sqlite;
      // Else it would ask at the terminal whether to go on.
      await client.execute('DELETE FROM payload_migrations');
      const seen: unknown[] = [];
      const up = async () => {
        seen.push((await client.execute('PRAGMA foreign_keys')).rows[0]);
        // SQLite refuses one within another.
        await client.execute('BEGIN').then(
          () => seen.push('no transaction'),
          () => seen.push('a transaction'),
        );
        await client.execute('ROLLBACK');
      };
      await payload.db.migrate({ migrations: [{ name: 'step', up, down: async () => {} }] });
      return seen;
    },
    [{ foreign_keys: 1 }, 'no transaction'],
  ],
  [
    'indexNewest',
    'has the database sort all newest versions for one page of a list view',
    async () => {
      const versioned = { ...pages(), trash: true, versions: { drafts: true } };
      const payload = await startStock({ collections: [versioned] });
      await payload.create(create);
      const { client } = payload.db as unknown as Sqlite;
      const { rows } = await client.execute(
        'EXPLAIN QUERY PLAN SELECT id FROM _pages_v WHERE latest = 1 AND version_deleted_at IS NULL ' +
          'ORDER BY version_updated_at DESC, created_at DESC LIMIT 10',
      );
      return rows.map((row) => (row as { detail: string }).detail);
    },
    ['SEARCH _pages_v USING INDEX _pages_v_latest_idx (latest=?)', 'USE TEMP B-TREE FOR ORDER BY'],
  ],
  [
    'cause',
    'puts words of its own before why it cannot connect',
    async () => (await unconnected()).message.startsWith('Error: cannot connect to SQLite: '),
    true,
  ],
  [
    'ownFile (initializing)',
    'fails beside the call, too, where it cannot connect',
    async () => (await unconnected()).beside,
    'rejected',
  ],
];

stockPayload(claims);
