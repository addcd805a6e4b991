import type { BasePayload, PayloadRequest } from 'payload';
import { connectionOf, type SqlDatabase, sqlDatabase } from './sqlDatabase.ts';

const COLLECTION = 'portal-counters';

/** Counter of the ranks of links; an import raises it above every rank it gave. */
export const LINK_RANK_COUNTER = 'link-rank';

interface CounterRow {
  id: number | string;
  value: number;
}

/** Whose transaction a counter is changed in; without one, each change is a transaction of its own. */
type Request = PayloadRequest | undefined;

// Makes the SQL databases do it in one UPDATE; MongoDB always does.
const ATOMIC = { options: { atomic: true } };

async function increment(payload: BasePayload, key: string, req: Request): Promise<number | undefined> {
  const row = (await payload.db.updateOne({
    collection: COLLECTION,
    data: { value: { $inc: 1 } },
    where: { key: { equals: key } },
    ...(req && { req }),
    ...ATOMIC,
  })) as unknown as CounterRow | null;
  return row?.value;
}

async function ensureRow(payload: BasePayload, key: string, req: Request): Promise<void> {
  const sql = sqlDatabase(payload);
  if (sql) return insertRow(sql, key, req);
  try {
    await payload.db.create({ collection: COLLECTION, data: { key, value: 0 } });
  } catch (error) {
    const { totalDocs } = await payload.db.count({ collection: COLLECTION, where: { key: { equals: key } } });
    if (totalDocs === 0) throw error;
  }
}

/** In one statement that cannot fail over a row that is there already: PostgreSQL goes on with no transaction after a failure. */
async function insertRow(sql: SqlDatabase, key: string, req: Request): Promise<void> {
  const tableName = String(sql.tableNameMap.get(COLLECTION.replace('-', '_')));
  const { key: target } = sql.tables[tableName];
  const onConflictDoUpdate = { target, set: { key } };
  await sql.insert({
    db: await connectionOf(sql, req),
    tableName,
    values: { key, value: 0 },
    onConflictDoUpdate,
  });
}

/**
 * The next number of a counter, starting at 1. Two callers never get the same one, in whichever process they are.
 *
 * An SQL database draws it in the transaction of the request, whose connection it has already: with a second one each,
 * several saves at once would wait for each other for ever. The next one who draws waits until that transaction ends; a
 * number that is rolled back is drawn again. MongoDB, where who draws meanwhile would be refused, draws it outside.
 */
export async function takeNumber(req: PayloadRequest, key: string): Promise<number> {
  const { payload } = req;
  const own = sqlDatabase(payload) ? req : undefined;
  const taken = await increment(payload, key, own);
  if (taken !== undefined) return taken;
  await ensureRow(payload, key, own);
  const first = await increment(payload, key, own);
  if (first === undefined)
    throw new Error(`The counter "${key}" could not be kept in the collection ${COLLECTION}.`);
  return first;
}

/**
 * Makes sure that every number handed out from now on is above `least`. Of several that ask for the same, one is told
 * that it was the one who raised it.
 * @returns whether the counter was below
 */
export async function raiseCounter(payload: BasePayload, key: string, least: number): Promise<boolean> {
  if (await raise(payload, key, least)) return true;
  const { totalDocs } = await payload.db.count({ collection: COLLECTION, where: { key: { equals: key } } });
  if (totalDocs > 0) return false;
  await ensureRow(payload, key, undefined);
  return raise(payload, key, least);
}

async function raise(payload: BasePayload, key: string, least: number): Promise<boolean> {
  const row: unknown = await payload.db.updateOne({
    collection: COLLECTION,
    data: { value: least },
    where: { and: [{ key: { equals: key } }, { value: { less_than: least } }] },
    ...ATOMIC,
  });
  return row !== null;
}
