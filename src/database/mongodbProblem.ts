import { randomUUID } from 'node:crypto';
import type { TopologyDescription } from 'mongodb';
import { type MongodbDriver, mongodbDriver } from '../payload/database/connections.ts';
import { cause } from '../payload/database/sqliteFile.ts';
import { COUNTERS } from './counter.ts';
import { laterVersion, MARK } from './dataVersion.ts';

type MongoClient = InstanceType<MongodbDriver['MongoClient']>;
type MongoClientOptions = ConstructorParameters<MongodbDriver['MongoClient']>[1];

const EXAMPLE = 'DATABASE_URI=mongodb://127.0.0.1:27017/portal?replicaSet=rs0';

/** Milliseconds in which a server has to answer. */
const WITHIN = 2000;

/** Why a database cannot be used. */
export interface DatabaseProblem {
  /** What is wrong, and what to do. */
  message: string;
  /** Whether it may pass by itself, as when a server starts later. */
  mayPass: boolean;
}

/** MongoDB's codes: Unauthorized, AuthenticationFailed. */
const UNAUTHORIZED = 13;
const NO_ENTRY = new Set([UNAUTHORIZED, 18]);

/** How to connect to an address. */
export interface Connection {
  /** The address without the options that `options` set. */
  url: string;
  options: {
    readConcern: { level: 'majority' };
    readPreference: 'primary';
    writeConcern: { w: 'majority' };
  };
  /** Names options of the address that were left out, for the operator; undefined for none. */
  withoutEffect: string | undefined;
}

/** The driver's options for read preference, read concern and write concern, in small letters: it ignores case. */
const CONCERNS = new Set([
  'readpreference',
  'readpreferencetags',
  'maxstalenessseconds',
  'readconcernlevel',
  'w',
  'wtimeout',
  'wtimeoutms',
  'j',
  'journal',
  'fsync',
]);

/**
 * Reads come from the primary and writes go to a majority, whatever the address says: only so are transactions possible, does a
 * save that has returned survive a failover, and is what was saved read back.
 */
export function connectionOf(uri: string): Connection {
  const [address = '', ...rest] = uri.split('?');
  const given = rest.join('?').split('&').filter(Boolean);
  const nameOf = (option: string) => [...new URLSearchParams(option).keys()][0] ?? '';
  const isOurs = (option: string) => CONCERNS.has(nameOf(option).toLowerCase());
  const kept = given.filter((option) => !isOurs(option)).join('&');
  const left = given.filter(isOurs).map(nameOf);
  return {
    url: kept ? `${address}?${kept}` : address,
    options: {
      readConcern: { level: 'majority' },
      readPreference: 'primary',
      writeConcern: { w: 'majority' },
    },
    withoutEffect:
      left.length > 0
        ? `DATABASE_URI sets ${[...new Set(left)].join(', ')}, which has no effect: the server reads from the primary, and writes to a majority. Take it out.`
        : undefined,
  };
}

/**
 * Asks MongoDB whether this address can be read and written, over a connection of its own: Payload would log an error with
 * its stack and all that is known of the servers. It writes a document as a save does, and takes it back. It always ends. What
 * happens most is said with what to do, the rest in the words of the driver.
 *
 * @returns undefined if nothing is wrong
 */
export async function mongodbProblem(uri: string): Promise<DatabaseProblem | undefined> {
  let client: MongoClient | undefined;
  try {
    const { url, options } = connectionOf(uri);
    client = connect(url, options);
    const database = client.db();
    const hello = await database.command({ hello: 1 });
    const bound = boundToOne(client, hello);
    if (bound) return bound;
    // Asks for rights, which the command before does not need.
    await database.listCollections({}, { nameOnly: true }).toArray();
    await tryWrite(client);
    const marks = database.collection<{ key: string; value: number }>(COUNTERS);
    const [highest] = await marks
      .find({ key: new RegExp(`^${MARK}`) })
      .sort({ value: -1 })
      .limit(1)
      .toArray();
    const later = highest && laterVersion(highest);
    return later ? { mayPass: false, message: later } : undefined;
  } catch (error) {
    return explained(error, uri, client?.db().databaseName);
  } finally {
    await client?.close().catch(() => {});
  }
}

function connect(uri: string, options: MongoClientOptions = {}): MongoClient {
  return new (mongodbDriver().MongoClient)(uri, {
    serverSelectionTimeoutMS: WITHIN,
    connectTimeoutMS: WITHIN,
    // A server that stops answering must not hold up whoever asks.
    socketTimeoutMS: 2 * WITHIN,
    ...options,
  });
}

/** Why a direct connection cannot be used; undefined if it can, or if there is none. */
function boundToOne(
  { options }: MongoClient,
  {
    setName,
    hosts = [],
    passives = [],
    me,
  }: { setName?: string; hosts?: string[]; passives?: string[]; me?: string },
): DatabaseProblem | undefined {
  const members = [...hosts, ...passives];
  if (!options.directConnection || members.length < 2) return undefined;
  return {
    mayPass: false,
    message: `DATABASE_URI has directConnection=true, so it reaches ${me} alone, which takes writes only while it is the primary of ${setName}. Take directConnection=true out. Example: DATABASE_URI=mongodb://${members.join(',')}/portal?replicaSet=${setName}`,
  };
}

/** Writes a document and takes it back: in a transaction that is rolled back where the address names a replica set, as saves are. */
async function tryWrite(client: MongoClient): Promise<void> {
  // No collection of Payload's has this name, and each call has its own.
  const collection = client.db().collection<{ _id: string }>(`payload-portal-probe-${randomUUID()}`);
  const document = { _id: 'probe' };
  if (!client.options.replicaSet) {
    await collection.insertOne(document, { writeConcern: { w: 'majority', wtimeoutMS: WITHIN } });
    await collection.drop();
    return;
  }
  const session = client.startSession();
  try {
    session.startTransaction();
    await collection.insertOne(document, { session });
    await session.abortTransaction();
  } finally {
    await session.endSession();
  }
}

function readsOnly(name: string): DatabaseProblem {
  return {
    mayPass: false,
    message: `The user in DATABASE_URI may read the database ${name}, and not write to it. Give it the role readWrite on ${name}, or name another user.`,
  };
}

async function explained(error: unknown, uri: string, database = ''): Promise<DatabaseProblem> {
  const { code, name, reason } = error as { code?: unknown; name: string; reason?: TopologyDescription };
  const said = cause(error).replace(/\.$/, '');
  if (code === UNAUTHORIZED && /insert|createCollection/i.test(said)) return readsOnly(database);
  if (NO_ENTRY.has(Number(code))) {
    return {
      mayPass: false,
      message: `MongoDB does not let the user in DATABASE_URI in: ${said}. Correct user and password (percent-encoded), and authSource where the user is of another database.`,
    };
  }
  if (name === 'MongoServerSelectionError' && reason)
    return { mayPass: true, message: await unselected(reason, uri) };
  // Of the address; all others are of the server, or of the way to it.
  if (/^Mongo(?:Parse|InvalidArgument|API)Error$/.test(name))
    return { mayPass: false, message: `DATABASE_URI is refused: ${said}. Example: ${EXAMPLE}` };
  return { mayPass: name !== 'MongoServerError', message: `MongoDB cannot be used: ${said}.` };
}

/** Why no server could be used. */
async function unselected({ servers, setName }: TopologyDescription, uri: string): Promise<string> {
  const members = [...servers.values()];
  const answering = members.filter(({ type }) => type !== 'Unknown');
  const addresses = (all: typeof members) => all.map(({ address }) => address).join(', ');
  if (answering.length > 0) {
    return `MongoDB has no primary: of ${addresses(members)}, ${addresses(answering)} answers. A majority of the members has to run and to reach each other (rs.status() says how they stand).`;
  }
  const silent = members.find(({ error }) => error);
  // The driver forgets servers that are of another set.
  const other = setName && !silent ? await nameOfSet(uri) : undefined;
  if (other) {
    return `DATABASE_URI names the replica set ${setName}, and the server answers as ${other}. Correct replicaSet=, or the server.`;
  }
  const why = silent?.error ? cause(silent.error) : 'it gave no answer in time';
  const where = addresses(members) || 'the address in DATABASE_URI';
  return `MongoDB does not answer at ${where}: ${why}. Start it, or correct the address.`;
}

/** What the first server says of its replica set. */
async function nameOfSet(uri: string): Promise<string | undefined> {
  const alone = uri
    .replace(/^(mongodb:\/\/(?:[^@/]*@)?[^,/]+)[^/]*/, '$1')
    .replace(/([?&])replicaSet=[^&]*&?/i, '$1')
    .replace(/[?&]$/, '');
  const client = connect(alone, { directConnection: true });
  try {
    const { setName } = await client.db().admin().command({ hello: 1 }, { readPreference: 'nearest' });
    return typeof setName === 'string' ? setName : 'a server without a replica set';
  } catch {
    return undefined;
  } finally {
    await client.close().catch(() => {});
  }
}
