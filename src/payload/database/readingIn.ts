import type { BasePayload } from 'payload';

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
