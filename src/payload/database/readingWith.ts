import type { BasePayload } from 'payload';

/** What Payload's adapter reads through, as mongoose-paginate-v2 has it. */
interface Model {
  paginate(query: unknown, options: Paginated): Promise<unknown>;
}
interface Paginated {
  options?: object;
}

/** By the slugs of collections. */
export type Models = Record<string, Model>;

/** What reads need of Payload's database adapter. */
export type Finds = Pick<BasePayload['db'], 'find'>;

/**
 * Payload's adapter for MongoDB, whose reads have these options of the driver. Payload 3.90 takes no session of one's own outside
 * of a transaction, no read concern and no limit of time.
 *
 * Depends on it: lists that show nothing which a failover takes back.
 * @param bounded ends a read that takes too long for everybody
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
