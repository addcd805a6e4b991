import { type BasePayload, type PayloadRequest, ValidationError } from 'payload';
import { connectionOf, type SqlDatabase, sqlDatabase, tableOf } from './sqlDatabase.ts';

/** The collection of the counters. */
export const COUNTERS = 'portal-counters';

/** The counter for the ranks of links. An import raises it above all imported ranks. */
export const LINK_RANK_COUNTER = 'link-rank';

interface Counter {
  id: number | string;
  value: number;
}

/** The request whose transaction changes the counter. Without one, each change is its own transaction. */
type Request = PayloadRequest | undefined;

// Makes the SQL adapters use a single UPDATE. MongoDB always does.
const ATOMIC = { options: { atomic: true } };

async function increment(payload: BasePayload, key: string, req: Request): Promise<number | undefined> {
  const row = (await payload.db.updateOne({
    collection: COUNTERS,
    data: { value: { $inc: 1 } },
    where: { key: { equals: key } },
    ...(req && { req }),
    ...ATOMIC,
  })) as unknown as Counter | null;
  return row?.value;
}

async function ensureRow(payload: BasePayload, key: string, req: Request): Promise<void> {
  const sql = sqlDatabase(payload);
  if (sql) return insertRow(sql, key, req);
  try {
    await payload.db.create({ collection: COUNTERS, data: { key, value: 0 } });
  } catch (error) {
    const { totalDocs } = await payload.db.count({ collection: COUNTERS, where: { key: { equals: key } } });
    if (totalDocs === 0) throw error;
  }
}

/** Leaves an existing row alone, and unlocked. An error would abort the transaction in PostgreSQL. */
async function insertRow(sql: SqlDatabase, key: string, req: Request): Promise<void> {
  const connection = await connectionOf(sql, req);
  await connection.insert(tableOf(sql, COUNTERS)).values({ key, value: 0 }).onConflictDoNothing();
}

/**
 * Gives the next number of a counter, starting at 1. No two calls get the same number, even in different processes.
 *
 * An SQL database uses the transaction and the connection of the request: with a second connection for each, parallel saves
 * would deadlock. Other callers wait until the transaction ends, and a number that is rolled back is given again. MongoDB uses
 * no transaction here, since concurrent callers would get a write conflict.
 * @param above what the number has to be above
 */
export async function takeNumber(req: PayloadRequest, key: string, above = 0): Promise<number> {
  const { payload } = req;
  const own = sqlDatabase(payload) ? req : undefined;
  const take = async (): Promise<number | undefined> => {
    if (above > 0) await raise(payload, key, above, above, own);
    const number = await increment(payload, key, own);
    // Somebody has made the counter between the two.
    return number !== undefined && number <= above ? take() : number;
  };
  const taken = await take();
  if (taken !== undefined) return taken;
  await ensureRow(payload, key, own);
  const first = await take();
  if (first === undefined)
    throw new Error(`The counter "${key}" could not be kept in the collection ${COUNTERS}.`);
  return first;
}

/**
 * Raises a counter, so that all later numbers are above `least`. If several callers use the same value, exactly one of them
 * gets true.
 * @returns whether this call has raised it
 */
export async function raiseCounter(payload: BasePayload, key: string, least: number): Promise<boolean> {
  if (await raise(payload, key, least)) return true;
  const { totalDocs } = await payload.db.count({ collection: COUNTERS, where: { key: { equals: key } } });
  if (totalDocs > 0) return false;
  await ensureRow(payload, key, undefined);
  return raise(payload, key, least);
}

async function raise(
  payload: BasePayload,
  key: string,
  value: number,
  below = value,
  req?: Request,
): Promise<boolean> {
  const row: unknown = await payload.db.updateOne({
    collection: COUNTERS,
    data: { value },
    where: { and: [{ key: { equals: key } }, { value: { less_than: below } }] },
    ...(req && { req }),
    ...ATOMIC,
  });
  return row !== null;
}

/**
 * Claims a key until it is released, or for `lease` milliseconds at most. Of several callers, in any process, exactly one gets
 * true. As in {@link takeNumber}, an SQL database uses the transaction of the request: others wait until it ends.
 */
export async function claim(req: PayloadRequest, key: string, lease: number): Promise<boolean> {
  const { payload } = req;
  const own = sqlDatabase(payload) ? req : undefined;
  const take = () => raise(payload, key, Date.now(), Date.now() - lease, own);
  if (await take()) return true;
  await ensureRow(payload, key, own).catch((error: unknown) => {
    // Somebody had claimed it, and has just released it.
    if (!(error instanceof ValidationError)) throw error;
  });
  return take();
}

/** Releases claimed keys. @param req the request whose transaction has claimed them, while it is open */
export async function release(payload: BasePayload, keys: readonly string[], req: Request): Promise<void> {
  const own = sqlDatabase(payload) ? req : undefined;
  const where = { key: { in: keys } };
  await payload.db.deleteMany({ collection: COUNTERS, where, ...(own && { req: own }) });
}
