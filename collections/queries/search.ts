import type {
  CollectionAfterOperationHook,
  CollectionBeforeOperationHook,
  CollectionSlug,
  Payload,
  PayloadRequest,
  Where,
} from 'payload';
import { isBulk, namesIds } from '../../src/payload/bulk.ts';
import { bilingual } from '../../src/payload/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest.ts';
import { editorOf, type RawDocument } from '../portal/portal.ts';
import { fieldsWithRole } from '../portal/roles.ts';
import { firstWords, WORDS_OF_SEARCH, words } from '../values/searchText.ts';

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

type Id = number | string;

/** With more documents than this that have the words, their order stays: a search for less is needed anyway. */
const MAX_REORDERED = 300;

/** The page that a search gives. */
interface FoundPage {
  ids: Id[];
  limit: number;
  page: number;
  total: number;
}

/** The property of the arguments with the {@link FoundPage}. */
const PAGE = Symbol('page of a search');

interface FindArgs {
  [PAGE]?: FoundPage;
  draft?: boolean;
  limit?: number;
  page?: number;
  pagination?: boolean;
  sort?: string | string[];
  trash?: boolean;
  where?: Where;
}

/** Requests whose titles are being looked at. */
const looking = new WeakSet<PayloadRequest>();

/**
 * Gives what a search finds in two parts: the documents whose titles have all of the words, then the others, each part in the
 * order that was asked for. Runs after {@link findByWords}.
 */
export const titlesFirst: CollectionBeforeOperationHook = async ({
  args,
  collection,
  operation,
  overrideAccess = false,
  req,
}) => {
  const { draft, limit = 10, page = 1, pagination, sort, trash, where } = args as FindArgs;
  const [search] = fieldsWithRole(collection.flattenedFields, 'search');
  const title = collection.admin.useAsTitle ?? 'id';
  const wanted = search && where ? searchedIn(where, search.name) : [];
  if (operation !== 'read' || pagination === false || limit === 0) return args;
  if (wanted.length === 0 || title === 'id' || looking.has(req)) return args;
  const find = async (query: Pick<FindArgs, 'limit' | 'sort' | 'where'>): Promise<RawDocument[]> => {
    const { docs } = await req.payload.find({
      collection: collection.slug as CollectionSlug,
      depth: 0,
      disableErrors: true,
      overrideAccess,
      pagination: false,
      req,
      select: { [title]: true } as never,
      ...(draft !== undefined && { draft }),
      ...(trash !== undefined && { trash }),
      ...query,
    });
    return docs as unknown as RawDocument[];
  };
  looking.add(req);
  let found: RawDocument[];
  try {
    // In the order that was asked for, a database may walk an index and look up every document of the collection for its words.
    const inAnyOrder = await find({ limit: MAX_REORDERED + 1, sort: search?.name, where });
    if (inAnyOrder.length > MAX_REORDERED) return args;
    const ids = { id: { in: inAnyOrder.map(({ id }) => id) } };
    found = inAnyOrder.length > 1 ? await find({ limit: 0, sort, where: ids }) : inAnyOrder;
  } finally {
    looking.delete(req);
  }
  const isNamed = (document: RawDocument) => {
    const ofTitle = words(String(document[title] ?? '')).join(' ');
    return wanted.every((word) => ofTitle.includes(word));
  };
  const inOrder = [...found.filter(isNamed), ...found.filter((document) => !isNamed(document))].map(
    ({ id }) => id,
  );
  const ids = inOrder.slice((page - 1) * limit, page * limit);
  const given: FoundPage = { ids, limit, page, total: found.length };
  return { ...args, [PAGE]: given, limit: Math.max(1, ids.length), page: 1, where: { id: { in: ids } } };
};

/** Puts the documents of the page in their order, and says which page it is. */
export const inTheirOrder: CollectionAfterOperationHook = ({ args, operation, result }) => {
  const given = (args as FindArgs)[PAGE];
  if (operation !== 'find' || !given) return result;
  const { ids, limit, page, total } = given;
  const places = new Map(ids.map((id, at) => [String(id), at]));
  const placeOf = ({ id }: { id: Id }) => places.get(String(id)) ?? ids.length;
  const docs = result.docs.toSorted((one, other) => placeOf(one) - placeOf(other));
  const totalPages = Math.max(1, Math.ceil(total / limit));
  const [hasPrevPage, hasNextPage] = [page > 1, page < totalPages];
  return {
    ...result,
    docs,
    hasNextPage,
    hasPrevPage,
    limit,
    nextPage: hasNextPage ? page + 1 : null,
    page,
    pagingCounter: (page - 1) * limit + 1,
    prevPage: hasPrevPage ? page - 1 : null,
    totalDocs: total,
    totalPages,
  };
};

/** The words that a query searches for. */
function searchedIn(where: Where, search: string): string[] {
  return Object.entries(where).flatMap(([key, value]): string[] => {
    if (Array.isArray(value)) return value.flatMap((each) => searchedIn(each, search));
    const { like } = (value ?? {}) as { like?: unknown };
    return key === search && typeof like === 'string' ? like.split(' ').filter(Boolean) : [];
  });
}

/** In a filter by the name of who saved a document: the user who looks. Either word counts in both languages. */
const ME = bilingual('εγώ', 'me');

const OPERATORS = ['equals', 'not_equals'];

/** Finds the documents that the user has saved, or the others, so that one filter suits all users. */
export const findOwn: CollectionBeforeOperationHook = ({ args, collection, req }) => {
  const { where } = args as { where?: Where };
  const [saved] = fieldsWithRole(collection.flattenedFields, 'edited_by');
  if (!where || !saved || !req.user) return args;
  return { ...args, where: resolved(where, saved.name, editorOf(req)) };
};

function resolved(where: Where, name: string, user: string | null): Where {
  const conditions = Object.entries(where).map(([key, value]) => {
    if (Array.isArray(value)) return [key, value.map((each) => resolved(each, name, user))];
    // Queries of versions have this prefix on all fields.
    if (key !== name && key !== `version.${name}`) return [key, value];
    const operands = Object.entries(value ?? {}).map(([operator, operand]) => [
      operator,
      OPERATORS.includes(operator) && [ME.el, ME.en].includes(String(operand)) ? user : operand,
    ]);
    return [key, Object.fromEntries(operands)];
  });
  return Object.fromEntries(conditions);
}

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

/** The maximum number of words in all conditions of a query: a search and as many words in filters. */
const MAX_WORDS = 2 * WORDS_OF_SEARCH;

const MAX_CHARACTERS = 20_000;

/** Operators that scan all texts. `like` scans them once for each word. */
const READING = ['like', 'not_like', 'contains'];

const TOO_LONG = bilingual(
  `Αναζητήστε έως ${MAX_WORDS} λέξεις μαζί.`,
  `Search for ${MAX_WORDS} words at most at a time.`,
);

/**
 * Refuses a query with too many words, since the database scans all texts for each word.
 * @throws Refusal 400
 */
function refuseLongQuery(where: unknown, req: PayloadRequest): void {
  const texts = textsIn(where);
  const words = texts.reduce((sum, text) => sum + text.split(' ', MAX_WORDS + 1).length, 0);
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (words > MAX_WORDS || characters > MAX_CHARACTERS) throw new Refusal(req, TOO_LONG, 400);
}

/** {@link refuseLongQuery} as a hook, for collections without search words. */
export const refuseLongQueries: CollectionBeforeOperationHook = ({ args, overrideAccess, req }) => {
  if (!overrideAccess && 'where' in args) refuseLongQuery(args.where, req);
};

/**
 * Adds the limit to Payload's own collections. Payload adds them after all plugins, so this runs on the initialized
 * Payload.
 */
export function boundPayloadQueries({ collections }: Payload): void {
  for (const { config } of Object.values(collections)) {
    if (config.slug.startsWith('payload-')) config.hooks.beforeOperation.push(refuseLongQueries);
  }
}

/** All search texts in a query. */
function textsIn(condition: unknown, isText = false): string[] {
  if (typeof condition === 'string') return isText ? [condition] : [];
  if (typeof condition !== 'object' || condition === null) return [];
  return Object.entries(condition).flatMap(([key, value]) =>
    textsIn(value, READING.includes(key) || (isText && Array.isArray(condition))),
  );
}
