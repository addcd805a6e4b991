import type { CollectionBeforeChangeHook, FlattenedField } from 'payload';
import { isDraftSave } from './draftSave.ts';
import { mainDocument, type RawDocument } from './mainDocument.ts';

type Data = Record<string, unknown>;

/** ISO 8601 in UTC with six digits, as the contract has new timestamps; the clock gives milliseconds. */
function sixDigits(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}

/** A date as a database layer gives it (a `Date` or a text), in milliseconds since 1970; NaN for anything else. */
export function milliseconds(value: unknown): number {
  return value instanceof Date ? value.getTime() : Date.parse(String(value));
}

/**
 * Keeps both timestamps of a post as exact strings (contract: "Timestamps"): `created_timestamp` until that date
 * itself is edited, `modified_timestamp` until a change is published.
 */
export const keepTimestamps: CollectionBeforeChangeHook = async ({
  collection,
  data,
  originalDoc,
  operation,
  req,
}) => {
  if (req.context.portalImport) return data;
  const main = operation === 'update' ? await mainDocument(req, collection.slug, originalDoc?.id) : undefined;
  // What a restored version brings comes from the database; what a client sends does not count.
  const stored: Data[] = [req.context.isRestoringVersion ? { ...data } : {}, originalDoc ?? {}, main ?? {}];

  const created = milliseconds(data.created_timestamp ?? new Date());
  const exact = stored
    .map((each) => each.created_timestamp_exact)
    .find((each) => typeof each === 'string' && milliseconds(each) === created);
  data.created_timestamp_exact = exact ?? (Number.isNaN(created) ? null : sixDigits(new Date(created)));

  const before = (main?.modified_timestamp ?? null) as string | null;
  const publishes = data._status === 'published' && !isDraftSave(req, data);
  const changed = !main || !before || !sameContent(collection.flattenedFields, main, data);
  data.modified_timestamp = publishes && changed ? sixDigits(new Date()) : before;
  return data;
};

const NOT_CONTENT = new Set([
  'id',
  '_status',
  'createdAt',
  'updatedAt',
  'modified_timestamp',
  'created_timestamp',
]);

/** Whether two states of a document serve the same. Rich texts count by their HTML, which stands beside them. */
function sameContent(fields: FlattenedField[], one: RawDocument, other: Data): boolean {
  return fields
    .filter(({ name, type }) => !NOT_CONTENT.has(name) && !name.endsWith('_last') && type !== 'richText')
    .every((field) => comparable(one[field.name]) === comparable(other[field.name]));
}

function comparable(value: unknown): string {
  return JSON.stringify(value ?? null, (key, each) => {
    if (key === 'id') return undefined;
    if (each && typeof each === 'object' && 'id' in each && '_status' in each) return String(each.id);
    return typeof each === 'number' ? String(each) : (each ?? null);
  });
}
