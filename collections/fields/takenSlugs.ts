import type { PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { localizer } from '../portal/locale.ts';
import { publishedWhere } from '../portal/published.ts';

type Id = number | string;
type Row = Record<string, unknown> & { id: Id };

interface SlugOf {
  name: string;
  slug: string;
  /** The document's id; undefined for a new one. */
  id: Id | undefined;
}

/** Finds another published document with this slug. */
export async function publishedWithSlug(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  { name, slug, id }: SlugOf,
): Promise<Row | undefined> {
  const others: Where[] = id === undefined ? [] : [{ id: { not_equals: id } }];
  const where: Where = { and: [{ [name]: { equals: slug } }, ...publishedWhere(collection), ...others] };
  const { config, db } = req.payload;
  const found = await db.findOne<Row>({ collection: collection.slug, req, where });
  return found ? localizer(collection.flattenedFields, config)(found) : undefined;
}

/** The slug itself, or the first of `slug-2`, `slug-3`, … that no document or draft has. */
export async function freeSlug(
  req: PayloadRequest,
  { flattenedFields, slug: collection }: SanitizedCollectionConfig,
  { name, slug, id }: SlugOf,
): Promise<string> {
  const { config, db } = req.payload;
  const { docs } = await db.find<Row>({
    collection,
    req,
    limit: 0,
    pagination: false,
    select: { [name]: true },
    where: { [name]: { contains: slug } },
  });
  const others = docs.filter((each) => String(each.id) !== String(id));
  const taken = new Set(others.map(localizer(flattenedFields, config)).map((each) => each[name]));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.has(free)) return free;
  }
}
