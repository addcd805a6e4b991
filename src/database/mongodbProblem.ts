import type { TopologyDescription } from 'mongodb';
import { cause } from '../payload/database/cause.ts';
import { type MongodbDriver, mongodbDriver } from '../payload/database/mongodbDriver.ts';
import { laterVersion, MARK, MARKS } from './dataVersion.ts';

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

/** MongoDB's codes: Unauthorized, AuthenticationFailed, and what Atlas answers for the latter. */
const NO_ENTRY = new Set([13, 18, 8000]);

/**
 * Asks MongoDB whether this address can be read and written, over a connection of its own: Payload would log an error with
 * its stack and all that is known of the servers. It always ends.
 *
 * @returns undefined if nothing is wrong
 */
export async function mongodbProblem(uri: string): Promise<DatabaseProblem | undefined> {
  let client: MongoClient | undefined;
  try {
    client = connect(uri);
    const database = client.db();
    await database.command({ ping: 1 });
    // Asks for rights, which a ping does not need.
    await database.listCollections({}, { nameOnly: true }).toArray();
    const { authInfo } = await database.command({ connectionStatus: 1, showPrivileges: true });
    if (!mayWrite(authInfo, database.databaseName)) return readsOnly(database.databaseName);
    const marks = database.collection<{ key: string; value: number }>(MARKS);
    const [highest] = await marks
      .find({ key: new RegExp(`^${MARK}`) })
      .sort({ value: -1 })
      .limit(1)
      .toArray();
    const later = highest && laterVersion(highest);
    return later ? { mayPass: false, message: later } : undefined;
  } catch (error) {
    return explained(error, uri);
  } finally {
    await client?.close().catch(() => {});
  }
}

function connect(uri: string, options: MongoClientOptions = {}): MongoClient {
  return new (mongodbDriver().MongoClient)(uri, {
    serverSelectionTimeoutMS: WITHIN,
    connectTimeoutMS: WITHIN,
    ...options,
  });
}

interface AuthInfo {
  authenticatedUsers: unknown[];
  authenticatedUserPrivileges: { resource: { db?: string; anyResource?: boolean }; actions: string[] }[];
}

function mayWrite({ authenticatedUsers, authenticatedUserPrivileges }: AuthInfo, name: string): boolean {
  // A server without access control, since it has listed the collections.
  if (authenticatedUsers.length === 0) return true;
  return authenticatedUserPrivileges.some(
    ({ resource, actions }) =>
      (resource.anyResource || resource.db === name || resource.db === '') && actions.includes('insert'),
  );
}

function readsOnly(name: string): DatabaseProblem {
  return {
    mayPass: false,
    message: `The user in DATABASE_URI may read the database ${name}, and not write to it. Give it the role readWrite on ${name}, or name another user.`,
  };
}

async function explained(error: unknown, uri: string): Promise<DatabaseProblem> {
  const { code, name, reason } = error as { code?: unknown; name: string; reason?: TopologyDescription };
  const said = cause(error).replace(/\.$/, '');
  if (NO_ENTRY.has(Number(code))) {
    return {
      mayPass: false,
      message: `MongoDB does not let the user in DATABASE_URI in: ${said}. Correct user and password (percent-encoded), and authSource where the user is of another database.`,
    };
  }
  if (name === 'MongoServerSelectionError' && reason)
    return { mayPass: true, message: await unselected(reason, uri) };
  // The name of an SRV record, which is looked up before any server is asked.
  if (/^(?:query(?:Srv|Txt) )/i.test(said))
    return { mayPass: true, message: `The name in DATABASE_URI is not found: ${said}.` };
  if (/^Mongo(?:Network|NotConnected|Topology)/.test(name))
    return { mayPass: true, message: `The connection to MongoDB ended: ${said}.` };
  return { mayPass: false, message: `DATABASE_URI is refused: ${said}. Example: ${EXAMPLE}` };
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
  const where = members.length > 0 ? addresses(members) : 'the address in DATABASE_URI';
  const advice = /\b(?:TLS|SSL|certificate)\b/i.test(why)
    ? 'DATABASE_URI asks for TLS: the server has to speak it, with a certificate that this machine trusts (tlsCAFile=).'
    : 'Start it, or correct the address.';
  return `MongoDB does not answer at ${where}: ${why}. ${advice}`;
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
