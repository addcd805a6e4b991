import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeChangeHook,
  CollectionSlug,
  Field,
  PayloadRequest,
  SanitizedCollectionConfig,
  Where,
} from 'payload';
import { editorOf } from '../../../collections/portal/portal.ts';
import { fieldsWithRole } from '../../../collections/portal/roles.ts';
import { urgentReasonOf } from '../../../collections/save/messages.ts';
import { isImport, saveContextOf } from '../../../collections/save/saveContext.ts';
import { changedFields } from '../../audit/index.ts';
import { type Bilingual, bilingual, titleOf } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { isDryRun } from '../dryRun.ts';
import { notify } from '../notices/notify.ts';
import { dropReview, hasReviews, keepReview, type ReviewRow, reviewOf } from './reviews.ts';

type Data = Record<string, unknown>;

const SETTING = 'secondEyes';

/** The setting that asks for a second pair of eyes. */
export const secondEyesField: Field = {
  name: SETTING,
  type: 'checkbox',
  defaultValue: false,
  label: bilingual('Κάθε δημοσίευση χρειάζεται δεύτερο μάτι', 'Each publication needs a second pair of eyes'),
  admin: {
    description: bilingual(
      'Ό,τι έγραψε κάποιος το δημοσιεύει άλλος, ή ο ίδιος αφού το εγκρίνει άλλος. Κάτι επείγον δημοσιεύεται και χωρίς, με αιτιολογία που μένει στο έγγραφο και στο ημερολόγιο.',
      'What somebody has written is published by somebody else, or once somebody else has approved it. What is urgent can be published without, with a reason that stays on the document and in the audit log.',
    ),
  },
};

const NEEDS_ANOTHER = bilingual(
  'Χρειάζεται και δεύτερο μάτι, αφού το γράψατε εσείς. Αποθηκεύστε το ως πρόχειρο και πατήστε «Υποβολή για έγκριση». Αν είναι επείγον, το δημοσιεύετε από εκεί, με αιτιολογία.',
  'It needs a second pair of eyes, since you have written it. Save it as a draft, and press "Submit for approval". If it is urgent, publish it from there, with a reason.',
);

const CHANGED_SINCE = bilingual(
  'Άλλαξε αφού προγραμματίστηκε, και χρειάζεται δεύτερο μάτι: το εγκρίνει, ή το προγραμματίζει ξανά, κάποιος που δεν το έγραψε.',
  'It has changed since it was scheduled, and needs a second pair of eyes: somebody who has not written it has to approve it, or to schedule it again.',
);

export async function needsSecondEyes(req: PayloadRequest): Promise<boolean> {
  if (!hasReviews(req.payload)) return false;
  const settings = await req.payload.db.findGlobal<Data>({ slug: 'portal-settings', req });
  return settings?.[SETTING] === true;
}

/** Versions that are compared with the newest, at most. */
const MOST_COMPARED = 20;

interface Saved {
  /** Who saved it; undefined where a collection of a host does not tell. */
  by: unknown;
  version: Data;
}

/** The newest versions of a document that say the same, the newest first: a withdrawal, or a way through the trash, changes nothing. */
async function sameVersions(
  req: PayloadRequest,
  { flattenedFields, slug }: SanitizedCollectionConfig,
  parent: number | string,
): Promise<Saved[]> {
  const [field] = fieldsWithRole(flattenedFields, 'edited_by');
  const same: Saved[] = [];
  let older: Where[] = [];
  while (same.length < MOST_COMPARED) {
    const { docs } = await req.payload.db.findVersions<Data>({
      collection: slug as CollectionSlug,
      limit: 1,
      pagination: false,
      req,
      sort: '-updatedAt',
      where: { and: [{ parent: { equals: parent } }, ...older] },
    });
    const [found] = docs;
    const [newest] = same;
    if (!found || (newest && changedFields({ flattenedFields }, newest.version, found.version).length > 0))
      break;
    same.push({ by: field && found.version[field.name], version: found.version });
    older = [{ updatedAt: { less_than: found.updatedAt } }];
  }
  return same;
}

/** True if the request's user has written the newest version: who has only withdrawn or restored it has not. */
export async function isWriter(
  req: PayloadRequest,
  collection: string,
  id: number | string,
): Promise<boolean> {
  const config = req.payload.collections[collection as CollectionSlug]?.config;
  return config !== undefined && (await sameVersions(req, config, id)).at(-1)?.by === editorOf(req);
}

/** Why a document cannot be published as its newest version is; undefined if somebody else has written, published or approved that. */
async function unseen(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  newest: Data & { id: number | string },
  planned?: string,
): Promise<Bilingual | undefined> {
  const same = await sameVersions(req, collection, newest.id);
  const writer = same.at(-1)?.by;
  const review = await reviewOf(req, collection.slug, newest.id);
  if (review && isApproved(review, newest) && review.decidedBy !== writer) return undefined;
  const isPublication = ({ version }: Saved) => version._status === 'published' && !version.deletedAt;
  const isOwn = writer === editorOf(req) && !same.some((each) => isPublication(each) && each.by !== writer);
  if (isOwn) return NEEDS_ANOTHER;
  const isAsPlanned = planned === undefined || same.some(({ version }) => isAt(version, planned));
  return isAsPlanned ? undefined : CHANGED_SINCE;
}

/** Whether an approval is of this state: an edit after it voids it. */
export function isApproved(review: ReviewRow, newest: object): boolean {
  return (
    review.state === 'approved' && Boolean(review.version) && isAt(newest as Data, String(review.version))
  );
}

const isAt = ({ updatedAt }: Data, time: string) =>
  new Date(String(updatedAt)).getTime() === new Date(time).getTime();

/**
 * Refuses a publication by whoever wrote what is published, on every way to it, if the settings ask for a second pair of eyes and it is
 * not asked for as urgent. Imports, and what runs on the server without a user, may publish.
 * @throws Refusal 403
 */
export const refuseUnseen: CollectionBeforeChangeHook = async ({
  collection,
  data,
  operation,
  originalDoc,
  req,
}) => {
  const isNew = operation === 'create';
  if (data._status !== 'published' || !req.user || isImport(req) || isDryRun(req)) return data;
  if (urgentReasonOf(req) || !(await needsSecondEyes(req))) return data;
  // What is saved as a draft over something published has that status, too.
  if (!isNew && saveContextOf(req, collection.slug, originalDoc.id).draft) return data;
  if (!isNew && (data.deletedAt || originalDoc.deletedAt)) {
    // Into the trash and out of it, but not with what was not published before.
    const main = saveContextOf(req, collection.slug, originalDoc.id).main?.document;
    if (main?._status === 'published' && changedFields(collection, data, main).length === 0) return data;
  }
  const isAsItWas = !isNew && changedFields(collection, data, originalDoc).length === 0;
  const why = isAsItWas ? await unseen(req, collection, originalDoc) : NEEDS_ANOTHER;
  if (why) throw new Refusal(req, why, 403);
  return data;
};

/**
 * {@link refuseUnseen} for a publication that is planned: what changes after that has to be approved, whoever has planned it.
 * @param planned the time of the state that was planned, once it is
 * @throws Refusal 403
 */
export async function requireSeen(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  newest: Data & { id: number | string },
  planned?: string,
): Promise<void> {
  const why = (await needsSecondEyes(req)) ? await unseen(req, collection, newest, planned) : undefined;
  if (why) throw new Refusal(req, why, 403);
}

/** A publication ends the review, and what was urgent before; what is urgent now stays on the document. */
export const endReview: CollectionAfterChangeHook = async ({ collection, doc, previousDoc, req }) => {
  if (!hasReviews(req.payload) || doc._status !== 'published' || isImport(req)) return doc;
  const reason = req.user ? urgentReasonOf(req) : null;
  const { main } = saveContextOf(req, collection.slug, doc.id);
  const isInTrash = Boolean(doc.deletedAt) || Boolean(previousDoc?.deletedAt);
  // It is what was published before: a newer draft still waits, and what was urgent still has nobody else's eyes.
  if (!reason && isInTrash && main?.document?._status === 'published') return doc;
  const review = await reviewOf(req, collection.slug, doc.id);
  if (!reason && (!review || (review.state === 'none' && !review.urgentAt))) return doc;
  const title = titleOf(collection.admin, doc) ?? String(doc.id);
  const urgent = reason
    ? { urgentBy: editorOf(req), urgentAt: new Date().toISOString(), urgentReason: reason }
    : { urgentBy: null, urgentAt: null, urgentReason: null };
  const of = { collection: collection.slug, id: doc.id, title, review };
  await keepReview(req, of, { state: 'none', ...urgent });
  if (review?.requestedById && review.state !== 'none')
    await notify(req, {
      kind: 'published',
      collection: collection.slug,
      document: doc.id,
      title,
      to: [review.requestedById],
      except: req.user?.id,
    });
  return doc;
};

export const dropReviewOfDeleted: CollectionAfterDeleteHook = async ({ collection, id, req }) => {
  if (hasReviews(req.payload)) await dropReview(req, collection.slug, id);
};
