import type { PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { SEARCH } from '../../../collections/fields/searchField.ts';
import { titleOf } from '../../payload/i18n/titleOf.ts';

/** How many documents a search for groups looks at, the newest first. */
const MOST = 50;
/** How many titles tell a group. */
const TITLES = 3;

/** Documents with the same number in a field. */
export interface Group {
  value: number;
  /** Of some of its documents. */
  titles: string[];
}

/** The groups of the documents with some words, for the user of the request. */
export async function groupsBy(
  req: PayloadRequest,
  { admin, slug }: SanitizedCollectionConfig,
  field: string,
  words: string,
): Promise<Group[]> {
  const { useAsTitle = 'id' } = admin;
  const { docs } = await req.payload.find({
    collection: slug as never,
    depth: 0,
    limit: MOST,
    overrideAccess: false,
    req,
    select: { [field]: true, [useAsTitle]: true } as never,
    where: { and: [{ [SEARCH]: { like: words } }, { [field]: { exists: true } }] },
  });
  const groups = new Map<number, Group>();
  for (const doc of docs as unknown as Record<string, unknown>[]) {
    const value = Number(doc[field]);
    const group = groups.get(value) ?? { value, titles: [] };
    if (group.titles.length < TITLES) group.titles.push(titleOf(admin, doc) ?? String(doc.id));
    groups.set(value, group);
  }
  return [...groups.values()];
}
