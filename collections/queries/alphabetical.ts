import type { CollectionAfterOperationHook } from 'payload';

const ALPHABET = new Intl.Collator('el');

/**
 * Sorts documents alphabetically by title, if all are on one page. Databases sort by code point, which puts «Έ» before «Α».
 */
export const alphabetical: CollectionAfterOperationHook = ({ args, collection, operation, result }) => {
  if (operation !== 'find' || result.totalPages > 1) return result;
  const title = collection.admin.useAsTitle ?? '';
  const sort = String((args as { sort?: string | string[] }).sort ?? collection.defaultSort);
  if (sort !== title && sort !== `-${title}`) return result;
  const titleOf = (document: object) => String((document as Record<string, unknown>)[title] ?? '');
  const docs = result.docs.toSorted((one, other) => ALPHABET.compare(titleOf(one), titleOf(other)));
  return { ...result, docs: sort === title ? docs : docs.toReversed() };
};
