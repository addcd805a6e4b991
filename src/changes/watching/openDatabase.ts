import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { BasePayload } from 'payload';
import { portalOf, slugOf } from '../../../collections/portal/portal.ts';
import { describeError } from '../../system/logging/describeError.ts';
import type { Reader } from '../reader.ts';
import { ChangeStream, isRefusal } from './ChangeStream.ts';
import { marks } from './marks.ts';
import { Poll } from './poll.ts';
import { type Horizon, type Reads, type ReplicaSet, replicaSet } from './replicaSet.ts';
import type { Watch, WatchListener } from './watch.ts';

/** Reads of the database that Payload is connected to, and the best watch that it has. */
export interface Database {
  watch: Watch;
  /** Reads that see every write up to the horizon. */
  reads(): Promise<Reads>;
}

export interface DatabaseOptions {
  /** Milliseconds between looks for other processes' writes, where the database does not tell of them. */
  pollInterval: number;
  horizon: Horizon;
  listener: WatchListener;
}

/** @throws if the database cannot be asked what it can do */
export async function openDatabase(
  payload: BasePayload,
  reader: Reader,
  { pollInterval, horizon, listener }: DatabaseOptions,
): Promise<Database> {
  const set = await replicaSet(payload, horizon);
  if (set && (await hasChangeStreams(set, payload))) {
    const models = payload.db as unknown as MongooseAdapter;
    const portal = portalOf(payload.config);
    const options = { kinds: reader.kinds, models, slugOf: (kind: string) => slugOf(portal, kind), horizon };
    return { reads: set.reads, watch: new ChangeStream(set, options, listener) };
  }
  const watch = new Poll(reader, { interval: pollInterval, mark: marks(payload) }, listener);
  if (set) return { reads: set.reads, watch };
  const nothing = async () => {};
  return {
    watch,
    reads: async () => ({ db: payload.db, reached: nothing, end: nothing }),
  };
}

/** Some databases that speak MongoDB's protocol have none, and some users may not open one. */
async function hasChangeStreams({ database }: ReplicaSet, payload: BasePayload): Promise<boolean> {
  const stream = database.watch([], { maxAwaitTimeMS: 1 });
  try {
    await stream.tryNext();
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    payload.logger.warn(
      `The database gives no change stream; other processes’ writes are looked for instead. ${describeError(error)}`,
    );
    return false;
  } finally {
    stream.close().catch(() => {});
  }
}
