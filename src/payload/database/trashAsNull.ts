import type { DatabaseAdapterObj, Where } from 'payload';
import { connectingWith } from './connectingWith.ts';

const READS = ['count', 'countVersions', 'find', 'findVersions', 'queryDrafts'] as const;

const NOT_IN_TRASH = /^(version\.)?deletedAt$/;

/**
 * An adapter for MongoDB that asks for what is not in the trash by one comparison. Payload 3.90 gives three alternatives (no
 * field, null, an empty string). MongoDB looks for each of them apart, reads every document that it finds, and sorts them itself.
 *
 * Needed for: list views of many documents.
 */
export function trashAsNull(adapter: DatabaseAdapterObj): DatabaseAdapterObj {
  return connectingWith(adapter, async (database, connect) => {
    if (database.name === 'mongoose') {
      for (const name of READS) {
        const read = database[name] as (args: { where?: Where }) => unknown;
        const asNull: typeof read = function (this: unknown, args) {
          return read.call(this, { ...args, ...(args.where && { where: inWhere(args.where) }) });
        };
        Object.assign(database, { [name]: asNull });
      }
    }
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
