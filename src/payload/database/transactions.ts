import { setTimeout as sleep } from 'node:timers/promises';
import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import {
  type BasePayload,
  commitTransaction,
  type DatabaseAdapterObj,
  initTransaction,
  killTransaction,
  type PayloadRequest,
} from 'payload';
import { describeError } from '../../system/logging/describeError.ts';
import { keptAlive } from '../../system/processes.ts';
import { connectingWith } from './connections.ts';
import { noteRollback, openSession, requireTransaction } from './keepTransaction.ts';

type ClientSession = Awaited<ReturnType<MongooseAdapter['connection']['startSession']>>;

type Moment = NonNullable<ClientSession['operationTime']>;

interface Session {
  inTransaction?: () => boolean;
  /** MongoDB: the time of the session's last operation. */
  operationTime?: Moment;
}

/** Reports writes after their commit. */
export interface AfterCommit<Write> {
  /** Records a write of this request. Without a transaction it counts as committed at once. */
  add(req: PayloadRequest, write: Write): Promise<void>;
}

/**
 * Runs `committed` after the commit of each transaction and before `commitTransaction` returns, but not after a rollback. All
 * hooks of Payload 3.90 run before the commit, so this wraps the adapter's `commitTransaction` and `rollbackTransaction`.
 *
 * Upstream: payloadcms/payload#5886.
 * Needed for: lists that show committed data only.
 * @param committed must not throw, since the writes are already committed. `at` is the time of the commit, if the database
 * gives it.
 * @param rolledBack hears of a rollback; must not throw
 */
export function afterCommit<Write>(
  payload: BasePayload,
  committed: (writes: Write[], at?: Moment) => Promise<void>,
  rolledBack: (writes: Write[]) => void = () => {},
): AfterCommit<Write> {
  const { db } = payload;
  const noted = new Map<number | string, Write[]>();
  const commit = db.commitTransaction.bind(db);
  const rollback = db.rollbackTransaction.bind(db);

  db.commitTransaction = async (pendingId) => {
    const id = await pendingId;
    const session = openSession<Session>(db, id);
    const writes = noted.get(id) ?? [];
    noted.delete(id);
    try {
      await commit(id);
    } catch (error) {
      // The transaction may be committed although the answer was lost. `committed` reads what is in the database.
      if (session && writes.length > 0) void committed(writes);
      throw error;
    }
    if (session && writes.length > 0) await committed(writes, session.operationTime);
  };
  db.rollbackTransaction = async (pendingId) => {
    const id = await pendingId;
    rolledBack(noted.get(id) ?? []);
    noted.delete(id);
    await rollback(id);
  };

  return {
    async add(req, write) {
      await requireTransaction(req);
      const id = await req.transactionID;
      if (!id || !openSession<Session>(db, id)) return committed([write]);
      noted.set(id, [...(noted.get(id) ?? []), write]);
    },
  };
}

type Step = () => Promise<void> | void;

/** What is done at the end of a transaction. */
interface AtEnd {
  committed?: Step;
  rolledBack?: () => void;
}

const ends = new WeakMap<BasePayload, AfterCommit<AtEnd>>();

/** Call it at the start of a Payload, before anything else follows its commits: what {@link whenCommitted} runs comes first then. */
export function followCommits(payload: BasePayload): AfterCommit<AtEnd> {
  const made = afterCommit<AtEnd>(
    payload,
    (all) =>
      keptAlive(
        (async () => {
          for (const { committed } of all) await committed?.();
        })(),
      ),
    (all) => {
      for (const { rolledBack } of all) rolledBack?.();
    },
  );
  ends.set(payload, made);
  return made;
}

const endsOf = ({ payload }: PayloadRequest) => ends.get(payload) ?? followCommits(payload);

/**
 * Runs a step after the commit of the request's transaction, at once without one, and not after a rollback.
 * @param step must not throw
 */
export async function whenCommitted(req: PayloadRequest, step: Step): Promise<void> {
  await endsOf(req).add(req, { committed: step });
}

/** Follows the transaction of an operation, for `keepTransaction.ts`. The first of its hooks. */
export async function followTransaction({ req }: { req: PayloadRequest }): Promise<void> {
  // An operation that reads, or begins another transaction, may go on.
  if (await req.transactionID) await endsOf(req).add(req, { rolledBack: () => noteRollback(req) });
}

/** Milliseconds after which MongoDB ends an idle transaction by itself (`transactionLifetimeLimitSeconds`). */
const LIFETIME = 60_000;

const PAUSE = 1_000;

/**
 * Ends the transactions of failed saves on MongoDB although the connection was lost, as soon as the database answers again.
 * The driver gives up an abort that it cannot send. The transaction then stays open for a minute, and every other save of its
 * documents is refused with a conflict.
 *
 * Needed for: saves after a short outage.
 */
export function endTransactions({ db, logger }: BasePayload): void {
  if (db.name !== 'mongoose') return;
  const adapter = db as unknown as MongooseAdapter;
  /** The session of a transaction in MongoDB. The driver's types do not name it. */
  const sessionOf = (id: number | string) =>
    (adapter.sessions[id] as { serverSession?: { id: object; isDirty: boolean } } | undefined)?.serverSession;
  const commit = adapter.commitTransaction.bind(adapter);
  const rollback = adapter.rollbackTransaction.bind(adapter);

  adapter.commitTransaction = async (pendingId) => {
    const id = await pendingId;
    const session = sessionOf(id);
    try {
      await commit(id);
    } catch (error) {
      if (session) void kill(session.id);
      throw error;
    }
  };
  adapter.rollbackTransaction = async (pendingId) => {
    const id = await pendingId;
    const session = sessionOf(id);
    // So the driver uses it for nothing else.
    if (session) session.isDirty = true;
    await rollback(id);
    if (session) void kill(session.id);
  };

  async function kill(session: object): Promise<void> {
    for (
      const deadline = Date.now() + LIFETIME;
      Date.now() < deadline;
      await sleep(PAUSE, undefined, { ref: false })
    ) {
      try {
        await adapter.connection
          .getClient()
          .db('admin')
          .command({ killSessions: [session] });
        return;
      } catch (error) {
        logger.debug(`A transaction of a failed save could not be ended. ${describeError(error)}`);
      }
    }
  }
}

/**
 * Refuses to connect an SQLite adapter with `transactionOptions`. With transactions in Payload 3.90, parallel saves fail, or
 * report success and store nothing, and migrations delete rows.
 *
 * Needed for: a host's SQLite.
 */
export function refuseTransactions(adapter: DatabaseAdapterObj): DatabaseAdapterObj {
  return connectingWith(adapter, async (database, connect) => {
    const { transactionOptions } = database as unknown as Partial<SQLiteAdapter>;
    if (database.name === 'sqlite' && transactionOptions) {
      throw new Error(
        'portalContent: with transactionOptions, @payloadcms/db-sqlite loses what is saved at the same time. Remove ' +
          'transactionOptions from sqliteAdapter({…}): every statement is durable by itself then. If a save has to ' +
          'be one transaction, use PostgreSQL or a MongoDB replica set.',
      );
    }
    await connect();
  });
}

/** Does all of some work or nothing of it, in the transaction of the request, or in one of its own. */
export async function inTransaction<T>(req: PayloadRequest, work: () => Promise<T>): Promise<T> {
  const begins = await initTransaction(req);
  try {
    const done = await work();
    if (begins) await commitTransaction(req);
    return done;
  } catch (error) {
    await killTransaction(req);
    throw error;
  }
}
