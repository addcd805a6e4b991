import type {
  CollectionAfterDeleteHook,
  CollectionBeforeChangeHook,
  CollectionSlug,
  PayloadRequest,
  SanitizedCollectionConfig,
} from 'payload';
import { LINK_RANK_COUNTER, takeNumber } from '../../src/database/counter.ts';
import { keepNewestVersion } from '../../src/payload/versions.ts';
import { editorKeyOf, editorOf, isPublished, kindOf, portalOf, slugOf } from '../portal/portal.ts';
import { idOf, referencesOf } from '../portal/references.ts';
import { fieldsWithRole } from '../portal/roles.ts';
import { storedValues } from '../values/index.ts';
import { searchText } from '../values/searchText.ts';
import { inUtc } from '../values/timestamps.ts';
import { isJudged, marked, refuseOutdated } from './base.ts';
import { fieldErrors } from './fieldErrors.ts';
import {
  refuseOthersDraft,
  refuseUnstorable,
  refuseWhileUsed,
  requireImages,
  requireReferences,
} from './judge.ts';
import { refuseUnlinkable, requirePublishedFiles } from './linkedDocuments.ts';
import { textProblem } from './messages.ts';
import { readMainDocument, readSaveType, saveContextOf } from './saveContext.ts';

type Data = Record<string, unknown>;

/**
 * Completes the data of a save, refuses what is invalid and computes all values that editors do not type
 * ({@link storedValues}). It writes nothing, so the hooks after it may still refuse the save.
 */
export const beforeSave: CollectionBeforeChangeHook = async ({
  collection,
  data,
  operation,
  originalDoc,
  req,
}) => {
  const { flattenedFields, slug } = collection;
  const { config, logger } = req.payload;
  const id: number | string | undefined = operation === 'update' ? originalDoc.id : undefined;

  // What was asked for, and the document that is published, or was last.
  const { autosave, draft, moves, restored, withdraws } = readSaveType(req, slug, data, id);
  const context = saveContextOf(req, slug, id);
  context.withdraws = withdraws;
  context.draft = draft;
  context.autosave = autosave;
  context.settings = undefined;
  context.beforeWrite = undefined;
  const { source: imported } = context;
  // An import brings all values that would be read from the main document.
  const main = id === undefined || imported ? undefined : await readMainDocument(req, slug, id);
  const stored = [main, originalDoc];

  if (id !== undefined && !(await isJudged(req, collection, id))) await refuseOutdated(req, collection, id);

  // Completed with what the request leaves out.
  if (req.payloadAPI !== 'local' && !restored) {
    // Payload accepts both times from clients.
    const { createdAt, updatedAt }: Data = id === undefined ? {} : originalDoc;
    Object.assign(data, { createdAt, updatedAt });
  }
  if (id !== undefined && !restored) {
    // Payload does it too, except after a restore in the same request.
    for (const { name } of flattenedFields) if (data[name] === undefined) data[name] = originalDoc[name];
  }

  if (id !== undefined) keepOrder(req, slug, data, originalDoc);

  // First what is cheap to check, and whose errors name fields.
  refuseUnstorable(req, collection, data);
  for (const { name, type } of flattenedFields) if (type === 'date') data[name] = inUtc(data[name]);
  if (moves && main && data.deletedAt) await refuseOthersDraft(req, collection, main.id);

  // Payload moves the newest version into or out of the trash. If that is a draft, it would overwrite the published document.
  let published: Data | undefined;
  if (moves && main && main._status === 'published' && collection.versions?.drafts) {
    published = (await req.payload.findByID({
      collection: slug as CollectionSlug,
      id: main.id,
      depth: 0,
      overrideAccess: true,
      req,
      showHiddenFields: true,
      trash: true,
    })) as unknown as Data;
    for (const { name } of flattenedFields) if (!moves.includes(name)) data[name] = published[name];
  }

  const publishes = !draft && isPublished(collection, data);
  if (!draft && !publishes && main && isPublished(collection, main))
    await refuseWhileUsed(req, slug, main.id);
  if (publishes && !imported) {
    await requireReferences(req, collection, data);
    await requirePublishedFiles(req, collection, data);
  }
  if (!restored && !imported) {
    await requireImages(req, collection, data, stored);
    await refuseUnlinkable(req, collection, data, stored);
  }

  // The values that editors do not type.
  const { problems, removed, values } = storedValues(flattenedFields, data, {
    // Payload gives an empty `originalDoc` for a create that is no duplication.
    latest: published ?? (Object.keys(originalDoc ?? {}).length > 0 ? originalDoc : undefined),
    main,
    restored,
    imported,
    draft,
    publishes,
    editor: imported ? null : editorOf(req),
    editorKey: editorKeyOf(req),
    now: new Date(),
    videoHosts: portalOf(config).videoHosts,
  });
  if (problems.length > 0) {
    const ofFields = problems.map((each) => ({ field: each.field, message: textProblem(each.problems) }));
    throw fieldErrors(req, collection, ofFields);
  }
  Object.assign(data, values, marked(req, collection, id));
  for (const { name } of fieldsWithRole(flattenedFields, 'autosaved')) data[name] = autosave;
  for (const { field, attributes } of removed) {
    logger.warn(
      `${slug} ${data.api_id}: ${field} is served without what is active in its imported tags: ${attributes.join(', ')}`,
    );
  }
  return data;
};

/** Keeps the integer that orders the list, if the form that sends another one has not typed it. */
function keepOrder(req: PayloadRequest, slug: string, data: Data, stored: Data): void {
  const { order } = saveContextOf(req, slug, stored.id as number | string).base ?? {};
  if (order === undefined) return;
  const portal = portalOf(req.payload.config);
  const { key } = portal.lists.find((list) => slugOf(portal, list.key) === slug)?.form?.byHand ?? {};
  if (key !== undefined && data[key] === order) data[key] = stored[key];
}

/**
 * Removes a deleted document from all fields with several references. SQL databases do this themselves; in MongoDB the
 * references would stay, and no hook of the referring documents runs.
 */
export const leaveReferences: CollectionAfterDeleteHook = async ({ collection, id, req }) => {
  const portal = portalOf(req.payload.config);
  for (const { key } of portal.lists) {
    const slug = slugOf(portal, key);
    const fields = req.payload.collections[slug]?.config.flattenedFields ?? [];
    for (const { field, name } of fieldsWithRole(fields, 'references')) {
      if ('relationTo' in field && field.relationTo === collection.slug) await leave(req, { slug, name, id });
    }
  }
};

async function leave(
  req: PayloadRequest,
  { slug, name, id }: { slug: string; name: string; id: number | string },
): Promise<void> {
  const { docs } = await req.payload.db.find<{ id: number | string; [name: string]: unknown }>({
    collection: slug,
    req,
    pagination: false,
    where: { [name]: { in: [id] } },
  });
  for (const doc of docs) {
    const updatedAt = new Date().toISOString();
    await req.payload.db.updateOne({
      collection: slug,
      id: doc.id,
      data: { [name]: without(doc[name], id), updatedAt },
      req,
      returning: false,
    });
  }
}

/** The references that stay, of each locale where the field is localized. */
function without(held: unknown, id: number | string): unknown {
  if (Array.isArray(held))
    return held.map(idOf).filter((each) => each !== undefined && String(each) !== String(id));
  const byLocale = Object.entries((held ?? {}) as Record<string, unknown>);
  return Object.fromEntries(byLocale.map(([locale, each]) => [locale, without(each, id)]));
}

/**
 * What a save writes or draws before its own write, once no hook of ours refuses it any more: new numbers, and before a withdrawal
 * a copy of the newest version. Adds search words and the keys of references.
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
  await drawNumbers(req, collection, data);
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
) {
  const kind = kindOf(portalOf(req.payload.config), slug);
  for (const { name } of fieldsWithRole(flattenedFields, 'api_id'))
    data[name] ??= await takeNumber(req, kind);
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
