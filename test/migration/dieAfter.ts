import type { BasePayload } from 'payload';

const WRITES =
  /^(create|updateOne|updateMany|updateVersion|createVersion|delete\w+|upsert|updateGlobal|createGlobal\w*)$/;

/**
 * Lets a database die: after so many writes, each operation fails, as it does for a process that is not there any more.
 * Without a number it only counts. Returns what was counted, and what brings it back to life.
 */
export function dieAfter(payload: BasePayload, writes = Number.POSITIVE_INFINITY) {
  const db = payload.db as unknown as Record<string, unknown>;
  const alive = new Map<string, unknown>();
  const { level } = payload.logger;
  payload.logger.level = 'silent';
  let count = 0;
  for (const name of Object.keys(db)) {
    const operation = db[name];
    if (typeof operation !== 'function' || !(WRITES.test(name) || /^(find|count)/.test(name))) continue;
    alive.set(name, operation);
    db[name] = async (...args: unknown[]) => {
      if (count >= writes) throw new Error('killed');
      const result = await operation.apply(db, args);
      if (WRITES.test(name) && ++count >= writes) throw new Error('killed');
      return result;
    };
  }
  return {
    count: () => count,
    revive() {
      for (const [name, operation] of alive) db[name] = operation;
      payload.logger.level = level;
    },
  };
}
