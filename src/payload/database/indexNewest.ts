import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import type { SQLiteAdapter } from '@payloadcms/db-sqlite';
import type { DatabaseAdapterObj, SanitizedCollectionConfig, SanitizedConfig } from 'payload';

/** Fields of a collection, with `-` as in a sort. */
export interface NewestKeys {
  /** It is sorted by one of them. */
  sorts: string[];
  /** It is filtered by a value of one of them, and sorted by the other. `and` is compared too. */
  filters: { by: string; sort: string; and?: string[] }[];
}

type KeysOf = (collection: SanitizedCollectionConfig) => NewestKeys | undefined;

/**
 * An adapter with indexes for what list views ask: the newest versions that are not in the trash, sorted or filtered by a field;
 * and for the newest versions of some documents. Payload 3.90 has an index for each field alone, and lets the database read
 * every newest version for each page, its count, and each look at ten documents. Its option `indexes` cannot name `latest`.
 *
 * Needed for: list views of many documents.
 * @param keysOf what a collection is asked for; undefined if it is to get no indexes
 */
export function indexNewest(adapter: DatabaseAdapterObj, keysOf: KeysOf): DatabaseAdapterObj {
  return {
    ...adapter,
    init: (args) => {
      const database = adapter.init(args);
      const indexes = () => indexesOf(args.payload.config, keysOf);
      if (database.name === 'mongoose') addToModels(database as unknown as MongooseAdapter, indexes);
      else addToTables(database as unknown as SQLiteAdapter, indexes);
      return database;
    },
  };
}

interface NewestIndex {
  collection: string;
  /** What it is for, in its name. */
  name: string;
  /** Fields of a version, each with its direction. */
  keys: [path: string, direction: 1 | -1][];
}

function indexesOf({ collections }: SanitizedConfig, keysOf: KeysOf): NewestIndex[] {
  return collections.flatMap((config) => {
    const asked = config.versions?.drafts ? keysOf(config) : undefined;
    if (!asked) return [];
    const { filters, sorts } = asked;
    // At the end: databases do not know that a comparison with null leaves an order as it is.
    const trash: NewestIndex['keys'] = config.trash ? [['version.deletedAt', 1]] : [];
    const index = (name: string, fields: string[], and: string[] = []): NewestIndex => ({
      collection: config.slug,
      name,
      // Payload sorts what is equal by `createdAt`.
      keys: [['latest', 1], ...fields.map(keyOf), ['createdAt', -1], ...trash, ...and.map(keyOf)],
    });
    return [
      ...sorts.map((each) => index(each.replace('-', ''), [each])),
      ...filters.map(({ and, by, sort }) => index(by, [by, sort], and)),
      {
        collection: config.slug,
        name: 'of',
        keys: [
          ['parent', 1],
          ['latest', 1],
        ],
      },
    ];
  });
}

function keyOf(field: string): [path: string, direction: 1 | -1] {
  const name = field.replace(/^-/, '');
  return [`version.${name}`, name === field ? 1 : -1];
}

/** PostgreSQL takes names of 63 bytes. */
const MAX_NAME = 60;

function addToTables(database: SQLiteAdapter, indexes: () => NewestIndex[]): void {
  const { beforeSchemaInit, tableNameMap, versionsSuffix } = database;
  beforeSchemaInit.push(({ schema }) => {
    for (const { collection, keys, name } of indexes()) {
      const slug = collection.replace(/-|(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase();
      const table = database.rawTables[String(tableNameMap.get(`_${slug}${versionsSuffix}`))];
      const on = keys.map(([path]) => path.replaceAll('.', '_'));
      // What a host has localized is in another table.
      if (!table || on.some((column) => !table.columns[column])) continue;
      const index = `${table.name}_newest_${name.replace(/^_/, '').toLowerCase()}_idx`.slice(-MAX_NAME);
      table.indexes = { ...table.indexes, [index]: { name: index, on } };
    }
    return schema;
  });
}

function addToModels(database: MongooseAdapter, indexes: () => NewestIndex[]): void {
  const init = database.init?.bind(database);
  database.init = async () => {
    await init?.();
    for (const { collection, keys } of indexes())
      database.versions[collection]?.schema.index(Object.fromEntries(keys));
  };
}
