import { type CollectionConfig, type Field, type FieldAffectingData, flattenTopLevelFields } from 'payload';
import type { List } from '../endpoints/lists/index.ts';
import { restoreVersion } from '../src/payload/versions/restoreVersion.ts';
import { listedInside } from './collectionOfList.ts';
import { identityFields } from './fields/identity.ts';
import { roleOf } from './portal/roles.ts';
import { beforeSave } from './save/beforeSave.ts';
import { saveHooks } from './save/hooks.ts';
import { leaveReferences } from './save/leaveReferences.ts';

interface MapOptions {
  /** Elements of other lists embed its documents, so there are some that stand in no list of their own. @default false */
  isEmbedded?: boolean;
}

/**
 * A collection of a host's own, with what it lacks for a list to be made of it: the fields that identify a document, and the
 * hooks that write them. Everything it has stays as it is.
 *
 * @throws Error where a field of the host's own has the name of one of those
 */
export function mapToCollection(
  collection: CollectionConfig,
  { key }: Pick<List, 'key'>,
  { isEmbedded = false }: MapOptions = {},
): CollectionConfig {
  const { slug, hooks } = collection;
  const there = new Map(flattenTopLevelFields(collection.fields).map((field) => [nameOf(field), field]));
  const needed = [...identityFields(), ...(isEmbedded ? [listedInside()] : [])];
  const lacking = needed.filter((field) => {
    const own = there.get(nameOf(field));
    if (own && !isSame(own, field)) {
      throw new Error(
        `portalContent: the collection "${slug}" has a field "${nameOf(field)}" of its own. The list "${key}" needs that name; give yours another one.`,
      );
    }
    return !own;
  });
  const saving = hooks?.beforeChange?.includes(beforeSave) ? hooks : saveHooks(hooks);
  return {
    ...collection,
    ...(collection.endpoints !== false && {
      endpoints: [...(collection.endpoints ?? []), restoreVersion],
    }),
    fields: [...collection.fields, ...lacking],
    hooks: {
      ...saving,
      afterDelete: [leaveReferences, ...(saving.afterDelete ?? [])],
    },
  };
}

function nameOf(field: object): string {
  return 'name' in field ? String(field.name) : '';
}

/** Whether a field is the one that is needed, made by this project or to the same purpose. */
function isSame(own: object, needed: Field): boolean {
  const [one, other] = [own, needed] as [FieldAffectingData, FieldAffectingData];
  return one.type === other.type && roleOf(one as never)?.role === roleOf(other as never)?.role;
}
