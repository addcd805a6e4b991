import type { BasePayload, PayloadRequest } from 'payload';
import type { Moment } from './watching/replicaSet.ts';
import type { Touched } from './watching/watch.ts';

interface Session {
  inTransaction?: () => boolean;
  /** MongoDB: when the session's last operation took place. */
  operationTime?: Moment;
}

interface Sessions {
  sessions?: Record<number | string, Session | undefined>;
}

/** Tells of writes once they are committed. */
export interface CommitQueue {
  /** Notes a write of this request. Without a transaction it counts as committed at once. */
  add(req: PayloadRequest, touched: Touched): Promise<void>;
}

/**
 * Runs `committed` after the commit of each transaction, before the commit returns to whoever asked for it, and never
 * for one that was rolled back. Payload's hooks all run before the commit, so the adapter's two ends are wrapped.
 * @param committed must not throw: what it is told of has happened. `at` is when, where the database says so.
 */
export function commitQueue(
  payload: BasePayload,
  committed: (touched: Touched[], at?: Moment) => Promise<void>,
): CommitQueue {
  const { db } = payload;
  const queued = new Map<number | string, Touched[]>();
  const liveSession = (id: number | string) => {
    const session = (db as Sessions).sessions?.[id];
    return session && (session.inTransaction?.() ?? true) ? session : undefined;
  };
  const commit = db.commitTransaction.bind(db);
  const rollback = db.rollbackTransaction.bind(db);

  db.commitTransaction = async (pendingId) => {
    const id = await pendingId;
    const session = liveSession(id);
    const touched = queued.get(id) ?? [];
    queued.delete(id);
    try {
      await commit(id);
    } catch (error) {
      // It may have been committed all the same, when the answer was lost; what is told is what is there.
      if (session && touched.length > 0) void committed(touched);
      throw error;
    }
    if (session && touched.length > 0) await committed(touched, session.operationTime);
  };
  db.rollbackTransaction = async (pendingId) => {
    const id = await pendingId;
    queued.delete(id);
    await rollback(id);
  };

  return {
    async add(req, touched) {
      const id = await req.transactionID;
      if (!id || !liveSession(id)) return committed([touched]);
      queued.set(id, [...(queued.get(id) ?? []), touched]);
    },
  };
}
