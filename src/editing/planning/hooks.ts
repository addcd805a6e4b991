import type {
  Access,
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeChangeHook,
  CollectionConfig,
  PayloadRequest,
} from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { editorOf } from '../../../collections/portal/portal.ts';
import { isImport, isSaving, saveContextOf } from '../../../collections/save/saveContext.ts';
import { AS_PLANNED, recordAction } from '../../audit/index.ts';
import { whenCommitted } from '../../payload/database/transactions.ts';
import { Refusal } from '../../payload/rest.ts';
import { describeError } from '../../system/logging/describeError.ts';
import { isDryRun } from '../dryRun.ts';
import type { Addition } from '../withAdditions.ts';
import { plannedEndpoints } from './endpoints.ts';
import { keepForecasts } from './forecast.ts';
import { entryOf, inWords, isToPublish, JOBS, plannedFor, plannedToPublish } from './plans.ts';
import { ONLY_EDITORS, type PlannedAction } from './words.ts';

/** True if the documents of a collection can be planned: its drafts have Payload's `schedulePublish`. */
export function isPlanned({ versions }: Pick<CollectionConfig, 'versions'>): boolean {
  const drafts = typeof versions === 'object' ? versions.drafts : undefined;
  return typeof drafts === 'object' && Boolean(drafts.schedulePublish);
}

/**
 * This project's planning in place of Payload's scheduled publishing, for a collection that {@link isPlanned}. The hooks are in
 * `plugin/hooks.ts`.
 */
export function planningOf({ access, slug, versions }: CollectionConfig): Addition {
  const { drafts } = versions as { drafts: object };
  return {
    versions: { ...(versions as object), drafts: { ...drafts, schedulePublish: false } },
    access: { ...access, update: readOnlyWhilePlanned(slug, access?.update) },
    controls: ['payload-portal-content/client#Planned'],
    endpoints: plannedEndpoints,
  };
}

/** A planned publication publishes the newest draft, so authors may not save one in the meantime. */
export const refuseAuthorsWhilePlanned: CollectionBeforeChangeHook = async ({
  collection,
  data,
  operation,
  originalDoc,
  req,
}) => {
  if (operation !== 'update' || !req.user || (await may.changePlanned(req))) return data;
  await refuseWhilePlanned(req, collection.slug, originalDoc.id);
  return data;
};

/**
 * The right to update of a collection, for the form: it is read-only for authors while the document is planned to be published.
 * A save is refused by {@link refuseAuthorsWhilePlanned}, which says why.
 */
const readOnlyWhilePlanned =
  (collection: string, update: Access | undefined): Access =>
  async (args) => {
    const { data, id, req } = args;
    const right = update ? await update(args) : Boolean(req.user);
    if (!right || id === undefined || !req.user || isSaving(req, data)) return right;
    if (await may.changePlanned(req)) return right;
    return (await plannedToPublish(req, collection, [id])).length > 0 ? false : right;
  };

/** @throws Refusal if the document is planned to be published */
export async function refuseWhilePlanned(
  req: PayloadRequest,
  collection: string,
  id: number | string,
): Promise<void> {
  const planned = await plannedToPublish(req, collection, [id]);
  if (planned.length > 0) throw new Refusal(req, ONLY_EDITORS, 409);
}

/** Removes the plans of a deleted document. */
export const dropPlanned: CollectionAfterDeleteHook = async ({ collection, id, req }) => {
  await drop(req, await plannedFor(req.payload, { collection: collection.slug, ids: [id], req }));
};

/**
 * Stores of the plans of a saved document whether they would be refused now. In the trash it cannot be published, and must not be
 * after it is restored: its plans are removed. So are planned publications where somebody publishes or withdraws it by hand, unless
 * the request says `keepPlan=true`: what is withdrawn would come back by itself, and what is saved next would be published.
 */
export const keepPlans: CollectionAfterChangeHook = async ({
  collection: { slug },
  doc,
  operation,
  previousDoc,
  req,
}) => {
  if (operation !== 'update') return doc;
  const { draft } = saveContextOf(req, slug, doc.id);
  // What an author may save is not planned to be published, and a draft stops no withdrawal.
  if (draft && req.user && !(await may.changePlanned(req))) return doc;
  const plans = { collection: slug, ids: [doc.id] };
  const planned = await plannedFor(req.payload, { ...plans, req });
  if (doc.deletedAt && !previousDoc?.deletedAt) {
    await drop(req, planned);
    return doc;
  }
  const ended = isDecidedByHand(req, slug, doc) ? planned.filter(isToPublish) : [];
  await drop(req, ended, `${editorOf(req)} has published or withdrawn it`);
  if (planned.length > ended.length)
    await foresee(req, `"${slug}" ${doc.id}`, () => keepForecasts(req.payload, plans));
  return doc;
};

/** Stores of what an account has planned whether it would be refused now: the account is deleted, or has other roles. */
export const keepPlansOfUser = async ({ doc, req }: { doc: { id: unknown }; req: PayloadRequest }) => {
  await foresee(req, `user ${doc.id}`, async () => {
    const planned = await plannedFor(req.payload);
    const own = planned.filter(({ planner }) => String(planner.id) === String(doc.id));
    for (const collection of new Set(own.map((each) => each.collection))) {
      const ids = own.filter((each) => each.collection === collection).map(({ document }) => document);
      await keepForecasts(req.payload, { collection, ids });
    }
  });
  return doc;
};

/** Does it after the commit: what fails then is the log's, not the save's. @param what whose plans */
async function foresee(req: PayloadRequest, what: string, keep: () => Promise<void>): Promise<void> {
  const { logger } = req.payload;
  await whenCommitted(req, () =>
    keep().catch((error: unknown) =>
      logger.warn(`Whether the plans of ${what} will work is not known. ${describeError(error)}`),
    ),
  );
}

/** Whether a save of a user publishes a document, or withdraws it, and may end what is planned for it. */
function isDecidedByHand(req: PayloadRequest, slug: string, doc: { _status?: string; id: number | string }) {
  if (!req.user || req.query?.keepPlan === 'true' || req.context[AS_PLANNED]) return false;
  if (isImport(req) || isDryRun(req)) return false;
  const { draft, withdraws } = saveContextOf(req, slug, doc.id);
  return withdraws === true || (doc._status === 'published' && !draft);
}

/** @param why for the log, after "since" */
async function drop(req: PayloadRequest, planned: readonly PlannedAction[], why = 'it is deleted') {
  if (planned.length === 0) return;
  await req.payload.db.deleteMany({
    collection: JOBS,
    req,
    where: { id: { in: planned.map((each) => each.id) } },
  });
  for (const each of planned) {
    req.payload.logger.info(`${inWords(req.payload, each)}: dropped, since ${why}.`);
    if (each.state !== 'failed') await recordAction(req, { ...entryOf(each), action: 'planCancelled' });
  }
}
