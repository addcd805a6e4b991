import { type CollectionConfig, toWords } from 'payload';
import type { List } from '../endpoints/lists/index.ts';
import { bilingual } from '../src/i18n/bilingual.ts';
import { listedField } from './fields/flags.ts';
import { whereUsedField } from './fields/formAids.ts';
import { bilingualOf, fieldsOfList } from './fieldsOfList.ts';
import { listCollection } from './listCollection.ts';

interface CollectionOptions {
  /** Elements of other lists embed its documents, so there are some that stand in no list of their own. @default false */
  isEmbedded?: boolean;
}

/**
 * The collection for a list that was defined by its fields: drafts, versions, and every value that no editor types. Slugs are
 * kinds in it.
 *
 * @throws Error for a list that was not
 */
export function collectionOfList(
  { key, fields, labels }: List,
  { isEmbedded = false }: CollectionOptions = {},
): CollectionConfig {
  if (!fields) {
    throw new Error(
      `portalContent: the list "${key}" needs a collection of your config, or "fields" in its defineList().`,
    );
  }
  const title = Object.entries(fields).find(([, { type }]) => type === 'text')?.[0];
  return listCollection({
    slug: key,
    labels: {
      singular: bilingualOf(labels?.singular ?? toWords(key)),
      plural: bilingualOf(labels?.plural ?? toWords(key)),
    },
    admin: {
      ...(title !== undefined && { useAsTitle: title }),
      defaultColumns: [...(title === undefined ? [] : [title]), '_status', 'updatedAt', 'api_id'],
    },
    fields: [...fieldsOfList(fields), ...(isEmbedded ? [listedInside(), whereUsedField()] : [])],
  });
}

/** For documents that others embed: whether they stand in their own list. */
export function listedInside() {
  return listedField(bilingual('μέσα στα στοιχεία άλλων λιστών', 'inside elements of other lists'));
}
