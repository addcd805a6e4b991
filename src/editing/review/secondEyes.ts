import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeChangeHook,
  Field,
  PayloadRequest,
  SanitizedCollectionConfig,
} from 'payload';
import { editorOf } from '../../../collections/portal/editor.ts';
import { fieldsWithRole } from '../../../collections/portal/roles.ts';
import { urgentReasonOf } from '../../../collections/save/reasons.ts';
import { isImport, saveContextOf } from '../../../collections/save/saveContext.ts';
import { changedFields } from '../../audit/index.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import { titleOf } from '../../payload/i18n/titleOf.ts';
import { Refusal } from '../../payload/rest/Refusal.ts';
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

// Without a colon: the admin takes what follows one for a list of fields, separated by commas.
const NEEDS_ANOTHER = bilingual(
  'Χρειάζεται και δεύτερο μάτι, αφού το γράψατε εσείς. Αποθηκεύστε το ως πρόχειρο και πατήστε «Υποβολή για έγκριση». Αν είναι επείγον, το δημοσιεύετε από εκεί, με αιτιολογία.',
  'It needs a second pair of eyes, since you have written it. Save it as a draft, and press "Submit for approval". If it is urgent, publish it from there, with a reason.',
);

export async function needsSecondEyes(req: PayloadRequest): Promise<boolean> {
  if (!hasReviews(req.payload)) return false;
  const settings = await req.payload.db.findGlobal<Data>({ slug: 'portal-settings', req });
  return settings?.[SETTING] === true;
}

/** True if somebody else has approved, or saved, the newest state as it is. @param newest the newest version */
function isSeenByAnother(
  req: PayloadRequest,
  { flattenedFields }: SanitizedCollectionConfig,
  newest: Data,
  review: ReviewRow | undefined,
): boolean {
  const [field] = fieldsWithRole(flattenedFields, 'edited_by');
  const editor = field ? newest[field.name] : undefined;
  if (editor !== editorOf(req)) return true;
  return review !== undefined && isApproved(review, newest) && review.decidedBy !== editor;
}

/** Whether an approval is of this state: an edit after it voids it. */
export function isApproved(review: ReviewRow, newest: { updatedAt?: unknown }): boolean {
  if (review.state !== 'approved' || !review.version) return false;
  return new Date(review.version).getTime() === new Date(String(newest.updatedAt)).getTime();
}

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
  const review = isAsItWas ? await reviewOf(req, collection.slug, originalDoc.id) : undefined;
  if (!isAsItWas || !isSeenByAnother(req, collection, originalDoc, review))
    throw new Refusal(req, NEEDS_ANOTHER, 403);
  return data;
};

/** {@link refuseUnseen} for a publication that is planned. @throws Refusal 403 */
export async function requireSeen(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  newest: Data & { id: number | string },
): Promise<void> {
  if (!(await needsSecondEyes(req))) return;
  const review = await reviewOf(req, collection.slug, newest.id);
  if (!isSeenByAnother(req, collection, newest, review)) throw new Refusal(req, NEEDS_ANOTHER, 403);
}

/** A publication ends the review, and what was urgent before; what is urgent now stays on the document. */
export const endReview: CollectionAfterChangeHook = async ({ collection, doc, req }) => {
  if (!hasReviews(req.payload) || doc._status !== 'published' || isImport(req)) return doc;
  const reason = req.user ? urgentReasonOf(req) : null;
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
