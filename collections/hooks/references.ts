import type { PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { fieldsWithRole } from '../fields/roles.ts';

type Id = number | string;
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
export async function standsPublished(req: PayloadRequest, slug: string, id: Id): Promise<boolean> {
  const { config } = req.payload.collections[slug] ?? {};
  if (!config) return false;
  const where = { and: [{ id: { equals: id } }, ...publishedWhere(config)] };
  return (await req.payload.db.count({ collection: slug, req, where })).totalDocs > 0;
}

/** A field whose document an element embeds. */
export interface Reference {
  name: string;
  last: string;
  by: string[];
  /** The slug of the other collection. */
  to: string;
}

export function referencesOf({
  flattenedFields,
}: Pick<SanitizedCollectionConfig, 'flattenedFields'>): Reference[] {
  return fieldsWithRole(flattenedFields, 'reference').map(({ field, name, last, by }) => {
    const to = 'relationTo' in field ? String(field.relationTo) : '';
    return { name, last, by, to };
  });
}

/** The id behind a relationship value, populated or not. */
export function idOf(value: unknown): Id | undefined {
  const id = value && typeof value === 'object' && 'id' in value ? value.id : value;
  return typeof id === 'number' || typeof id === 'string' ? id : undefined;
}
