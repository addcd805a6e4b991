import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { BasePayload, PayloadRequest } from 'payload';

type ClientSession = Awaited<ReturnType<MongooseAdapter['connection']['startSession']>>;
type Moment = NonNullable<ClientSession['operationTime']>;

interface Session {
  inTransaction?: () => boolean;
  /** MongoDB: the time of the session's last operation. */
  operationTime?: Moment;
}

interface Sessions {
  sessions?: Record<number | string, Session | undefined>;
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
      // The transaction may be committed although the answer was lost. `committed` reads what is in the database.
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

type Step = () => Promise<void> | void;

const steps = new WeakMap<BasePayload, AfterCommit<Step>>();

/** Call it at the start of a Payload, before anything else follows its commits: what {@link whenCommitted} runs comes first then. */
export function followCommits(payload: BasePayload): AfterCommit<Step> {
  const made = afterCommit<Step>(payload, async (all) => {
    for (const step of all) await step();
  });
  steps.set(payload, made);
  return made;
}

/**
 * Runs a step after the commit of the request's transaction, at once without one, and not after a rollback.
 * @param step must not throw
 */
export async function whenCommitted(req: PayloadRequest, step: Step): Promise<void> {
  await (steps.get(req.payload) ?? followCommits(req.payload)).add(req, step);
}
