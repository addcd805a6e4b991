import type { Where } from 'payload';

const BATCH = 500;

/**
 * Everything that a query finds, in batches by id. Pages are no way to get there: asked past Payload's own operations,
 * MongoDB's adapter takes the first one for all there is unless `pagination` is true, and pages shift while others write.
 * @param find up to `limit` documents in the order of their ids; `where` is beside its own conditions
 */
export async function* inBatches<T extends { id: number | string }>(
  find: (where: Where[], limit: number) => Promise<T[]>,
): AsyncIterable<T[]> {
  let after: Where[] = [];
  for (;;) {
    const found = await find(after, BATCH);
    if (found.length > 0) yield found;
    const last = found.at(-1);
    if (!last || found.length < BATCH) return;
    after = [{ id: { greater_than: last.id } }];
  }
}
