import type { PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';

type Config = Pick<SanitizedCollectionConfig, 'trash' | 'versions'>;

/** The query conditions for published documents of a collection. All documents are, if there are no drafts and no trash. */
export function publishedWhere({ trash, versions }: Config): Where[] {
  const where: Where[] = [];
  if (versions?.drafts) where.push({ _status: { equals: 'published' } });
  if (trash) where.push({ deletedAt: { exists: false } });
  return where;
}

/** True if a document meets the conditions of {@link publishedWhere}. */
export function isPublished({ trash, versions }: Config, document: Record<string, unknown>): boolean {
  return (!versions?.drafts || document._status === 'published') && !(trash && document.deletedAt);
}

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
