import type { CollectionBeforeChangeHook, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { LINK_RANK_COUNTER, takeNumber } from '../../src/database/counter.ts';
import { keepNewestVersion } from '../../src/payload/versions/keepNewestVersion.ts';
import { kindOf, portalOf } from '../portal/portal.ts';
import { idOf, referencesOf } from '../portal/references.ts';
import { fieldsWithRole } from '../portal/roles.ts';
import { searchText } from '../values/searchText.ts';
import { saveContextOf } from './saveContext.ts';
import { numbersAtWrite } from './writes.ts';

type Data = Record<string, unknown>;

/**
 * What a save writes or draws before its own write, once nothing refuses it any more: new numbers, but no number of a new document
 * that its write draws; and before a withdrawal, a copy of the newest version. Adds search words and the keys of references.
 */
export const prepareWrite: CollectionBeforeChangeHook = async ({
  collection,
  data,
  operation,
  originalDoc,
  req,
}) => {
  const { flattenedFields, slug } = collection;
  const id = operation === 'update' ? originalDoc.id : undefined;
  await drawNumbers(req, collection, data, id !== undefined);
  for (const { name, also } of fieldsWithRole(flattenedFields, 'search'))
    data[name] = searchText(flattenedFields, data, also);
  await lookUpReferences(req, collection, data);
  if (id !== undefined && saveContextOf(req, slug, id).withdraws) await keepNewestVersion(req, slug, id);
  return data;
};

async function drawNumbers(
  req: PayloadRequest,
  { flattenedFields, slug }: SanitizedCollectionConfig,
  data: Data,
  exists: boolean,
) {
  const kind = kindOf(portalOf(req.payload.config), slug);
  for (const { name } of fieldsWithRole(flattenedFields, 'api_id')) {
    if (exists || !numbersAtWrite(req.payload)) data[name] ??= await takeNumber(req, kind);
  }
  for (const { name, rank } of fieldsWithRole(flattenedFields, 'ranked')) {
    for (const row of (data[name] ?? []) as Data[]) row[rank] ??= await takeNumber(req, LINK_RANK_COUNTER);
  }
}

/**
 * Stores a key of each referenced document. If that document is deleted directly in the database, SQLite clears the
 * reference, and only this key shows that one is missing.
 */
async function lookUpReferences(req: PayloadRequest, collection: SanitizedCollectionConfig, data: Data) {
  for (const { name, last, by, to } of referencesOf(collection)) {
    if (data[last] !== undefined) continue;
    const known = req.payload.collections[to]?.config.flattenedFields ?? [];
    const named = by.filter((each) => known.some(({ name }) => name === each));
    const select = Object.fromEntries(named.map((each) => [each, true] as const));
    const where = { id: { equals: idOf(data[name]) } };
    const other = await req.payload.db.findOne<Data & { id: string }>({ collection: to, req, select, where });
    const value = by.map((each) => other?.[each] ?? '').find((each) => each !== '');
    data[last] = value === undefined ? null : String(value);
  }
}
