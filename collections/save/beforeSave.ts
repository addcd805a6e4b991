import type { CollectionBeforeChangeHook, CollectionSlug, PayloadRequest } from 'payload';
import { may } from '../policies/may.ts';
import { editorKeyOf, editorOf } from '../portal/editor.ts';
import { portalOf, slugOf } from '../portal/portal.ts';
import { isPublished } from '../portal/published.ts';
import { fieldsWithRole } from '../portal/roles.ts';
import { storedValues } from '../values/index.ts';
import { inUtc } from '../values/timestamps.ts';
import { isJudged, marked, refuseOutdated } from './base.ts';
import { fieldErrors } from './fieldErrors.ts';
import { ORDER_HEADER } from './headers.ts';
import {
  refuseOthersDraft,
  refuseUnstorable,
  refuseWhileUsed,
  requireImages,
  requireReferences,
} from './judge.ts';
import { refuseUnlinkable, requirePublishedFiles } from './linkedDocuments.ts';
import { readMainDocument } from './mainDocument.ts';
import { textProblem } from './messages.ts';
import { readSaveType } from './operation.ts';
import { saveContextOf } from './saveContext.ts';

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
    refusesHtml: !(await may.writeHtml(req)),
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
  const sent = req.headers?.get(ORDER_HEADER);
  // A host's hook may save documents of other collections in the same request.
  if (!sent || req.routeParams?.collection !== slug) return;
  const portal = portalOf(req.payload.config);
  const { key } = portal.lists.find((list) => slugOf(portal, list.key) === slug)?.form?.byHand ?? {};
  if (key !== undefined && String(data[key]) === sent) data[key] = stored[key];
}
