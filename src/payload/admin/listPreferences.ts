import type { BasePayload } from 'payload';
import { isObject } from '../../../endpoints/lists/definition/json.ts';

const OF_LIST = 'collection-';

/**
 * Adds what a browser keeps of a list to what is kept of it. The tabs of Payload 3.90 (all, trash), and its live preview, keep only which
 * of them is open, in the place of the columns, the order, the size and the saved view.
 *
 * Upstream: payloadcms/payload#17666.
 * Needed for: a list that looks the same after a look into the trash.
 */
export function keepListPreferences({ collections, db }: BasePayload): void {
  const { upsert } = db;
  db.upsert = (async (args: Parameters<typeof upsert>[0]) => {
    const { collection, data, req, where } = args;
    const { key, value } = data as { key?: unknown; value?: unknown };
    const list = collection === 'payload-preferences' && String(key).startsWith(OF_LIST);
    if (!list || !(String(key).slice(OF_LIST.length) in collections) || !isObject(value))
      return upsert.call(db, args);
    const kept = await db.findOne<{ id: number | string; value?: unknown }>({
      collection,
      ...(req && { req }),
      ...(where && { where }),
    });
    const merged = isObject(kept?.value) ? { ...kept.value, ...value } : value;
    return upsert.call(db, { ...args, data: { ...data, value: merged } });
  }) as typeof upsert;
}
