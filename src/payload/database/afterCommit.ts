import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { BasePayload, PayloadRequest } from 'payload';
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
    async (all) => {
      for (const { committed } of all) await committed?.();
    },
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
