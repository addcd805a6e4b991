import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { BasePayload } from 'payload';
import { retry } from '../../../endpoints/read-model/index.ts';

/**
 * In milliseconds. MongoDB keeps the transaction of a process that was killed, and what it wrote to, for a minute; a database
 * that is started anew may be away for longer.
 */
const TIMEOUT = 300_000;
const WAIT = { first: 50, longest: 2_000 };

/** How long, in milliseconds, writes that lost their answers may still take effect after a reconnect. */
const SETTLE_TIME = 2_000;
/** How often work may fail as if the database were away although it answers. */
const MAX_ANSWERED = 3;

/**
 * Runs something again that failed because somebody else wrote at the same moment, or because the database was away. Other
 * errors are thrown at once.
 * @param work is told whether it runs again: what it began may be there
 */
export function withRetry<T>({ db }: BasePayload, work: (isRepeated: boolean) => Promise<T>): Promise<T> {
  const begun = Date.now();
  let before: 'conflict' | 'away' | undefined;
  let answered = 0;
  const failed = (error: unknown) => {
    const why = isConflict(error) ? 'conflict' : isAway(error) ? 'away' : undefined;
    if (!why || Date.now() - begun > TIMEOUT || answered > MAX_ANSWERED) throw error;
    before = why;
  };
  const attempt = async () => {
    if (before === 'away') {
      await db.count({ collection: 'portal-imports', where: {} });
      answered++;
      await sleep(SETTLE_TIME);
    }
    return work(before !== undefined);
  };
  return retry(attempt, { ...WAIT, scattered: true, failed });
}

type Failure = Error & { code?: unknown; errorLabels?: unknown };

function* causes(error: unknown): Generator<Failure> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

/** MongoDB says so with a label or a WriteConflict, SQLite with SQLITE_BUSY. */
function isConflict(error: unknown): boolean {
  return [...causes(error)].some(
    ({ code, errorLabels, message }) =>
      (Array.isArray(errorLabels) && errorLabels.includes('TransientTransactionError')) ||
      code === 112 ||
      code === 'SQLITE_BUSY' ||
      /WriteConflict|SQLITE_BUSY|database is locked/.test(message),
  );
}

const AWAY = {
  codes: [
    // MongoDB: a server that ends, or is not the primary any more; then PostgreSQL, and the network.
    ...[6, 7, 89, 91, 189, 9001, 10107, 11600, 11602, 13435, 13436],
    ...['57P01', '57P02', '57P03', '08006'],
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ] as unknown[],
  names: /^Mongo(?:Network|ServerSelection|NotConnected|PoolCleared)|^PoolCleared/,
  messages: /buffering timed out|Connection terminated|Client has encountered a connection error/,
};

function isAway(error: unknown): boolean {
  return [...causes(error)].some(
    ({ code, errorLabels, message, name }) =>
      (Array.isArray(errorLabels) && errorLabels.includes('RetryableWriteError')) ||
      AWAY.codes.includes(code) ||
      AWAY.names.test(name) ||
      AWAY.messages.test(message),
  );
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
