import { setImmediate as turn } from 'node:timers/promises';
import { retry } from '../../../endpoints/read-model/index.ts';

/** In milliseconds. MongoDB keeps the transaction of a process that was killed, and what it wrote to, for a minute. */
const PATIENCE = 75_000;
const WAIT = { first: 50, longest: 2_000 };

/**
 * Runs something again that failed because somebody else wrote at the same moment: MongoDB says so with a label or a
 * WriteConflict, SQLite with SQLITE_BUSY. Other errors are thrown at once.
 */
export function withRetry<T>(work: () => Promise<T>): Promise<T> {
  const begun = Date.now();
  const failed = (error: unknown) => {
    if (Date.now() - begun > PATIENCE || !isConflict(error)) throw error;
  };
  return retry(work, { ...WAIT, scattered: true, failed });
}

function isConflict(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code, errorLabels } = cause as { code?: unknown; errorLabels?: unknown };
    if (Array.isArray(errorLabels) && errorLabels.includes('TransientTransactionError')) return true;
    if (
      code === 112 ||
      code === 'SQLITE_BUSY' ||
      /WriteConflict|SQLITE_BUSY|database is locked/.test(cause.message)
    ) {
      return true;
    }
  }
  return false;
}

/** Runs work on many items, a few at a time, and starts no more after the first failure. */
export async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failed = false;
  const worker = async () => {
    for (const item of queue) {
      // SQLite answers without waiting, so nothing else would happen here: no signal, no sign of life, no other request.
      await turn();
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  const rejected = results.find((result) => result.status === 'rejected');
  if (rejected) throw rejected.reason;
}
