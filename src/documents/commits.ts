import type { BasePayload, PayloadRequest } from 'payload';

/** What a write touched: a document, or the settings. */
export interface Touched {
  kind: string;
  id: string;
}

interface Sessions {
  sessions?: Record<number | string, { inTransaction?: () => boolean } | undefined>;
}

/** Tells of writes once they are committed. */
export interface CommitQueue {
  /** Notes a write of this request. Without a transaction it counts as committed at once. */
  add(req: PayloadRequest, touched: Touched): Promise<void>;
}

/**
 * Runs `committed` after the commit of each transaction, before the commit returns to whoever asked for it, and never
 * for one that was rolled back. Payload's hooks all run before the commit, so the adapter's two ends are wrapped.
 * @param committed must not throw: what it is told of has happened
 */
export function commitQueue(
  payload: BasePayload,
  committed: (touched: Touched[]) => Promise<void>,
): CommitQueue {
  const { db } = payload;
  const queued = new Map<number | string, Touched[]>();
  const isLive = (id: number | string) => {
    const session = (db as Sessions).sessions?.[id];
    return session !== undefined && (session.inTransaction?.() ?? true);
  };
  const commit = db.commitTransaction.bind(db);
  const rollback = db.rollbackTransaction.bind(db);

  db.commitTransaction = async (pendingId) => {
    const id = await pendingId;
    const live = isLive(id);
    const touched = queued.get(id) ?? [];
    queued.delete(id);
    await commit(id);
    if (live && touched.length > 0) await committed(touched);
  };
  db.rollbackTransaction = async (pendingId) => {
    const id = await pendingId;
    queued.delete(id);
    await rollback(id);
  };

  return {
    async add(req, touched) {
      const id = await req.transactionID;
      if (!id || !isLive(id)) return committed([touched]);
      queued.set(id, [...(queued.get(id) ?? []), touched]);
    },
  };
}
