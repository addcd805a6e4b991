import type { BasePayload } from 'payload';
import { COUNTERS, raiseCounter } from '../../../database/counter.ts';

const keyOf = (collection: string) => `checks-read:${collection}`;

/** Up to which change the documents of a collection have been read, in milliseconds since 1970; 0 for none. */
export async function progressOf({ db }: BasePayload, collection: string): Promise<number> {
  const where = { key: { equals: keyOf(collection) } };
  const row = await db.findOne<{ id: string; value: number }>({ collection: COUNTERS, where });
  return Number(row?.value ?? 0);
}

export async function raiseProgress(payload: BasePayload, collection: string, to: number): Promise<void> {
  await raiseCounter(payload, keyOf(collection), to);
}

/** Has all documents of a collection read again. */
export async function resetProgress({ db }: BasePayload, collection: string): Promise<void> {
  const where = { key: { equals: keyOf(collection) } };
  await db.updateOne({ collection: COUNTERS, data: { value: 0 }, where, returning: false });
}
