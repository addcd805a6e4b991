import {
  addDataAndFileToRequest,
  type CollectionSlug,
  type Endpoint,
  Forbidden,
  NotFound,
  type PayloadRequest,
} from 'payload';
import { may, type Policy } from '../../../collections/policies/may.ts';
import { editorOf, portalOf, slugOf, standsPublished } from '../../../collections/portal/portal.ts';
import { LONGEST_REASON, writtenText } from '../../../collections/save/messages.ts';
import { recordAction } from '../../audit/index.ts';
import { bilingual, titleOf } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { documentIdIn } from '../documentId.ts';
import { notify } from '../notices/notify.ts';
import { keepForecasts } from '../planning/forecast.ts';
import { keepReview, type Person, publishersOf, type ReviewRow, reviewOf } from './reviews.ts';
import { isApproved, isWriter, needsSecondEyes } from './secondEyes.ts';

type Data = Record<string, unknown>;

/** A document is looked at again within ten years, in milliseconds. */
const LATEST = 10 * 366 * 24 * 3_600_000;

const NO_DRAFT = bilingual(
  'Δεν υπάρχει νεότερο πρόχειρο: δεν έχει τίποτα να εγκριθεί.',
  'There is no newer draft, so there is nothing to approve.',
);
const NO_REASON = bilingual('Γράψτε τι πρέπει να διορθωθεί.', 'Say what should be changed.');
const TOO_LONG = bilingual(
  `Ένα σημείωμα είναι κείμενο έως ${LONGEST_REASON} χαρακτήρων.`,
  `A note is a text of ${LONGEST_REASON} characters at most.`,
);
const NOT_SUBMITTED = bilingual(
  'Δεν έχει υποβληθεί για έγκριση. Φορτώστε ξανά τη σελίδα.',
  'It is not submitted for approval. Reload the page.',
);
const CHANGED = bilingual(
  'Το έγγραφο άλλαξε από τότε που ανοίξατε τη σελίδα. Φορτώστε την ξανά και δείτε τις αλλαγές.',
  'The document has changed since you opened the page. Reload it, and review the changes.',
);
const OWN = bilingual(
  'Το γράψατε εσείς: το εγκρίνει κάποιος άλλος.',
  'You have written it: somebody else has to approve it.',
);
const NOBODY = bilingual(
  'Αυτός ο χρήστης δεν δημοσιεύει. Διαλέξτε άλλον, ή κανέναν, και το βλέπουν όλοι.',
  'This user does not publish. Choose another, or nobody, and all see it.',
);
const WHEN = bilingual(
  'Λείπει πότε: μια επόμενη ημερομηνία μέσα σε δέκα χρόνια, ή καμία (null).',
  'It is not said when: a later date within ten years, or none (null).',
);
const IS_APPROVED = bilingual(
  'Έχει ήδη εγκριθεί όπως είναι. Φορτώστε ξανά τη σελίδα.',
  'It is approved already as it is. Reload the page.',
);
const NOT_PUBLISHED = bilingual(
  'Δεν είναι δημοσιευμένο, οπότε δεν έχει τίποτα να επανεξεταστεί.',
  'It is not published, so there is nothing to look at again.',
);
const OTHERS = bilingual(
  'Το υπέβαλε κάποιος άλλος: το ανακαλεί εκείνος, ή το επιστρέφει όποιος δημοσιεύει.',
  'Somebody else has submitted it: they take it back, or who publishes sends it back.',
);

/** What a form shows of the review of its document. */
export interface ReviewAnswer {
  state: ReviewRow['state'] | 'changedSince';
  review: Omit<ReviewRow, 'assignee' | 'collectionSlug' | 'document' | 'id' | 'requestedById'> | null;
  /** The time of the newest state, which a decision names. */
  newest: string;
  /** Whether there is something that is not published. */
  isDraft: boolean;
  isPublished: boolean;
  /** Whether this user has written the newest state, and somebody else has to approve it. */
  isOwn: boolean;
  /** Whether this user has submitted it. */
  isOwnRequest: boolean;
  mayReview: boolean;
  needsSecondEyes: boolean;
  /** Who may publish, by id and name; empty where the users are not the plugin's own. */
  people: Person[];
}

interface Asked {
  collection: string;
  id: number | string;
  newest: Data & { id: number | string; updatedAt: string };
  title: string;
  review: ReviewRow | undefined;
  data: Data;
}

/** What a request is about, if its user may do that and read the document. */
async function asked(req: PayloadRequest, policy: Policy): Promise<Asked> {
  if (!(await policy(req))) throw new Forbidden(req.t);
  const collection = String(req.routeParams?.collection);
  const portal = portalOf(req.payload.config);
  if (!portal.lists.some(({ key }) => slugOf(portal, key) === collection)) throw new NotFound(req.t);
  const id = documentIdIn(req, collection);
  const find = {
    collection: collection as CollectionSlug,
    id,
    depth: 0,
    draft: true,
    overrideAccess: false,
    req,
  };
  const newest = (await req.payload.findByID(find)) as unknown as Asked['newest'];
  const config = req.payload.collections[collection as CollectionSlug]?.config;
  if (req.method !== 'GET' && !req.data) await addDataAndFileToRequest(req);
  return {
    collection,
    id: newest.id,
    newest,
    title: titleOf(config?.admin ?? {}, newest) ?? String(newest.id),
    review: await reviewOf(req, collection, newest.id),
    data: (req.data ?? {}) as Data,
  };
}

/** What a request says in words. @throws Refusal if it is too long, or no text */
function said(req: PayloadRequest, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string' && value.trim().length <= LONGEST_REASON) return writtenText(value);
  throw new Refusal(req, TOO_LONG, 400);
}

function requireState(req: PayloadRequest, { data, newest }: Asked): void {
  if (newest._status !== 'draft') throw new Refusal(req, NO_DRAFT, 409);
  if (data.newest === undefined) return;
  if (new Date(String(data.newest)).getTime() !== new Date(newest.updatedAt).getTime())
    throw new Refusal(req, CHANGED, 409);
}

/** True if the request's user has submitted it. */
const isRequestOf = (req: PayloadRequest, { requestedById }: ReviewRow) => requestedById === keyOf(req);

const keyOf = ({ user }: PayloadRequest) => String(user?.id ?? '');

async function answer(req: PayloadRequest): Promise<Response> {
  const { collection, id, newest, review } = await asked(req, may.read);
  const {
    assignee: _,
    collectionSlug: __,
    document: ___,
    id: ____,
    requestedById: _____,
    ...shown
  } = review ?? ({} as ReviewRow);
  const needsEyes = await needsSecondEyes(req);
  const isVoid = review?.state === 'approved' && !isApproved(review, newest);
  return Response.json({
    state: isVoid ? 'changedSince' : (review?.state ?? 'none'),
    review: review ? shown : null,
    newest: newest.updatedAt,
    isDraft: newest._status === 'draft',
    isPublished: await standsPublished(req, collection, id),
    isOwn: needsEyes && (await isWriter(req, collection, id)),
    isOwnRequest: review?.state === 'requested' && isRequestOf(req, review),
    mayReview: await may.review(req),
    needsSecondEyes: needsEyes,
    people: await publishersOf(req),
  } satisfies ReviewAnswer);
}

/** Submits the newest draft for approval, to one person or to all who publish. */
async function submit(req: PayloadRequest): Promise<Response> {
  const about = await asked(req, may.requestReview);
  requireState(req, about);
  const { collection, data, id, newest, review, title } = about;
  if (review && isApproved(review, newest)) throw new Refusal(req, IS_APPROVED, 409);
  const to = said(req, data.assignee);
  const person = to ? (await publishersOf(req)).find((each) => each.id === to) : undefined;
  if (to && !person) throw new Refusal(req, NOBODY, 400);
  const note = said(req, data.note) || null;
  await keepReview(req, about, {
    state: 'requested',
    requestedBy: editorOf(req),
    requestedById: keyOf(req),
    requestedAt: new Date().toISOString(),
    note,
    assignee: person?.id ?? null,
    assigneeName: person?.name ?? null,
    decidedBy: null,
    decidedAt: null,
    reason: null,
    version: null,
  });
  await recordAction(req, { action: 'reviewRequested', collection, document: id, title, note });
  const by = editorOf(req);
  await notify(req, {
    kind: 'reviewRequested',
    collection,
    document: id,
    title,
    by,
    note,
    to: person ? [person.id] : 'publishers',
    except: req.user?.id,
  });
  return answer(req);
}

/** Takes back what this user has submitted, and nobody has decided about. */
async function cancel(req: PayloadRequest): Promise<Response> {
  const about = await asked(req, may.requestReview);
  const { collection, id, review, title } = about;
  if (review?.state !== 'requested') throw new Refusal(req, NOT_SUBMITTED, 409);
  if (!isRequestOf(req, review)) throw new Refusal(req, OTHERS, 403);
  await keepReview(req, about, { state: 'none' });
  await recordAction(req, { action: 'reviewCancelled', collection, document: id, title });
  return answer(req);
}

const decides =
  (state: 'approved' | 'sentBack') =>
  async (req: PayloadRequest): Promise<Response> => {
    const about = await asked(req, may.review);
    requireState(req, about);
    const { collection, data, id, newest, review, title } = about;
    const reason = said(req, data.reason) || null;
    if (state === 'sentBack' && !reason) throw new Refusal(req, NO_REASON, 400);
    if (state === 'sentBack' && review?.state !== 'requested' && review?.state !== 'approved')
      throw new Refusal(req, NOT_SUBMITTED, 409);
    if (state === 'approved' && (await needsSecondEyes(req)) && (await isWriter(req, collection, id)))
      throw new Refusal(req, OWN, 403);
    await keepReview(req, about, {
      state,
      decidedBy: editorOf(req),
      decidedAt: new Date().toISOString(),
      reason,
      version: state === 'approved' ? newest.updatedAt : null,
    });
    await recordAction(req, { action: state, collection, document: id, title, note: reason });
    await keepForecasts(req.payload, { collection, ids: [id] });
    if (review?.requestedById)
      await notify(req, {
        kind: state,
        collection,
        document: id,
        title,
        by: editorOf(req),
        note: reason,
        to: [review.requestedById],
        except: req.user?.id,
      });
    return answer(req);
  };

/** Says that what is published is still true, and when to look again; no version is made. */
async function confirm(req: PayloadRequest): Promise<Response> {
  const about = await asked(req, may.requestReview);
  const { collection, data, id, title } = about;
  const again = data.at === null ? null : new Date(typeof data.at === 'string' ? data.at : Number.NaN);
  const ahead = again === null ? 1 : again.getTime() - Date.now();
  if (!(ahead > 0 && ahead < LATEST)) throw new Refusal(req, WHEN, 400);
  if (again !== null && !(await standsPublished(req, collection, id)))
    throw new Refusal(req, NOT_PUBLISHED, 409);
  await keepReview(req, about, {
    lookAgainAt: again?.toISOString() ?? null,
    lookedAt: new Date().toISOString(),
    lookedBy: editorOf(req),
  });
  await recordAction(req, { action: 'confirmed', collection, document: id, title });
  return answer(req);
}

const PATH = '/portal-review/:collection/:id';
const post = (name: string, handler: Endpoint['handler']): Endpoint => ({
  path: `${PATH}/${name}`,
  method: 'post',
  handler,
});

/**
 * `GET /portal-review/{collection}/{id}`: the review of a document. `POST …/submit` with `{ note, assignee }`, `…/cancel`,
 * `…/approve` and `…/send-back` with `{ reason }`, `…/confirm` with `{ at }`, the time to look again (ISO 8601) or null. With `newest`, the newest state must have that time.
 */
export const reviewEndpoints: Endpoint[] = [
  { path: PATH, method: 'get', handler: answer },
  post('submit', submit),
  post('cancel', cancel),
  post('approve', decides('approved')),
  post('send-back', decides('sentBack')),
  post('confirm', confirm),
];
