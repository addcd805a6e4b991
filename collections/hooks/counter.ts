import type { Payload } from 'payload';

const COLLECTION = 'portal-counters';

interface CounterRow {
  id: number | string;
  value: number;
}

// A number once handed out stays handed out even if the save that asked for it is rolled back, so none of these
// calls takes part in the transaction of a request. `atomic` makes SQLite do it in one UPDATE; MongoDB always does.
const ATOMIC = { options: { atomic: true } };

async function increment(payload: Payload, key: string): Promise<number | undefined> {
  const row = (await payload.db.updateOne({
    collection: COLLECTION,
    data: { value: { $inc: 1 } },
    where: { key: { equals: key } },
    ...ATOMIC,
  })) as unknown as CounterRow | null;
  return row?.value;
}

async function ensureRow(payload: Payload, key: string): Promise<void> {
  try {
    await payload.db.create({ collection: COLLECTION, data: { key, value: 0 } });
  } catch (error) {
    const { totalDocs } = await payload.db.count({ collection: COLLECTION, where: { key: { equals: key } } });
    if (totalDocs === 0) throw error;
  }
}

/** The next number of a counter, starting at 1. Two callers never get the same one, in whichever process they are. */
export async function takeNumber(payload: Payload, key: string): Promise<number> {
  const taken = await increment(payload, key);
  if (taken !== undefined) return taken;
  await ensureRow(payload, key);
  const first = await increment(payload, key);
  if (first === undefined)
    throw new Error(`The counter "${key}" could not be kept in the collection ${COLLECTION}.`);
  return first;
}

/**
 * Makes sure that every number handed out from now on is above `least`. Of several that ask for the same, one is told
 * that it was the one who raised it.
 * @returns whether the counter was below
 */
export async function raiseCounter(payload: Payload, key: string, least: number): Promise<boolean> {
  if (await raise(payload, key, least)) return true;
  const { totalDocs } = await payload.db.count({ collection: COLLECTION, where: { key: { equals: key } } });
  if (totalDocs > 0) return false;
  await ensureRow(payload, key);
  return raise(payload, key, least);
}

async function raise(payload: Payload, key: string, least: number): Promise<boolean> {
  const row: unknown = await payload.db.updateOne({
    collection: COLLECTION,
    data: { value: least },
    where: { and: [{ key: { equals: key } }, { value: { less_than: least } }] },
    ...ATOMIC,
  });
  return row !== null;
}
