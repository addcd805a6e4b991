import type { CollectionBeforeOperationHook, Where } from 'payload';
import { isBulk, namesIds } from '../../src/payload/bulk/isBulk.ts';
import { fieldsWithRole } from '../portal/roles.ts';
import { firstWords } from '../values/words.ts';
import { refuseLongQuery } from './boundedQuery.ts';

/**
 * Finds what has all the words that are asked for, in any order. A list view asks the field of the words, and what chooses
 * a document asks for its title: both with `like`. Bulk actions repeat what their list was asked for.
 * @throws APIError 400 where a query is too long
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

interface Asked {
  /** The fields that are asked for words. */
  titles: unknown[];
  /** The field that holds the words. */
  search: string;
  /** Several documents are to be changed or deleted. */
  ofMany: boolean;
}

function inWords(where: Where, asked: Asked): Where {
  const conditions = Object.entries(where).flatMap(([key, value]): Where[] => {
    if (Array.isArray(value)) {
      // Lists find drafts by what they say now, and most bulk actions ask for what is published: whoever was ticked is meant.
      const isNamed = asked.ofMany && key === 'and' && value.some(namesIds);
      const meant = isNamed ? value.filter((each) => !isSearch(each, asked)) : value;
      return [{ [key]: meant.map((each) => inWords(each, asked)) }];
    }
    const { like, ...others } = value ?? {};
    // In a query of versions, every field of the document begins with this.
    const [, version = '', name] = /^(version\.)?(.*)$/s.exec(key) ?? [];
    if (!asked.titles.includes(name) || typeof like !== 'string') return [{ [key]: value } as Where];
    const search = { [`${version}${asked.search}`]: { like: firstWords(like).join(' ') || like } };
    return Object.keys(others).length > 0 ? [search, { [key]: others }] : [search];
  });
  return conditions.length === 1 ? (conditions[0] as Where) : { and: conditions };
}

/** Whether a condition is what the search box of a list adds. */
function isSearch(where: Where, { search }: Asked): boolean {
  const [[key, value] = [], ...others] = Object.entries(where);
  if (others.length > 0) return false;
  return key === search || (key === 'or' && Array.isArray(value) && value.every((each) => search in each));
}
