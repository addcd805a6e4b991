import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { BasePayload, PayloadRequest } from 'payload';

type ClientSession = Awaited<ReturnType<MongooseAdapter['connection']['startSession']>>;
type Moment = NonNullable<ClientSession['operationTime']>;

interface Session {
  inTransaction?: () => boolean;
  /** MongoDB: when the session's last operation took place. */
  operationTime?: Moment;
}

interface Sessions {
  sessions?: Record<number | string, Session | undefined>;
}

/** Tells of writes once they are committed. */
export interface AfterCommit<Write> {
  /** Notes a write of this request. Without a transaction it counts as committed at once. */
  add(req: PayloadRequest, write: Write): Promise<void>;
}

/**
 * Runs `committed` after the commit of each transaction, before the commit returns to whoever asked for it, and never
 * for one that was rolled back. The hooks of Payload 3.90 all run before the commit, so the adapter's two ends are wrapped.
 *
 * Upstream: payloadcms/payload#5886.
 * Depends on it: that the lists show what is committed, and nothing else.
 * @param committed must not throw: what it is told of has happened. `at` is when, where the database says so.
 */
export function afterCommit<Write>(
  payload: BasePayload,
  committed: (writes: Write[], at?: Moment) => Promise<void>,
): AfterCommit<Write> {
  const { db } = payload;
  const noted = new Map<number | string, Write[]>();
  const liveSession = (id: number | string) => {
    const session = (db as Sessions).sessions?.[id];
    return session && (session.inTransaction?.() ?? true) ? session : undefined;
  };
  const commit = db.commitTransaction.bind(db);
  const rollback = db.rollbackTransaction.bind(db);

  db.commitTransaction = async (pendingId) => {
    const id = await pendingId;
    const session = liveSession(id);
    const writes = noted.get(id) ?? [];
    noted.delete(id);
    try {
      await commit(id);
    } catch (error) {
      // It may have been committed all the same, when the answer was lost; what is told is what is there.
      if (session && writes.length > 0) void committed(writes);
      throw error;
    }
    if (session && writes.length > 0) await committed(writes, session.operationTime);
  };
  db.rollbackTransaction = async (pendingId) => {
    const id = await pendingId;
    noted.delete(id);
    await rollback(id);
  };

  return {
    async add(req, write) {
      const id = await req.transactionID;
      if (!id || !liveSession(id)) return committed([write]);
      noted.set(id, [...(noted.get(id) ?? []), write]);
    },
  };
}
