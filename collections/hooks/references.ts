import type { PayloadRequest, Where } from 'payload';

type Id = number | string;

/** Whether a document stands published (a collection without drafts, like media, has nothing else). */
export async function isPublished(req: PayloadRequest, collection: string, id: Id): Promise<boolean> {
  const where: Where[] = [{ id: { equals: id } }];
  if (req.payload.collections[collection]?.config.versions?.drafts)
    where.push({ _status: { equals: 'published' } });
  const { totalDocs } = await req.payload.db.count({ collection, req, where: { and: where } });
  return totalDocs > 0;
}

/** The id behind a relationship value, populated or not. */
export function idOf(value: unknown): Id | undefined {
  const id = value && typeof value === 'object' && 'id' in value ? value.id : value;
  return typeof id === 'number' || typeof id === 'string' ? id : undefined;
}
