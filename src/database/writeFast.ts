import type { BasePayload } from 'payload';

/** SQLite's client, where the database is SQLite. */
type MaybeSqlite = { client?: { execute?(statement: string): Promise<unknown> } };

/**
 * Lets SQLite flush to the disk at checkpoints rather than after every statement, for as long as `work` takes, and
 * flushes everything before it returns. A process that is killed loses nothing by it; a machine that loses power loses
 * the last statements at most, in order, and the next import writes them again.
 */
export async function writeFast<Result>(payload: BasePayload, work: () => Promise<Result>): Promise<Result> {
  const { client } = payload.db as MaybeSqlite;
  const run = async (statement: string) => {
    if (payload.db.name === 'sqlite') await client?.execute?.(statement);
  };
  await run('PRAGMA synchronous = NORMAL');
  try {
    return await work();
  } finally {
    await run('PRAGMA synchronous = FULL');
    await run('PRAGMA wal_checkpoint(FULL)');
  }
}
