import type {
  CollectionAfterChangeHook,
  CollectionBeforeChangeHook,
  Field,
  PayloadRequest,
  SanitizedCollectionConfig,
} from 'payload';
import { editorKeyOf, editorOf } from '../../../collections/portal/portal.ts';
import { reasonOf, urgentReasonOf } from '../../../collections/save/messages.ts';
import { isImport, saveContextOf, settingsOfSave } from '../../../collections/save/saveContext.ts';
import { AUTHORSHIP, type Authorship, authorshipIn } from '../../../collections/values/content.ts';
import { bilingual, titleOf, translate } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { newestVersion } from '../../payload/versions.ts';
import { isDryRun } from '../dryRun.ts';
import { notify } from '../notices/notify.ts';
import { CHANGED_SINCE, decidedMeanwhile, type ReviewState } from './moves.ts';
import { hasReviews, isUnseen, keepReview, type ReviewRow, requesterOf, reviewOf } from './reviews.ts';
import { NEEDS_ANOTHER, WORDS } from './words.ts';

const SETTING = 'secondEyes';

/** In place of the digest of a document of a host that nobody has saved since it became a list. */
const UNKNOWN = 'unknown';

/** The setting that asks for a second pair of eyes. */
export const secondEyesField: Field = {
  name: SETTING,
  type: 'checkbox',
  defaultValue: false,
  label: bilingual(
    'Κάθε δημοσίευση χρειάζεται έγκριση από άλλον',
    'Each publication needs a second pair of eyes',
  ),
  admin: {
    description: bilingual(
      'Ό,τι έγραψε κάποιος το δημοσιεύει άλλος, ή ο ίδιος αφού το εγκρίνει άλλος. Κάτι επείγον δημοσιεύεται και χωρίς, με αιτιολογία που μένει στο έγγραφο και στο ημερολόγιο.',
      'What somebody has written is published by somebody else, or once somebody else has approved it. What is urgent can be published without, with a reason that stays on the document and in the audit log.',
    ),
  },
};

const isAskedFor = (settings: Record<string, unknown> | null) => settings?.[SETTING] === true;

export async function needsSecondEyes(req: PayloadRequest): Promise<boolean> {
  if (!hasReviews(req.payload)) return false;
  return isAskedFor(await req.payload.db.findGlobal({ slug: 'portal-settings', req }));
}

/** What the newest version of a document says, and who has written it. */
export async function newestAuthorship(
  req: PayloadRequest,
  collection: string,
  id: number | string,
): Promise<Authorship> {
  const newest = await newestVersion(req, collection, id, { fields: AUTHORSHIP });
  return authorshipIn(newest?.version ?? {});
}

/** Whether an approval is of these words. */
function isApproved(review: ReviewRow, { digest }: Pick<Authorship, 'digest'>): boolean {
  return review.state === 'approved' && review.digest === (digest ?? null);
}

/** How a review stands: an edit after an approval voids it. */
export function reviewStateOf(review: ReviewRow | undefined, words: Authorship): ReviewState {
  if (review?.state === 'approved' && !isApproved(review, words)) return 'changedSince';
  return review?.state ?? 'none';
}

/** True if nobody but the request's user has written, published or approved this. */
export const isAlone = (req: PayloadRequest, words: Authorship, review: ReviewRow | undefined): boolean =>
  !words.isSeconded &&
  words.writer !== null &&
  words.writer === editorKeyOf(req) &&
  !isApprovedByOther(review, words);

const isApprovedByOther = (review: ReviewRow | undefined, words: Authorship) =>
  review !== undefined && isApproved(review, words) && review.decidedByKey !== words.writer;

/** The review of what is being published, from {@link takeReview} to {@link endReview}. */
const taken = new WeakMap<object, { review: ReviewRow | undefined }>();

/** Whether a user publishes, or saves a draft over what is published. */
const isPublication = (req: PayloadRequest, data: { _status?: unknown }) =>
  data._status === 'published' && Boolean(req.user) && !isImport(req) && !isDryRun(req);

/**
 * Refuses a publication by whoever wrote what is published, on every way to it, if the settings ask for a second pair of eyes and it is
 * not asked for as urgent. Imports, and what runs on the server without a user, may publish. A publication decides a review, too: it is
 * refused if somebody else has decided since what it names, and what others decide about the review that they saw is refused from here
 * on. Of a document that is there, the review is read in the turn of the write: it may be submitted while a publication is judged.
 * @throws Refusal 403, 409
 */
export const takeReview: CollectionBeforeChangeHook = async ({
  collection: { slug },
  data,
  operation,
  originalDoc,
  req,
}) => {
  if (!isPublication(req, data) || !hasReviews(req.payload)) return data;
  const id: number | string | undefined = operation === 'update' ? originalDoc.id : undefined;
  const context = saveContextOf(req, slug, id);
  const { base, draft, main } = context;
  // What is saved as a draft over something published has that status, too.
  if (draft) return data;
  const words = authorshipIn(data);
  // It says what is published, or was before it came into the trash.
  const published = main?.document?._status === 'published' && authorshipIn(main.document);
  const isSaid = published && published.digest === words.digest;
  const isFree = isSaid || urgentReasonOf(req) || !isAskedFor(await settingsOfSave(req, slug, id));
  const take = async (review?: ReviewRow) => {
    if (!isFree && isAlone(req, words, review)) throw new Refusal(req, NEEDS_ANOTHER, 403);
    if (isUnseen(req, review, base?.review)) throw decidedMeanwhile(req, review);
    if (id === undefined || !review || review.state === 'none') return review;
    const kept = await keepReview(req, { collection: slug, id, review }, {});
    if (!kept) throw decidedMeanwhile(req, await reviewOf(req, slug, id));
    return kept;
  };
  if (id === undefined) await take();
  else
    context.beforeWrite = async () => {
      taken.set(context, { review: await take(await reviewOf(req, slug, id)) });
    };
  return data;
};

/** Refuses to plan a publication if somebody else has decided since the review that the request names. @throws Refusal 409 */
export async function refuseUnseen(req: PayloadRequest, slug: string, id: number | string): Promise<void> {
  const review = await reviewOf(req, slug, id);
  if (isUnseen(req, review, saveContextOf(req, slug, id).base?.review)) throw decidedMeanwhile(req, review);
}

/**
 * {@link takeReview} for a publication that is planned: what changes after that has to be approved, whoever has planned it.
 * @param planned what the document said when it was planned, once it is: {@link newestDigest}
 * @throws Refusal 403
 */
export async function requireSeen(
  req: PayloadRequest,
  { slug }: Pick<SanitizedCollectionConfig, 'slug'>,
  { id }: { id: number | string },
  planned?: string,
): Promise<void> {
  if (!(await needsSecondEyes(req))) return;
  const [words, review] = await Promise.all([newestAuthorship(req, slug, id), reviewOf(req, slug, id)]);
  if (isAlone(req, words, review)) throw new Refusal(req, NEEDS_ANOTHER, 403);
  const isAsPlanned = planned === undefined || planned === (words.digest ?? UNKNOWN);
  if (!isAsPlanned && !isApprovedByOther(review, words)) throw new Refusal(req, CHANGED_SINCE, 403);
}

/** A digest of what the newest version of a document says. */
export async function newestDigest(
  req: PayloadRequest,
  collection: string,
  id: number | string,
): Promise<string> {
  return (await newestAuthorship(req, collection, id)).digest ?? UNKNOWN;
}

/** A publication ends the review, and what was urgent before; what is urgent now stays on the document. */
export const endReview: CollectionAfterChangeHook = async ({ collection, doc, previousDoc, req }) => {
  const context = saveContextOf(req, collection.slug, doc.id);
  const { main, restoresAsDraft } = context;
  const seen = taken.get(context);
  taken.delete(context);
  if (!hasReviews(req.payload) || doc._status !== 'published' || isImport(req)) return doc;
  const reason = req.user ? urgentReasonOf(req) : null;
  const isInTrash = Boolean(doc.deletedAt) || Boolean(previousDoc?.deletedAt);
  // It is what was published before: a newer draft still waits, and what was urgent still has nobody else's eyes.
  if (!reason && isInTrash && main?.document?._status === 'published') return doc;
  const { review } = seen ?? { review: await reviewOf(req, collection.slug, doc.id) };
  if (!reason && (!review || (review.state === 'none' && !review.urgentAt))) return doc;
  const urgent = reason
    ? { urgentBy: editorOf(req), urgentAt: new Date().toISOString(), urgentReason: reason }
    : { urgentBy: null, urgentAt: null, urgentReason: null };
  const of = { collection: collection.slug, id: doc.id, review };
  if (!(await keepReview(req, of, { state: 'none', requestedByKey: null, ...urgent })))
    throw decidedMeanwhile(req, await reviewOf(req, collection.slug, doc.id));
  // An older version is not what was submitted.
  if (review && review.state !== 'none' && restoresAsDraft === undefined)
    await notify(req, {
      kind: 'published',
      collection: collection.slug,
      document: doc.id,
      title: titleOf(collection.admin, doc) ?? String(doc.id),
      note: reasonOf(req),
      to: [requesterOf(review)],
      except: req.user?.id,
    });
  return doc;
};

/** Has Payload's answer to a first publication say so: it takes its words from the request. */
export const sayPublished: CollectionAfterChangeHook = ({ collection: { slug }, doc, req }) => {
  const { main } = saveContextOf(req, slug, doc.id);
  if (req.routeParams?.collection !== slug || doc._status !== 'published') return doc;
  if (main?.document?._status === 'published') return doc;
  const { t } = req;
  const says = (key: string) => /:(?:updatedSuccessfully|successfullyCreated)$/.test(key);
  req.t = ((...args: Parameters<typeof t>) =>
    says(args[0]) ? translate(WORDS.published, req.i18n.language) : t(...args)) as typeof t;
  return doc;
};
