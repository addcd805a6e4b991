import { setTimeout as sleep } from 'node:timers/promises';
import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { BasePayload } from 'payload';
import { describeError } from '../../system/logging/describeError.ts';

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
