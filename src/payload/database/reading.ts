import type { BasePayload, DatabaseAdapterObj, SanitizedConfig, Where } from 'payload';
import { aroundMethods, connectingWith } from './connections.ts';

const READS = ['count', 'countVersions', 'find', 'findDistinct', 'findOne', 'findVersions', 'queryDrafts'];

/**
 * An adapter that reads in this locale if a read names none. Without a locale, Payload's adapters for SQL fail on a condition or
 * an order by a localized field, `defaultSort` included, and its adapter for MongoDB finds nothing.
 *
 * Needed for: a host's localized fields in the plugin's own reads. Payload's operations always name a locale.
 * @param localeOf undefined where nothing is localized
 */
export function readInLocale(
  adapter: DatabaseAdapterObj,
  localeOf: (config: SanitizedConfig) => string | undefined,
): DatabaseAdapterObj {
  return connectingWith(adapter, async (database, connect, { config }) => {
    const own = localeOf(config);
    if (own !== undefined)
      aroundMethods<{ locale?: string | null }>(database, READS, (read, args) =>
        read({ ...args, locale: args.locale ?? own }),
      );
    await connect();
  });
}

/** The reading methods of mongoose's models that Payload's adapter uses for lists, and where their options are. */
type Reads = Record<'paginate' | 'findOne', (...args: unknown[]) => unknown>;

interface MongoAdapter {
  collections: Record<string, Reads>;
  versions: Record<string, Reads>;
  globals: Reads;
}

/**
 * Payload's adapter for MongoDB, whose reads of collections, versions and globals have these driver options, such as a session
 * that reads one moment. Payload 3.90 takes a session from a transaction only, and those end after a minute.
 *
 * Needed for: a backup whose lists are those of its database.
 */
export function readingIn(db: BasePayload['db'], options: object): BasePayload['db'] {
  const { collections, versions, globals } = db as unknown as MongoAdapter;
  const reading = (model: Reads): Reads =>
    new Proxy(model, {
      get(target, name, receiver) {
        if (name === 'paginate')
          return (query: unknown, given: { options?: object }) =>
            target.paginate(query, { ...given, options: { ...given.options, ...options } });
        if (name === 'findOne')
          return (query: unknown, projection: unknown, given: object) =>
            target.findOne(query, projection, { ...given, ...options });
        return Reflect.get(target, name, receiver);
      },
    });
  const readingAll = (models: Record<string, Reads>) =>
    new Proxy(models, {
      get: (target, slug: string) => target[slug] && reading(target[slug]),
    });
  return Object.create(db, {
    collections: { value: readingAll(collections) },
    versions: { value: readingAll(versions) },
    globals: { value: reading(globals) },
  });
}

/** The part of a mongoose-paginate-v2 model that Payload's adapter reads with. */
interface Model {
  paginate(query: unknown, options: Paginated): Promise<unknown>;
}

interface Paginated {
  options?: object;
}

/** Models by collection slug. */
export type Models = Record<string, Model>;

/** The part of Payload's database adapter that reads documents. */
export type Finds = Pick<BasePayload['db'], 'find'>;

/**
 * Payload's adapter for MongoDB, with additional driver options for its reads. Payload 3.90 has no option for a session
 * outside a transaction, a read concern or a time limit.
 *
 * Needed for: lists that never show data which a failover rolls back.
 * @param bounded limits the time of a read
 */
export function readingWith(
  db: BasePayload['db'],
  collections: Models,
  options: object,
  bounded: <T>(work: Promise<T>) => Promise<T>,
): Finds {
  const wrapped = (model: Model) => ({
    paginate: (query: unknown, given: Paginated) =>
      bounded(model.paginate(query, { ...given, options: { ...given.options, ...options } })),
  });
  const models = new Proxy(collections, {
    get: (target, slug: string) => target[slug] && wrapped(target[slug]),
  });
  return Object.create(db, { collections: { value: models } });
}

const READS_WITH_WHERE = READS.filter((name) => name !== 'findDistinct' && name !== 'findOne');

const NOT_IN_TRASH = /^(version\.)?deletedAt$/;

/**
 * An adapter for MongoDB that asks for what is not in the trash by one comparison. Payload 3.90 gives three alternatives (no
 * field, null, an empty string). MongoDB looks for each of them apart, reads every document that it finds, and sorts them itself.
 *
 * Needed for: list views of many documents.
 */
export function trashAsNull(adapter: DatabaseAdapterObj): DatabaseAdapterObj {
  return connectingWith(adapter, async (database, connect) => {
    if (database.name === 'mongoose')
      aroundMethods<{ where?: Where }>(database, READS_WITH_WHERE, (read, args) =>
        read({ ...args, ...(args.where && { where: inWhere(args.where) }) }),
      );
    await connect();
  });
}

function inWhere(where: Where): Where {
  const conditions = Object.entries(where).map(([key, value]) => {
    if (Array.isArray(value)) return [key, value.map(inWhere)];
    const isAbsent = NOT_IN_TRASH.test(key) && value?.exists === false && Object.keys(value).length === 1;
    return [key, isAbsent ? { equals: null } : value];
  });
  return Object.fromEntries(conditions);
}
