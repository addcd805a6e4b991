import type { BasePayload, CollectionSlug } from 'payload';
import { portalOf, slugOf } from '../collections/portal/portal.ts';
import { importing } from '../collections/save/saveContext.ts';
import { documentData } from '../src/migration/apply/writeDocument.ts';
import type { Captured, CapturedDocument } from '../src/migration/plan/captured.ts';

type Id = number | string;

/**
 * Creates every captured document with `payload.create`, one after the other, whatever it refers to before it: what anybody would
 * write who has no import. References in a circle are left out.
 */
export async function plainLoop(payload: BasePayload, captured: Captured): Promise<void> {
  const ids = new Map<string, Id>();
  const counts = new Map<string, number>();
  for (const { id: planId, kind, document, listed } of referencedFirst(captured)) {
    const collection = slugOf(portalOf(payload.config), kind);
    const { config } = payload.collections[collection] ?? {};
    if (!config) throw new Error(`There is no collection ${collection}.`);
    const name = `${kind}:${document.api_id}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const source = { ...document, source_key: `${name}:${counts.get(name)}` };
    const isImage = kind === 'media';
    const data = isImage
      ? { legacy_url: document.url, alt: decodeURIComponent(String(document.url).split('/').at(-1) ?? '') }
      : {
          ...documentData(document, config.flattenedFields, (each) => ids.get(each)),
          listed,
          _status: 'published',
        };
    // Numbers and places are those of the source.
    const context = importing(collection, undefined, isImage ? data : source);
    const made = await payload.create({
      collection: collection as CollectionSlug,
      data: data as never,
      context,
    });
    ids.set(planId, made.id);
  }
}

/** The documents in an order in which whatever refers to others comes after them. */
function referencedFirst({ documents }: Captured): CapturedDocument[] {
  const order = new Map<string, CapturedDocument | undefined>();
  const visit = (id: string) => {
    const found = documents.get(id);
    if (!found || order.has(id)) return;
    order.set(id, undefined);
    for (const value of Object.values(found.document).flat()) if (typeof value === 'string') visit(value);
    order.delete(id);
    order.set(id, found);
  };
  for (const id of documents.keys()) visit(id);
  return [...order.values()].flatMap((each) => each ?? []);
}
