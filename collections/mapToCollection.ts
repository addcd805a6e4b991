import { type CollectionConfig, type Field, type FieldAffectingData, flattenTopLevelFields } from 'payload';
import type { List } from '../endpoints/lists/index.ts';
import { restoreVersion } from '../src/payload/versions.ts';
import { listedInside } from './collectionOfList.ts';
import { identityFields, publicationStatusField } from './fields/identity.ts';
import { roleOf } from './portal/roles.ts';

interface MapOptions {
  /** Elements of other lists embed its documents, so a document may be left out of its own list. @default false */
  isEmbedded?: boolean;
}

/**
 * Extends a host's own collection so that it feeds a list: adds the identity fields, and restoring versions. Existing
 * properties are kept.
 *
 * @throws Error if the collection has another field with one of these names
 */
export function mapToCollection(
  collection: CollectionConfig,
  { form, key }: Pick<List, 'form' | 'key'>,
  { isEmbedded = false }: MapOptions = {},
): CollectionConfig {
  const { slug, versions } = collection;
  const hasDrafts = typeof versions === 'object' && Boolean(versions.drafts);
  const there = new Map(flattenTopLevelFields(collection.fields).map((field) => [nameOf(field), field]));
  const needed = [
    ...identityFields(form?.byHand?.key),
    ...(hasDrafts ? [publicationStatusField()] : []),
    ...(isEmbedded ? [listedInside()] : []),
  ];
  const lacking = needed.filter((field) => {
    const own = there.get(nameOf(field));
    if (own && !isSame(own, field)) {
      throw new Error(
        `portalContent: the collection "${slug}" has a field "${nameOf(field)}" of its own. The list "${key}" needs that name; give yours another one.`,
      );
    }
    return !own;
  });
  return {
    ...collection,
    ...(collection.endpoints !== false && {
      endpoints: [...(collection.endpoints ?? []), restoreVersion],
    }),
    fields: [...collection.fields, ...lacking],
  };
}

function nameOf(field: object): string {
  return 'name' in field ? String(field.name) : '';
}

/** True if the existing field was made by this project for the same role. */
function isSame(own: object, needed: Field): boolean {
  const [one, other] = [own, needed] as [FieldAffectingData, FieldAffectingData];
  return one.type === other.type && roleOf(one as never)?.role === roleOf(other as never)?.role;
}
