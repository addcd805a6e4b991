import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { BasePayload } from 'payload';
import { type Finds, type Models, readingWith } from '../../payload/database/readingWith.ts';

type Connection = MongooseAdapter['connection'];
type Session = Awaited<ReturnType<Connection['startSession']>>;
type Database = NonNullable<Connection['db']>;

interface Adapter {
  connection: Connection;
  collections: Models;
}

/** A point in the order of a replica set's writes. */
export type Moment = NonNullable<Session['operationTime']>;

/** How long one read may take before it counts as failed, in milliseconds: the connection may be dead, and not say so. */
const READ_PATIENCE = 10_000;

/** Reads that see what the database will keep, and at least what was asked for. */
export interface Reads {
  db: Finds;
  /** Resolves when reads of others see as much, too. */
  reached(): Promise<void>;
  end(): Promise<void>;
}

/** What a MongoDB replica set, or a sharded cluster, can do beyond Payload's adapter. */
export interface ReplicaSet {
  readonly database: Database;
  /** The latest write so far, acknowledged by a majority or not. */
  now(): Promise<Moment>;
  /**
   * Reads on majority read concern that see every write up to `atLeast`, also from a member that was made primary a
   * moment ago. A write that a failover can still take back is never among them.
   */
  reads(atLeast: Moment | undefined): Reads;
}

export function later(one: Moment | undefined, other: Moment | undefined): Moment | undefined {
  if (!one || !other) return one ?? other;
  return one.greaterThan(other) ? one : other;
}

/**
 * @returns undefined on every other database: a standalone MongoDB, SQLite, what a host has
 * @throws if the database cannot be asked
 */
export async function replicaSet(payload: BasePayload): Promise<ReplicaSet | undefined> {
  const { connection, collections } = payload.db as unknown as Partial<Adapter>;
  const database = connection?.db;
  if (!connection || !database || !collections) return undefined;
  const hello = await bounded(database.command({ hello: 1 }));
  if (!hello.setName && hello.msg !== 'isdbgrid') return undefined;

  return {
    database,
    async now() {
      const { operationTime } = await bounded(database.command({ ping: 1 }));
      return operationTime as Moment;
    },
    reads(atLeast) {
      const session = connection.getClient().startSession({ causalConsistency: true });
      if (atLeast) session.advanceOperationTime(atLeast);
      const options = { session, readConcern: { level: 'majority' }, maxTimeMS: READ_PATIENCE };
      return {
        db: readingWith(payload.db, collections, options, bounded),
        async reached() {
          await bounded(
            database
              .collection('portal-counters')
              .findOne({}, { session, readConcern: { level: 'majority' } }),
          );
        },
        end: () => session.endSession(),
      };
    },
  };
}

async function bounded<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, READ_PATIENCE, new Error('The database does not answer.'));
    timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
