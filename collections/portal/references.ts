import type { SanitizedCollectionConfig, Where } from 'payload';
import { fieldsWithRole } from './roles.ts';

/** A field with a document that the element embeds. */
export interface Reference {
  name: string;
  last: string;
  by: string[];
  /** The slug of the other collection. */
  to: string;
}

export function referencesOf({
  flattenedFields,
}: Pick<SanitizedCollectionConfig, 'flattenedFields'>): Reference[] {
  return fieldsWithRole(flattenedFields, 'reference').map(({ field, name, last, by }) => {
    const to = 'relationTo' in field ? String(field.relationTo) : '';
    return { name, last, by, to };
  });
}

/** The id in a relationship value, populated or not. */
export function idOf(value: unknown): number | string | undefined {
  const id = value && typeof value === 'object' && 'id' in value ? value.id : value;
  return typeof id === 'number' || typeof id === 'string' ? id : undefined;
}

/**
 * The names of the documents that a text refers to, as its hidden field has them: `,news-posts/12,media/3,`. One text, which a
 * load of all documents reads without a join, and an index finds.
 */
export function storedNames(names: readonly string[]): string | null {
  return names.length > 0 ? `,${names.join()},` : null;
}

/** The names in such a field. */
export function namesIn(stored: unknown): string[] {
  return typeof stored === 'string' ? stored.split(',').filter(Boolean) : [];
}

/** A document by the slug of its collection. */
interface Named {
  slug: string;
  id: number | string;
}

/**
 * The query conditions for documents with a text that refers to another document, one per text.
 * @param prefix for versions: `version.`
 */
export function inTexts(
  { flattenedFields }: Pick<SanitizedCollectionConfig, 'flattenedFields'>,
  { slug, id }: Named,
  prefix = '',
): Where[] {
  return fieldsWithRole(flattenedFields, 'html').map(({ refers }) => ({
    // The first one is for the index.
    and: [
      { [prefix + refers]: { greater_than: '' } },
      { [prefix + refers]: { contains: `,${slug}/${id},` } },
    ],
  }));
}

/**
 * The query condition for documents that cannot do without another document: their elements embed it, or it is an image or a
 * file of their texts. A link to a document of a list is not meant: without it, its words stay. Undefined if there are none.
 */
export function usingWhere(
  collection: Pick<SanitizedCollectionConfig, 'flattenedFields'>,
  { isMedia, ...named }: Named & { isMedia: boolean },
  prefix = '',
): Where | undefined {
  const either: Where[] = [
    ...referencesOf(collection)
      .filter(({ to }) => to === named.slug)
      .map(({ name }) => ({ [prefix + name]: { equals: named.id } })),
    ...(isMedia ? inTexts(collection, named, prefix) : []),
  ];
  return either.length > 0 ? { or: either } : undefined;
}
