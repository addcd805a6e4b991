import type { DatabaseAdapterObj, SanitizedConfig } from 'payload';
import { connectingWith } from './connectingWith.ts';

const READS = [
  'count',
  'countVersions',
  'find',
  'findDistinct',
  'findOne',
  'findVersions',
  'queryDrafts',
] as const;

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
    if (own !== undefined) {
      for (const name of READS) {
        const read = database[name] as (args: { locale?: string | null }) => unknown;
        const inLocale: typeof read = function (this: unknown, args) {
          return read.call(this, { ...args, locale: args.locale ?? own });
        };
        Object.assign(database, { [name]: inLocale });
      }
    }
    await connect();
  });
}
