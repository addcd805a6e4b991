import type { CollectionBeforeChangeHook } from 'payload';
import { keepNewestVersion } from '../../src/payload/versions/keepNewestVersion.ts';
import { editorKeyOf, editorOf } from '../portal/editor.ts';
import { portalOf } from '../portal/portal.ts';
import { isPublished } from '../portal/published.ts';
import type { RawDocument } from '../portal/RawDocument.ts';
import { fieldsWithRole } from '../portal/roles.ts';
import { type StoredValues, storedValues } from '../values/index.ts';
import { isJudged, marked, refuseOutdated } from './base.ts';
import { fillIn, keepPublished, keepTimes } from './complete.ts';
import { fieldErrors } from './fieldErrors.ts';
import {
  refuseOthersDraft,
  refusesHtml,
  refuseUnstorable,
  refuseWhileUsed,
  requireImages,
  requireReferences,
} from './judge.ts';
import { refuseUnlinkable } from './linkedDocuments.ts';
import { readMainDocument } from './mainDocument.ts';
import { textProblem } from './messages.ts';
import { noteOf } from './note.ts';
import { type Operation, readOperation } from './operation.ts';
import { prepare } from './prepare.ts';

type Data = Record<string, unknown>;
type Change = Parameters<CollectionBeforeChangeHook>[0];

/** The results of the first step, for the later ones. */
interface Found extends Operation {
  id: number | string | undefined;
  /** The data of the import source by field; undefined if the save is no import. */
  imported: Data | undefined;
  /** The document that is published, or was last. */
  main: RawDocument | undefined;
}

/** The results after completing and judging. */
interface Judged extends Found {
  /** The published document, if a move into or out of the trash keeps it. */
  kept: Data | undefined;
  publishes: boolean;
  refusesHtml: boolean;
}

/**
 * Everything that a save has to do before it is written: it completes the data, refuses invalid data and computes all values
 * that editors do not type ({@link storedValues}).
 */
export const beforeSave: CollectionBeforeChangeHook = async (change) => {
  const { collection, data, req } = change;
  const found = await find(change);
  const judged = await completeAndJudge(change, found);
  const { values, removed } = compute(change, judged);
  Object.assign(data, values);
  for (const { name } of fieldsWithRole(collection.flattenedFields, 'autosaved')) data[name] = found.autosave;
  Object.assign(data, marked(req, collection, found.id));
  await prepare(req, collection, data, found.id !== undefined);
  if (found.withdraws && found.id !== undefined) await keepNewestVersion(req, collection.slug, found.id);
  warn(change, removed);
  return data;
};

async function find({ collection: { slug }, data, operation, originalDoc, req }: Change): Promise<Found> {
  const id = operation === 'update' ? originalDoc.id : undefined;
  const asked = readOperation(req, slug, data, id);
  const imported = noteOf(req, slug, id).source;
  // An import brings all values that would be read from the main document.
  const main = id === undefined || imported ? undefined : await readMainDocument(req, slug, id);
  return { ...asked, id, imported, main };
}

/** Checks the values first: these checks are cheap, and their errors name fields. */
async function completeAndJudge(
  { collection, data, originalDoc, req }: Change,
  found: Found,
): Promise<Judged> {
  const { draft, id, imported, main, moves, restored } = found;
  if (id !== undefined && !(await isJudged(req, collection, id))) await refuseOutdated(req, collection, id);
  if (req.payloadAPI !== 'local' && !restored) keepTimes(data, id === undefined ? {} : originalDoc);
  if (id !== undefined && !restored) fillIn(collection, data, originalDoc);
  refuseUnstorable(req, collection, data);
  let kept: Data | undefined;
  if (moves && main) {
    if (data.deletedAt) await refuseOthersDraft(req, collection, main.id);
    kept = await keepPublished(req, collection, data, main, moves);
  }
  const publishes = !draft && isPublished(collection, data);
  if (!draft && !publishes && main && isPublished(collection, main)) {
    await refuseWhileUsed(req, collection.slug, main.id);
  }
  if (publishes && !imported) await requireReferences(req, collection, data);
  if (!restored && !imported) {
    await requireImages(req, collection, data, [main, originalDoc]);
    await refuseUnlinkable(req, collection, data, [main, originalDoc]);
  }
  return { ...found, kept, publishes, refusesHtml: await refusesHtml(req) };
}

/** @throws ValidationError at texts that may not be stored */
function compute({ collection, data, originalDoc, req }: Change, judged: Judged): StoredValues {
  const { draft, imported, kept, main, publishes, refusesHtml, restored } = judged;
  const stored = storedValues(collection.flattenedFields, data, {
    // Payload gives an empty `originalDoc` for a create that is no duplication.
    latest: kept ?? (Object.keys(originalDoc ?? {}).length > 0 ? originalDoc : undefined),
    main,
    restored,
    imported,
    draft,
    publishes,
    editor: imported ? null : editorOf(req),
    editorKey: editorKeyOf(req),
    now: new Date(),
    videoHosts: portalOf(req.payload.config).videoHosts,
    refusesHtml,
  });
  if (stored.problems.length === 0) return stored;
  const problems = stored.problems.map(({ field, problems }) => ({ field, message: textProblem(problems) }));
  throw fieldErrors(req, collection, problems);
}

function warn({ collection, data, req }: Change, removed: StoredValues['removed']): void {
  for (const { field, attributes } of removed) {
    req.payload.logger.warn(
      `${collection.slug} ${data.api_id}: ${field} is served without what is active in its imported tags: ${attributes.join(', ')}`,
    );
  }
}
