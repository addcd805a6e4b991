import type { BasePayload } from 'payload';

/** The adapter's client, if the database is SQLite. */
type MaybeSqlite = { client?: { execute?(statement: string): Promise<unknown> } };

/**
 * Lets SQLite flush to disk only at checkpoints during `work`, and flushes at the end. A killed process loses nothing. A power
 * failure may lose the last statements, which the next import writes again.
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
