import type { CollectionBeforeChangeHook } from 'payload';
import { lastName } from '../fields/lastReference.ts';
import type { RawDocument } from './mainDocument.ts';
import { idOf } from './references.ts';

/** A reference that an element embeds. */
interface Embedded {
  field: string;
  collection: string;
  /** Fields of the other document by which its last published value can be found again; the first that is set counts. */
  by: string[];
}

/**
 * Remembers beside each reference what it stands for. SQLite empties a reference when the document behind it is
 * deleted past Payload, and then nothing else would tell that something is missing.
 */
export function rememberReferences(references: Embedded[]): CollectionBeforeChangeHook {
  return async ({ data, req }) => {
    for (const { field, collection, by } of references) {
      const id = idOf(data[field]);
      if (id === undefined) {
        data[lastName(field)] = null;
        continue;
      }
      const other = await req.payload.db.findOne<RawDocument>({
        collection,
        req,
        select: Object.fromEntries(by.map((name) => [name, true])),
        where: { id: { equals: id } },
      });
      const last = by.map((name) => other?.[name] ?? '').find((value) => value !== '');
      data[lastName(field)] = last === undefined ? null : String(last);
    }
    return data;
  };
}
