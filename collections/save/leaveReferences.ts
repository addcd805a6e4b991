import type { CollectionAfterDeleteHook, PayloadRequest } from 'payload';
import { portalOf, slugOf } from '../portal/portal.ts';
import { idOf } from '../portal/references.ts';
import { fieldsWithRole } from '../portal/roles.ts';

/**
 * Removes a deleted document from all fields with several references. SQL databases do this themselves; in MongoDB the
 * references would stay, and no hook of the referring documents runs.
 */
export const leaveReferences: CollectionAfterDeleteHook = async ({ collection, id, req }) => {
  const portal = portalOf(req.payload.config);
  for (const { key } of portal.lists) {
    const slug = slugOf(portal, key);
    const fields = req.payload.collections[slug]?.config.flattenedFields ?? [];
    for (const { field, name } of fieldsWithRole(fields, 'references')) {
      if ('relationTo' in field && field.relationTo === collection.slug) await leave(req, { slug, name, id });
    }
  }
};

async function leave(
  req: PayloadRequest,
  { slug, name, id }: { slug: string; name: string; id: number | string },
): Promise<void> {
  const { docs } = await req.payload.db.find<{ id: number | string; [name: string]: unknown }>({
    collection: slug,
    req,
    pagination: false,
    where: { [name]: { in: [id] } },
  });
  for (const doc of docs) {
    const updatedAt = new Date().toISOString();
    await req.payload.db.updateOne({
      collection: slug,
      id: doc.id,
      data: { [name]: without(doc[name], id), updatedAt },
      req,
      returning: false,
    });
  }
}

/** The references that stay, of each locale where the field is localized. */
function without(held: unknown, id: number | string): unknown {
  if (Array.isArray(held))
    return held.map(idOf).filter((each) => each !== undefined && String(each) !== String(id));
  const byLocale = Object.entries((held ?? {}) as Record<string, unknown>);
  return Object.fromEntries(byLocale.map(([locale, each]) => [locale, without(each, id)]));
}
