import type {
  CollectionSlug,
  FlattenedField,
  PayloadRequest,
  SanitizedCollectionConfig,
  Where,
} from 'payload';
import { publishedWhere } from '../../../collections/portal/published.ts';
import { titleOf } from '../../i18n/titleOf.ts';

type Id = number | string;

/** A document that uses another. */
interface Use {
  id: Id;
  title: string;
  /** Whether the published version uses it, and not only a draft. */
  isLive: boolean;
}

/** The documents of one collection that use another document: the first ones, and the total number. */
export interface Uses {
  collection: SanitizedCollectionConfig;
  uses: Use[];
  total: number;
}

const NAMED_AT_MOST = 20;

/** Finds all uses of a document in published documents and newest drafts that the user may read. */
export async function whereUsed(req: PayloadRequest, slug: string, id: Id): Promise<Uses[]> {
  const found = await Promise.all(req.payload.config.collections.map((each) => usesIn(req, each, slug, id)));
  return found.filter(({ total }) => total > 0);
}

async function usesIn(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  slug: string,
  id: Id,
): Promise<Uses> {
  const names = collection.flattenedFields.filter((field) => refersTo(field, slug)).map(({ name }) => name);
  if (names.length === 0) return { collection, uses: [], total: 0 };
  const title = collection.admin.useAsTitle ?? 'id';
  const using: Where = { or: names.map((name) => ({ [name]: { in: [id] } })) };
  const find = async (draft: boolean, where: Where[]) => {
    const { docs, totalDocs } = await req.payload.find({
      collection: collection.slug as CollectionSlug,
      where: { and: [using, ...where] },
      select: { [title]: true } as never,
      depth: 0,
      // Without errors if the user may not read the collection.
      disableErrors: true,
      draft,
      limit: NAMED_AT_MOST,
      overrideAccess: false,
      req,
    });
    const uses = (docs as unknown as (Record<string, unknown> & { id: Id })[]).map((doc) => ({
      id: doc.id,
      title: titleOf(collection.admin, doc) ?? String(doc.id),
      isLive: !draft,
    }));
    return { uses, totalDocs };
  };
  const live = await find(false, publishedWhere(collection));
  if (!collection.versions?.drafts) return { collection, uses: live.uses, total: live.totalDocs };
  const drafts = await find(true, [{ _status: { equals: 'draft' } }]);
  const onlyDrafts = drafts.uses.filter((each) => !live.uses.some((one) => one.id === each.id));
  const both = drafts.uses.length - onlyDrafts.length;
  const uses = [...live.uses, ...onlyDrafts].slice(0, NAMED_AT_MOST);
  return { collection, uses, total: live.totalDocs + drafts.totalDocs - both };
}

function refersTo(field: FlattenedField, slug: string): boolean {
  return (field.type === 'relationship' || field.type === 'upload') && field.relationTo === slug;
}
