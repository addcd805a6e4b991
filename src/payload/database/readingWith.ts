import type { BasePayload } from 'payload';

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
