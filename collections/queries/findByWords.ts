import type { CollectionBeforeOperationHook, Where } from 'payload';
import { isBulk, namesIds } from '../../src/payload/bulk/isBulk.ts';
import { fieldsWithRole } from '../portal/roles.ts';
import { firstWords } from '../values/words.ts';
import { refuseLongQuery } from './boundedQuery.ts';

/**
 * Searches for documents with all given words, in any order. A list view queries the search field, a relationship picker the
 * title; both use `like`. Bulk actions repeat the query of their list.
 * @throws APIError 400 if a query is too long
 */
export const findByWords: CollectionBeforeOperationHook = ({
  args,
  collection,
  operation,
  overrideAccess,
  req,
}) => {
  const { where } = args as { where?: Where };
  const [search] = fieldsWithRole(collection.flattenedFields, 'search');
  if (!where || !search) return args;
  const titles = [search.name, collection.admin.useAsTitle];
  const found = inWords(where, { titles, search: search.name, ofMany: isBulk(operation, args) });
  if (!overrideAccess) refuseLongQuery(found, req);
  return { ...args, where: found };
};

interface SearchFields {
  /** The fields whose `like` conditions are searches. */
  titles: unknown[];
  /** The field with the search words. */
  search: string;
  /** Whether the operation changes or deletes several documents. */
  ofMany: boolean;
}

function inWords(where: Where, fields: SearchFields): Where {
  const conditions = Object.entries(where).flatMap(([key, value]): Where[] => {
    if (Array.isArray(value)) {
      // Lists search the newest drafts, most bulk actions the published documents. So ids take precedence over the search.
      const isNamed = fields.ofMany && key === 'and' && value.some(namesIds);
      const meant = isNamed ? value.filter((each) => !isSearch(each, fields)) : value;
      return [{ [key]: meant.map((each) => inWords(each, fields)) }];
    }
    const { like, ...others } = value ?? {};
    // Queries of versions have this prefix on all fields.
    const [, version = '', name] = /^(version\.)?(.*)$/s.exec(key) ?? [];
    if (!fields.titles.includes(name) || typeof like !== 'string') return [{ [key]: value } as Where];
    const search = { [`${version}${fields.search}`]: { like: firstWords(like).join(' ') || like } };
    return Object.keys(others).length > 0 ? [search, { [key]: others }] : [search];
  });
  return conditions.length === 1 ? (conditions[0] as Where) : { and: conditions };
}

/** True if a condition comes from the search box of a list. */
function isSearch(where: Where, { search }: SearchFields): boolean {
  const [[key, value] = [], ...others] = Object.entries(where);
  if (others.length > 0) return false;
  return key === search || (key === 'or' && Array.isArray(value) && value.every((each) => search in each));
}
