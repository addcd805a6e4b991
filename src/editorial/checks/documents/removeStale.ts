import type { BasePayload } from 'payload';
import { portalOf, slugOf } from '../../../../collections/portal/portal.ts';
import { publishedWhere } from '../../../../collections/portal/published.ts';
import { documentIdOf } from '../../documentId.ts';
import { FINDINGS, LINKS } from '../collections.ts';
import { findAll } from './rowsOf.ts';

const BATCH = 500;

/** Removes the rows of documents that are published no more, also of those that were deleted. */
export async function removeStale(payload: BasePayload): Promise<void> {
  const portal = portalOf(payload.config);
  const slugs = portal.lists.map(({ key }) => String(slugOf(portal, key)));
  for (const rows of [LINKS, FINDINGS]) {
    await payload.db.deleteMany({ collection: rows, where: { collectionSlug: { not_in: slugs } } });
    for (const slug of slugs) await removeOf(payload, rows, slug);
  }
}

async function removeOf(payload: BasePayload, rows: string, slug: string): Promise<void> {
  const config = payload.collections[slug]?.config;
  const ofCollection = { collectionSlug: { equals: slug } };
  const { values } = await payload.db.findDistinct({
    collection: rows,
    field: 'document',
    where: ofCollection,
  });
  const documents = values.map(({ document }) => String(document));
  for (let from = 0; from < documents.length; from += BATCH) {
    const some = documents.slice(from, from + BATCH);
    const ids = some.map((id) => documentIdOf(payload as never, slug, id));
    const where = { and: [{ id: { in: ids } }, ...(config ? publishedWhere(config) : [])] };
    const there = await findAll<{ id: number | string }>(payload, slug, where, { select: {} });
    const published = new Set(there.map(({ id }) => String(id)));
    const gone = some.filter((id) => !published.has(id));
    if (gone.length === 0) continue;
    const stale = { and: [ofCollection, { document: { in: gone } }] };
    await payload.db.deleteMany({ collection: rows, where: stale });
  }
}
