import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { BasePayload } from 'payload';
import { COUNTERS } from '../../database/counter.ts';
import { type Finds, type Models, readingWith } from '../../payload/database/reading.ts';

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
const READ_TIMEOUT = 10_000;

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
   * Reads on majority read concern that see every write up to the horizon, also from a member that was made primary a
   * moment ago. A write that a failover can still take back is never among them.
   */
  reads(): Promise<Reads>;
}

/** The latest write that was heard of: no read sees less. */
export class Horizon<M extends { greaterThan(other: M): boolean } = Moment> {
  #moment: M | undefined;
  /** Whether a write did not say when it was. */
  #isUnknown = false;

  heard(at: M | undefined): void {
    if (!at) this.#isUnknown = true;
    else if (!this.#moment?.greaterThan(at)) this.#moment = at;
  }

  async moment(now: () => Promise<M>): Promise<M | undefined> {
    if (this.#isUnknown) {
      this.#isUnknown = false;
      try {
        this.heard(await now());
      } catch (error) {
        this.#isUnknown = true;
        throw error;
      }
    }
    return this.#moment;
  }
}

/**
 * @returns undefined on every other database: a standalone MongoDB, SQLite, what a host has
 * @throws if the database cannot be asked
 */
export async function replicaSet(payload: BasePayload, horizon: Horizon): Promise<ReplicaSet | undefined> {
  const { connection, collections } = payload.db as unknown as Partial<Adapter>;
  const database = connection?.db;
  if (!connection || !database || !collections) return undefined;
  const hello = await bounded(database.command({ hello: 1 }));
  if (!hello.setName && hello.msg !== 'isdbgrid') return undefined;

  const now = async () => {
    const { operationTime } = await bounded(database.command({ ping: 1 }));
    return operationTime as Moment;
  };
  return {
    database,
    now,
    async reads() {
      const moment = await horizon.moment(now);
      const session = connection.getClient().startSession({ causalConsistency: true });
      if (moment) session.advanceOperationTime(moment);
      const options = { session, readConcern: { level: 'majority' }, maxTimeMS: READ_TIMEOUT };
      return {
        db: readingWith(payload.db, collections, options, bounded),
        async reached() {
          await bounded(
            database.collection(COUNTERS).findOne({}, { session, readConcern: { level: 'majority' } }),
          );
        },
        end: () => session.endSession(),
      };
    },
  };
}

/** Ends what takes too long. */
export async function bounded<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, READ_TIMEOUT, new Error('The database does not answer.'));
    timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
