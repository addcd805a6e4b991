import type { CollectionBeforeChangeHook, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { LINK_RANK_COUNTER, takeNumber } from '../../src/database/counter.ts';
import { type Bilingual, bilingual } from '../../src/i18n/bilingual.ts';
import { keepNewestVersion } from '../../src/payload/versions/keepNewestVersion.ts';
import { TOO_MANY_DIGITS } from '../fields/number.ts';
import { kindOf, portalOf } from '../portal/portal.ts';
import { isPublished } from '../portal/published.ts';
import { idOf, referencesOf } from '../portal/references.ts';
import { fieldsWithRole } from '../portal/roles.ts';
import { storedValues } from '../values/index.ts';
import { searchText } from '../values/searchText.ts';
import { milliseconds } from '../values/timestamps.ts';
import { editorKeyOf, editorOf } from './editor.ts';
import { fieldErrors } from './fieldErrors.ts';
import { readMainDocument } from './mainDocument.ts';
import { noteOf } from './note.ts';
import { readOperation } from './operation.ts';
import { requireReferences } from './requireReferences.ts';
import { textProblem } from './textProblem.ts';
import { keepPublished, refuseOthersDraft } from './trash.ts';
import { refuseWhileUsed } from './usedBy.ts';

type Data = Record<string, unknown>;

const NO_DATE = bilingual('Επιλέξτε ημερομηνία.', 'Choose a date.');

/**
 * Everything that a save needs of the database, before anything is written: what must not be saved is refused, and every
 * value that no editor types is written anew ({@link storedValues}).
 */
export const beforeSave: CollectionBeforeChangeHook = async ({
  collection,
  data,
  operation,
  originalDoc,
  req,
}) => {
  const id = operation === 'update' ? originalDoc.id : undefined;
  const { draft, autosave, restored, withdraws, moves } = readOperation(req, collection.slug, data, id);
  if (req.payloadAPI !== 'local' && !restored) keepTimes(data, id === undefined ? {} : originalDoc);
  if (id !== undefined && !restored) fillIn(collection, data, originalDoc);
  refuseNoDates(req, collection, data);
  refuseHugeNumbers(req, collection, data);
  const imported = noteOf(req, collection.slug, id).source;
  // An import brings all that the main document would be asked for.
  const main = id === undefined || imported ? undefined : await readMainDocument(req, collection.slug, id);
  if (moves && main && data.deletedAt) await refuseOthersDraft(req, collection, main.id);
  const kept = moves && main && (await keepPublished(req, collection, data, main, moves));
  const publishes = !draft && isPublished(collection, data);
  if (!draft && !publishes && main && isPublished(collection, main)) {
    await refuseWhileUsed(req, collection.slug, main.id);
  }
  if (publishes && !imported) await requireReferences(req, collection, data);

  // Without a document to duplicate, a create has an empty one.
  const latest = kept ?? (Object.keys(originalDoc ?? {}).length > 0 ? originalDoc : undefined);
  const { videoHosts } = portalOf(req.payload.config);
  const editor = imported ? null : editorOf(req);
  const editorKey = editorKeyOf(req);
  const save = {
    latest,
    main,
    restored,
    imported,
    publishes,
    editor,
    editorKey,
    now: new Date(),
    videoHosts,
  };
  const { values, problems, removed } = storedValues(collection.flattenedFields, data, save);
  if (problems.length > 0)
    throw fieldErrors(
      req,
      collection,
      problems.map(({ field, problems }) => ({ field, message: textProblem(problems) })),
    );
  Object.assign(data, values);
  for (const { name } of fieldsWithRole(collection.flattenedFields, 'autosaved')) data[name] = autosave;
  await drawNumbers(req, collection, data);
  for (const { name, also } of fieldsWithRole(collection.flattenedFields, 'search'))
    data[name] = searchText(collection.flattenedFields, data, also);
  await lookUpReferences(req, collection, data);
  if (withdraws && id !== undefined) await keepNewestVersion(req, collection.slug, id);
  for (const { field, attributes } of removed) {
    req.payload.logger.warn(
      `${collection.slug} ${data.api_id}: ${field} is served without what is active in its imported tags: ${attributes.join(', ')}`,
    );
  }
  return data;
};

/** Payload takes both from clients, whatever they are, and what is loaded next counts on them. */
function keepTimes(data: Data, { createdAt, updatedAt }: Data): void {
  Object.assign(data, { createdAt, updatedAt });
}

/** Payload validates no drafts, and fails over them when it reads them. */
function refuseNoDates(req: PayloadRequest, collection: SanitizedCollectionConfig, data: Data): void {
  const wrong = fieldsWithRole(collection.flattenedFields, 'date').filter(({ name }) => {
    const value = data[name] ?? undefined;
    return value !== undefined && Number.isNaN(milliseconds(value));
  });
  refuse(
    req,
    collection,
    wrong.map(({ name }) => name),
    NO_DATE,
  );
}

/** SQLite would store them, also in drafts, and then fail over every query that finds them. */
function refuseHugeNumbers(req: PayloadRequest, collection: SanitizedCollectionConfig, data: Data): void {
  const { flattenedFields } = collection;
  const ofRows = fieldsWithRole(flattenedFields, 'rows').flatMap(({ name, field }) => {
    const columns = fieldsWithRole('flattenedFields' in field ? field.flattenedFields : [], 'number');
    const rows = (Array.isArray(data[name]) ? data[name] : []) as Data[];
    return rows.flatMap((row, index) =>
      columns.map((each) => [`${name}.${index}.${each.name}`, row?.[each.name]]),
    );
  });
  const numbers = fieldsWithRole(flattenedFields, 'number').map(({ name }) => [name, data[name]]);
  const huge = [...numbers, ...ofRows].filter(
    ([, value]) => Number.isInteger(value) && !Number.isSafeInteger(value),
  );
  refuse(
    req,
    collection,
    huge.map(([field]) => String(field)),
    TOO_MANY_DIGITS,
  );
}

/** @throws ValidationError at these fields, if there are any */
function refuse(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  fields: string[],
  message: Bilingual,
): void {
  if (fields.length === 0) return;
  throw fieldErrors(
    req,
    collection,
    fields.map((field) => ({ field, message })),
  );
}

/** Payload does it itself, unless a version was restored with the same request. */
function fillIn({ flattenedFields }: SanitizedCollectionConfig, data: Data, latest: Data): void {
  for (const { name } of flattenedFields) if (data[name] === undefined) data[name] = latest[name];
}

async function drawNumbers(
  req: PayloadRequest,
  { flattenedFields, slug }: SanitizedCollectionConfig,
  data: Data,
) {
  const kind = kindOf(portalOf(req.payload.config), slug);
  for (const { name } of fieldsWithRole(flattenedFields, 'api_id')) {
    data[name] ??= await takeNumber(req, kind);
  }
  for (const { name, rank } of fieldsWithRole(flattenedFields, 'ranked')) {
    for (const row of (data[name] ?? []) as Data[]) row[rank] ??= await takeNumber(req, LINK_RANK_COUNTER);
  }
}

/**
 * SQLite empties a reference when the document behind it is deleted past Payload, and then nothing else would tell that
 * something is missing.
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
