import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS = 6;
const FIRST_WAIT = 50;

/**
 * Runs something again that failed because somebody else wrote at the same moment: MongoDB says so with a label or a
 * WriteConflict, SQLite with SQLITE_BUSY. Other errors are thrown at once.
 */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      await sleep(FIRST_WAIT * 2 ** attempt * (0.5 + Math.random()));
    }
  }
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
