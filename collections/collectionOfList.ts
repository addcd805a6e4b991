import { type CollectionConfig, toWords } from 'payload';
import type { List } from '../endpoints/lists/index.ts';
import { bilingual } from '../src/i18n/bilingual.ts';
import { listedField } from './fields/flags.ts';
import { whereUsedField } from './fields/formAids.ts';
import { bilingualOf, fieldsOfList, namesInForm } from './fieldsOfList.ts';
import { listCollection } from './listCollection.ts';

interface CollectionOptions {
  /** Elements of other lists embed its documents, so a document may be left out of its own list. @default false */
  isEmbedded?: boolean;
}

const PAGE = 100;

/**
 * The collection of a list that is defined by its fields, with drafts, versions and all computed values. References use kinds
 * in place of slugs.
 *
 * @throws Error if the list has no fields
 */
export function collectionOfList(
  { key, fields, form = {}, labels }: Pick<List, 'fields' | 'form' | 'key' | 'labels'>,
  { isEmbedded = false }: CollectionOptions = {},
): CollectionConfig {
  if (!fields) {
    throw new Error(
      `portalContent: the list "${key}" needs a collection of your config, or "fields" in its defineList().`,
    );
  }
  const title = namesInForm(fields, form.fields).find((name) => fields[name]?.type === 'text');
  const titled = title === undefined ? [] : [title];
  const { columns = ['updatedAt'], sort } = form;
  const defaultSort = form.alphabetical ? title : typeof sort === 'object' ? [...sort] : sort;
  const isListed = form.fields?.listed !== undefined;
  return listCollection({
    slug: key,
    labels: {
      singular: bilingualOf(labels?.singular ?? toWords(key)),
      plural: bilingualOf(labels?.plural ?? toWords(key)),
    },
    ...(defaultSort !== undefined && { defaultSort }),
    admin: {
      ...(title !== undefined && { useAsTitle: title }),
      defaultColumns: [...titled, '_status', ...columns, 'api_id'],
      ...(form.alphabetical && { pagination: { defaultLimit: PAGE } }),
    },
    fields: [
      ...fieldsOfList(fields, form),
      ...(isEmbedded && !isListed ? [listedInside()] : []),
      whereUsedField(),
    ],
  });
}

/** For embedded documents: whether the document is also in its own list. */
export function listedInside() {
  return listedField(bilingual('μέσα στα στοιχεία άλλων λιστών', 'inside elements of other lists'));
}
