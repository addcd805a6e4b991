import { createWriteStream } from 'node:fs';
import { open as openFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { DatabaseAdapterObj, SanitizedConfig } from 'payload';
import { connectingWith, type MongodbDriver, mongodbDriver } from '../payload/database/connections.ts';
import { readingIn } from '../payload/database/reading.ts';
import { BackupError, type Database, type OpenPayload, TrialRefused } from './Database.ts';
import { FOLDERS } from './manifest.ts';

type Connection = MongooseAdapter['connection'];
type Db = NonNullable<Connection['db']>;
type Client = ReturnType<Connection['getClient']>;
type Session = ReturnType<Client['startSession']>;
type Bson = MongodbDriver['BSON'];
type Index = { name: string; v?: unknown; key: Record<string, 1 | -1> };

interface ArchivedCollection {
  name: string;
  /** The file with its documents, as BSON one after the other. */
  file: string;
  options: Record<string, unknown>;
  indexes: Index[];
}

const COLLECTIONS = 'collections.json';
/** Collections of a restore. They begin as Payload's own, which a start with the server's config accepts. */
const RESTORING = 'payload-restoring.';
const REPLACED = 'payload-replaced-';
const isOfRestore = (name: string) => name.startsWith(RESTORING) || name.startsWith(REPLACED);

/** What the name of a database for a trial ends with, and a collection that only such a database has. */
const TRIAL = '_check';
const TRIAL_MARK = `${REPLACED}trial`;

const SNAPSHOT = { readConcern: { level: 'snapshot' } } as const;
/** MongoDB's code for such a read where it has no history. */
const NOT_A_REPLICA_SET = 123;
const noReplicaSet = () =>
  new BackupError(
    'This MongoDB is no replica set, and only that can be read as it was at one moment. Use mongodump while nobody writes, or make ' +
      'it a replica set of one member (rs.initiate()).',
  );
/** Documents are inserted in batches of this many bytes. */
const BATCH = 8 * 1024 ** 2;
/** Milliseconds without a question after which nobody follows the database any more. */
const LONGEST_PAUSE = 5_000;
/** Milliseconds that the database takes at most to answer a question of a server, where there is nothing new. */
const LONGEST_ANSWER = 1_500;
/** Milliseconds between two looks at who follows the database. */
const LOOK = 500;
/** Names the connections of these commands to the database. */
const APP = 'portal-content backup';

/** Where a database is: at an address, and under a name of its own or under that of the address. */
interface Place {
  uri: string;
  dbName?: string;
}

async function withDatabase<T>(
  { uri, dbName }: Place,
  work: (db: Db, client: Client) => Promise<T>,
): Promise<T> {
  const client = new (mongodbDriver().MongoClient)(uri, { appName: APP, writeConcern: { w: 'majority' } });
  try {
    await client.connect();
    return await work(client.db(dbName), client);
  } finally {
    await client.close();
  }
}

/** @param staging a folder for what a restore unpacks */
export function mongodbDatabase(
  config: SanitizedConfig,
  { staging, ...place }: Place & { staging: string },
  open: OpenPayload,
): Database {
  const { uri, dbName } = place;
  return {
    kind: 'mongodb',
    name: uri.replace(/\/\/[^/@]*@/, '//').replace(/\?.*$/s, ''),
    staging,
    copy: (folder, add, work) =>
      open(
        unchanged(config),
        async (payload) => {
          const live = payload.db as unknown as MongooseAdapter;
          const session = live.connection.getClient().startSession({ snapshot: true });
          try {
            for (const name of await dump(live.connection.db as Db, session, folder))
              await add(FOLDERS.database + name, path.join(folder, name));
            payload.db = readingIn(payload.db, { session, ...SNAPSHOT });
            return await work(payload);
          } catch (error) {
            throw (error as { code?: unknown }).code === NOT_A_REPLICA_SET ? noReplicaSet() : error;
          } finally {
            payload.db = live as unknown as typeof payload.db;
            await session.endSession();
          }
        },
        { runsOnInit: false },
      ),
    refuseInUse: () => withDatabase(place, refuseFollowed),
    isEmpty: () => withDatabase(place, async (db) => (await namesIn(db)).length === 0),
    async trial(folder) {
      const name = await withDatabase({ uri }, async ({ databaseName }) => `${databaseName}${TRIAL}`);
      const there = { uri, dbName: name };
      await withDatabase(there, (db) => takeForTrial(db));
      const database = mongodbDatabase(config, { ...there, staging: path.join(folder, 'database') }, open);
      return { database, remove: () => withDatabase(there, async (db) => void (await db.dropDatabase())) };
    },
    open: (work) => open(unchanged(config), work, { runsOnInit: false }),
    async place({ stamp, begin, prove }) {
      const kept = await withDatabase(place, async (db) => {
        const names = await load(db, staging).catch(async (error) => {
          await dropUnfinished(db).catch(() => {});
          throw error;
        });
        await begin();
        return swap(db, names, `${REPLACED}${stamp}.`);
      });
      await prove(dbName === undefined ? config : inDatabase(config, dbName));
      await rm(staging, { recursive: true });
      return kept;
    },
  };
}

/** The config with another database of the same server. */
function inDatabase(config: SanitizedConfig, dbName: string): SanitizedConfig {
  const adapter = config.db as unknown as DatabaseAdapterObj<MongooseAdapter>;
  const db = connectingWith(adapter, async (database, connect) => {
    // In the address, it would also name the database of the user.
    database.connectOptions = { ...database.connectOptions, dbName };
    await connect();
  });
  return { ...config, db: db as unknown as SanitizedConfig['db'] };
}

/** MongoDB's code for what a user may not do. */
const UNAUTHORIZED = 13;

/**
 * Empties the database of a trial that was killed, and marks it as one.
 * @throws TrialRefused if it is another's, or the user may make none
 */
async function takeForTrial(db: Db): Promise<void> {
  const name = db.databaseName;
  try {
    const there = await db.listCollections({}, { nameOnly: true }).toArray();
    if (there.length > 0 && !there.some((each) => each.name === TRIAL_MARK)) {
      throw new TrialRefused(
        `A backup is tried in the database ${name}, and there is one that is something else. Nothing of it was changed. Rename it, or drop it.`,
      );
    }
    await db.dropDatabase();
    await db.createCollection(TRIAL_MARK);
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNAUTHORIZED) throw error;
    throw new TrialRefused(noTrial(name));
  }
}

const noTrial = (name: string) =>
  `The user of DATABASE_URI may not make the database ${name}, in which backups are tried. Grant it the roles readWrite and dbAdmin there: ` +
  `db.grantRolesToUser("USER", [{ role: "readWrite", db: "${name}" }, { role: "dbAdmin", db: "${name}" }])`;

/** The config without the collections and indexes that a start makes. */
export function unchanged(config: SanitizedConfig): SanitizedConfig {
  const adapter = config.db as unknown as DatabaseAdapterObj<MongooseAdapter>;
  const db = connectingWith(adapter, async (database, connect) => {
    database.ensureIndexes = false;
    await connect();
  });
  return { ...config, db: db as unknown as SanitizedConfig['db'] };
}

/** The collections of the portal, without those that restores have made. */
async function namesIn(db: Db): Promise<string[]> {
  return (await collectionsIn(db)).map(({ name }) => name);
}

async function collectionsIn(db: Db): Promise<{ name: string; options: Record<string, unknown> }[]> {
  const there = await db.listCollections({ type: 'collection' }, { nameOnly: false }).toArray();
  return there
    .filter(({ name }) => !name.startsWith('system.') && !isOfRestore(name))
    .map(({ name, options }) => ({ name, options: { ...options } }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Writes all documents of one moment into files. @returns their names */
async function dump(db: Db, session: Session, folder: string): Promise<string[]> {
  const collections: ArchivedCollection[] = [];
  for (const { name, options } of await collectionsIn(db)) {
    const file = `${encodeURIComponent(name)}.bson`;
    const indexes = (await db.collection(name).listIndexes().toArray()) as Index[];
    collections.push({ name, file, options, indexes: indexes.filter((index) => index.name !== '_id_') });
    const documents = db.collection(name, SNAPSHOT).find({}, { session, raw: true });
    await pipeline(documents as unknown as AsyncIterable<Buffer>, createWriteStream(path.join(folder, file)));
  }
  const list = mongodbDriver().BSON.EJSON.stringify(collections, undefined, 1, { relaxed: false });
  await writeFile(path.join(folder, COLLECTIONS), list);
  return [COLLECTIONS, ...collections.map(({ file }) => file)];
}

/**
 * A server of this project follows the database by a change stream, which its user may see. It asks without a pause; after the
 * end of a server the database keeps the stream for minutes, and nobody asks. That is waited for.
 * @throws BackupError if somebody follows it
 */
async function refuseFollowed(db: Db, client: Client): Promise<void> {
  let begun: number | undefined;
  for (;;) {
    const { asked, now } = await lastAsked(db, client);
    if (now - asked > LONGEST_PAUSE) return;
    begun ??= now;
    // A server that has ended just before may have left a question that waits for an answer.
    if (asked - begun > LONGEST_ANSWER)
      throw new BackupError(
        `The database ${db.databaseName} is in use: stop the server, and all others that use it.`,
      );
    await sleep(LOOK);
  }
}

/** When a change stream of the database was asked last, by its clock; long ago for never. */
async function lastAsked(db: Db, client: Client): Promise<{ asked: number; now: number }> {
  const operations = client
    .db('admin')
    .aggregate([{ $currentOp: { idleCursors: true } }, { $addFields: { now: '$$NOW' } }]);
  let [asked, latest] = [Number.NEGATIVE_INFINITY, 0];
  // Its own question is among them, so that there is a time.
  for await (const { ns, cursor, type, now } of operations) {
    latest = now.getTime();
    const [first] = cursor?.originatingCommand?.pipeline ?? [];
    if (!first?.$changeStream || !String(ns).startsWith(`${db.databaseName}.`)) continue;
    asked = Math.max(asked, type === 'idleCursor' ? cursor.lastAccessDate.getTime() : latest);
  }
  return { asked, now: latest };
}

/** Drops what a restore that has not come to its end has loaded. */
async function dropUnfinished(db: Db): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray())
    if (name.startsWith(RESTORING)) await db.dropCollection(name);
}

/** Loads what was unpacked beside what is there. @returns the names of its collections */
async function load(db: Db, folder: string): Promise<string[]> {
  const { BSON } = mongodbDriver();
  await dropUnfinished(db);
  const from = path.join(folder, FOLDERS.database);
  const text = await readFile(path.join(from, COLLECTIONS), 'utf8');
  const collections = BSON.EJSON.parse(text, { relaxed: false }) as ArchivedCollection[];
  for (const { name, file, options, indexes } of collections) {
    const collection = await db.createCollection(RESTORING + name, options);
    for await (const documents of batchesOf(path.join(from, path.basename(file)), BSON))
      await collection.insertMany(documents);
    const wanted = indexes.map(({ v: _, ...index }) => index);
    if (wanted.length > 0) await collection.createIndexes(wanted);
  }
  return collections.map(({ name }) => name);
}

/** The documents of a file. Their values keep BSON's types: a whole number does not become another kind of number. */
async function* batchesOf(file: string, { deserialize }: Bson) {
  const handle = await openFile(file);
  try {
    let documents: ReturnType<Bson['deserialize']>[] = [];
    let bytes = 0;
    for (let at = 0; ; ) {
      const { bytesRead, buffer: prefix } = await handle.read(Buffer.alloc(4), 0, 4, at);
      if (bytesRead < 4) break;
      const { buffer } = await handle.read(Buffer.alloc(prefix.readInt32LE()), 0, prefix.readInt32LE(), at);
      documents.push(deserialize(buffer, { promoteValues: false, promoteLongs: false, bsonRegExp: true }));
      at += buffer.length;
      bytes += buffer.length;
      if (bytes < BATCH) continue;
      yield documents;
      documents = [];
      bytes = 0;
    }
    if (documents.length > 0) yield documents;
  } finally {
    await handle.close();
  }
}

/** Renames what is there, then what was loaded. @returns under what the former is now, if there was something */
async function swap(db: Db, names: readonly string[], kept: string): Promise<string[]> {
  const before = await namesIn(db);
  for (const name of before) await db.renameCollection(name, kept + name);
  for (const name of names) await db.renameCollection(RESTORING + name, name);
  return before.length > 0 ? [`the collections ${kept}*`] : [];
}
