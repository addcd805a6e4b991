import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { PostgresAdapter } from '@payloadcms/db-postgres';
import { AuthenticationError, type BasePayload, type PayloadRequest } from 'payload';
import { openSession } from './keepTransaction.ts';

interface Session {
  id: string;
  expiresAt: Date | string;
}

/** The sessions of an account, as a request has read them: when each expires, by id. */
interface Read {
  account: string;
  expiries: ReadonlyMap<string, number>;
}

/**
 * Begins, refreshes and ends each session of an account by itself. Payload 3.90 reads an account with the list of its sessions,
 * changes the list, and writes the whole account, at a sign-in after the work over the password: of two sign-ins at once, one
 * is signed out by the other, both having been told that they are signed in; and a name, a role or a password that was changed
 * meanwhile is what it was. A sign-in with a password that is no longer so when its session begins is refused, and so is one of an
 * account that has been deleted.
 *
 * Needed for: two sign-ins of one account within some 150 ms, a sign-out or a refresh beside a sign-in.
 * @param slugs the collections of accounts
 */
export function keepSessions(payload: BasePayload, slugs: readonly string[]): void {
  const { db } = payload;
  const { findOne, updateOne } = db;
  const reads = new WeakMap<object, Read>();
  const note = (req: object, id: unknown, sessions: Session[]) =>
    reads.set(req, {
      account: String(id),
      expiries: new Map(sessions.map((each) => [each.id, expiryOf(each)])),
    });

  db.findOne = (async (args: Parameters<typeof findOne>[0]) => {
    const found = (await findOne.call(db, args)) as { id: unknown; sessions?: Session[] } | null;
    const isWhole = found?.sessions ?? !args.select;
    if (args.req && found && isWhole && slugs.includes(args.collection))
      note(args.req, found.id, found.sessions ?? []);
    return found;
  }) as typeof findOne;

  db.updateOne = (async (args: Parameters<typeof updateOne>[0]) => {
    const { collection, data, id, req } = args;
    const { hash, sessions, updatedAt } = data as {
      hash?: string;
      sessions?: Session[];
      updatedAt?: unknown;
    };
    const read = req && reads.get(req);
    // Where Payload writes nothing but sessions, it leaves the time of the account as it is, by null.
    const isOfSessions = updatedAt === null && Array.isArray(sessions) && slugs.includes(collection);
    if (!isOfSessions || !read || id === undefined || read.account !== String(id))
      return updateOne.call(db, args);
    const kept = new Set(sessions.map((each) => each.id));
    const added = sessions.filter((each) => !read.expiries.has(each.id));
    const refreshed = sessions.filter(
      (each) => read.expiries.has(each.id) && read.expiries.get(each.id) !== expiryOf(each),
    );
    const ended = [...read.expiries.keys()].filter((each) => !kept.has(each));
    const write = db.name === 'mongoose' ? changeItems : changeRows;
    await write(payload, { collection, id, req }, refreshed, ended);
    if (added.length > 0) {
      const isAsRead = { id: { equals: id }, ...(hash && { hash: { equals: hash } }) };
      if (!(await findOne.call(db, { collection, req, select: { id: true }, where: isAsRead })))
        throw new AuthenticationError(req.t);
      await updateOne.call(db, { ...args, data: { sessions: { $push: added }, updatedAt: null } });
    }
    note(req, id, sessions);
    return null;
  }) as typeof updateOne;
}

const expiryOf = ({ expiresAt }: Session) => new Date(expiresAt).getTime();

interface Account {
  collection: string;
  id: number | string;
  req: Partial<PayloadRequest>;
}

/** In PostgreSQL and SQLite, where each session is a row. */
async function changeRows(
  { db }: BasePayload,
  { collection, req }: Account,
  refreshed: Session[],
  ended: string[],
) {
  const sql = db as unknown as PostgresAdapter;
  const open = openSession<{ db: typeof sql.drizzle; inTransaction?: never }>(db, await req.transactionID);
  const connection = open?.db ?? sql.drizzle;
  const account = collection.replace(/(?<=[a-z0-9])(?=[A-Z])|-/g, '_').toLowerCase();
  const table = sql.tables[`${sql.tableNameMap.get(account)}_sessions`] as PostgresAdapter['tables'][string];
  const one = (id: string) => sql.operators.equals(table.id as never, id);
  for (const id of ended) await connection.delete(table).where(one(id));
  for (const { id, expiresAt } of refreshed) {
    const values = { expiresAt: new Date(expiresAt).toISOString() };
    await connection.update(table).set(values).where(one(id));
  }
}

/** In MongoDB, where the account has them all. */
async function changeItems(
  { db }: BasePayload,
  { collection, id, req }: Account,
  refreshed: Session[],
  ended: string[],
) {
  const { collections, sessions } = db as unknown as MongooseAdapter;
  const session = sessions[String(await req.transactionID)];
  const options = { timestamps: false, ...(session && { session }) };
  const accounts = collections[collection] as MongooseAdapter['collections'][string];
  if (ended.length > 0)
    await accounts.updateOne({ _id: id }, { $pull: { sessions: { id: { $in: ended } } } }, options);
  for (const { id: item, expiresAt } of refreshed) {
    const $set = { 'sessions.$.expiresAt': new Date(expiresAt) };
    await accounts.updateOne({ _id: id, 'sessions.id': item }, { $set }, options);
  }
}
