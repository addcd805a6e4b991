import type { PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';

type Config = Pick<SanitizedCollectionConfig, 'trash' | 'versions'>;

/** What a collection's published documents have in common: all of them, without drafts and a trash. */
export function publishedWhere({ trash, versions }: Config): Where[] {
  const where: Where[] = [];
  if (versions?.drafts) where.push({ _status: { equals: 'published' } });
  if (trash) where.push({ deletedAt: { exists: false } });
  return where;
}

/** The same, asked of a document. */
export function isPublished({ trash, versions }: Config, document: Record<string, unknown>): boolean {
  return (!versions?.drafts || document._status === 'published') && !(trash && document.deletedAt);
}

/** Whether a document is there and published. */
export async function standsPublished(
  req: PayloadRequest,
  slug: string,
  id: number | string,
): Promise<boolean> {
  const { config } = req.payload.collections[slug] ?? {};
  if (!config) return false;
  const where = { and: [{ id: { equals: id } }, ...publishedWhere(config)] };
  return (await req.payload.db.count({ collection: slug, req, where })).totalDocs > 0;
}
