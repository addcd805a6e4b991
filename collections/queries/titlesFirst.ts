import type {
  CollectionAfterOperationHook,
  CollectionBeforeOperationHook,
  CollectionSlug,
  PayloadRequest,
  Where,
} from 'payload';
import { fieldsWithRole } from '../portal/roles.ts';
import { words } from '../values/words.ts';

type Id = number | string;
type Row = Record<string, unknown> & { id: Id };

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
  const find = async (query: Pick<FindArgs, 'limit' | 'sort' | 'where'>): Promise<Row[]> => {
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
    return docs as unknown as Row[];
  };
  looking.add(req);
  let found: Row[];
  try {
    // In the order that was asked for, a database may walk an index and look up every document of the collection for its words.
    const inAnyOrder = await find({ limit: MAX_REORDERED + 1, sort: search?.name, where });
    if (inAnyOrder.length > MAX_REORDERED) return args;
    const ids = { id: { in: inAnyOrder.map(({ id }) => id) } };
    found = inAnyOrder.length > 1 ? await find({ limit: 0, sort, where: ids }) : inAnyOrder;
  } finally {
    looking.delete(req);
  }
  const isNamed = (row: Row) => {
    const said = words(String(row[title] ?? '')).join(' ');
    return wanted.every((word) => said.includes(word));
  };
  const inOrder = [...found.filter(isNamed), ...found.filter((row) => !isNamed(row))].map(({ id }) => id);
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
