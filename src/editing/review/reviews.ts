import { randomUUID } from 'node:crypto';
import type {
  BasePayload,
  CollectionAfterDeleteHook,
  CollectionConfig,
  CollectionSlug,
  Field,
  PayloadRequest,
} from 'payload';
import { noAccess } from '../../../collections/access/index.ts';
import { PUBLISHERS } from '../../../collections/policies/may.ts';
import { editorKeyOf, portalOf } from '../../../collections/portal/portal.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import type { Addition } from '../withAdditions.ts';

/** The slug of the collection with the state of reviews. */
export const REVIEWS = 'portal-reviews';

/** The state of a document beside its drafts. Who did what before is in the audit log. */
export interface ReviewRow {
  id: number | string;
  collectionSlug: string;
  document: string;
  /** `none`: published since, or never submitted. */
  state: 'approved' | 'none' | 'requested' | 'sentBack';
  requestedBy: string | null;
  /** The key of the user (`editorKeyOf`), since names may change and be shared; null once it is published. */
  requestedByKey: string | null;
  requestedAt: string | null;
  note: string | null;
  /** Whom it waits for, by id and name; null for all who publish. */
  assignee: string | null;
  assigneeName: string | null;
  decidedBy: string | null;
  decidedByKey: string | null;
  decidedAt: string | null;
  reason: string | null;
  /** The digest of what was approved: see `Authorship`. */
  digest: string | null;
  urgentBy: string | null;
  urgentAt: string | null;
  urgentReason: string | null;
  /** Another one with each change: what a decision names, so that it is about the state that was seen. */
  revision: string;
}

export type ReviewValues = Partial<Omit<ReviewRow, 'collectionSlug' | 'document' | 'id' | 'revision'>>;

const text = (name: string, index = false): Field => ({ name, type: 'text', index, maxLength: 10_000 });

const time = (name: string, index = false): Field => ({ name, type: 'date', index });

/** One row for each document that was ever submitted. Nobody reads it but the plugin. */
export const Reviews: CollectionConfig = {
  slug: REVIEWS,
  labels: {
    singular: bilingual('Έγκριση', 'Review'),
    plural: bilingual('Εγκρίσεις', 'Reviews'),
  },
  access: noAccess,
  admin: { hidden: true },
  lockDocuments: false,
  timestamps: false,
  fields: [
    { name: 'key', type: 'text', unique: true },
    text('collectionSlug'),
    text('document'),
    text('state', true),
    text('requestedBy'),
    text('requestedByKey', true),
    time('requestedAt'),
    text('note'),
    text('assignee'),
    text('assigneeName'),
    text('decidedBy'),
    text('decidedByKey'),
    time('decidedAt'),
    text('reason'),
    text('digest'),
    text('urgentBy'),
    time('urgentAt'),
    text('urgentReason'),
    text('revision'),
  ],
};

const keyOf = (collection: string, id: number | string) => `${collection} ${id}`;

export function hasReviews({ collections }: BasePayload): boolean {
  return REVIEWS in collections;
}

/** The row of a document, in the transaction of the request where there is one. */
export async function reviewOf(
  req: Pick<PayloadRequest, 'payload'> & Partial<PayloadRequest>,
  collection: string,
  id: number | string,
): Promise<ReviewRow | undefined> {
  if (!hasReviews(req.payload)) return undefined;
  const found = { collection: REVIEWS, req: req as PayloadRequest };
  const where = { key: { equals: keyOf(collection, id) } };
  return (await req.payload.db.findOne<ReviewRow>({ ...found, where })) ?? undefined;
}

/** The rows of some documents, by the ids of these. */
export async function reviewsOf(
  { payload }: PayloadRequest,
  collection: string,
  ids: readonly (number | string)[],
): Promise<Map<string, ReviewRow>> {
  if (ids.length === 0 || !hasReviews(payload)) return new Map();
  const where = { key: { in: ids.map((id) => keyOf(collection, id)) } };
  const found = { collection: REVIEWS, limit: 0, pagination: false, where };
  const { docs } = await payload.db.find<ReviewRow>(found);
  return new Map(docs.map((row) => [row.document, row]));
}

/**
 * Changes the row of a document, which the first change makes, in one step.
 * @param of its `review` is the row that was read, if there was one
 * @returns the row as it is then; undefined, with nothing changed, if somebody else has changed it since
 */
export async function keepReview(
  req: PayloadRequest,
  of: { collection: string; id: number | string; review: ReviewRow | undefined },
  values: ReviewValues,
): Promise<ReviewRow | undefined> {
  const { db } = req.payload;
  const key = keyOf(of.collection, of.id);
  const data = { ...values, revision: randomUUID() };
  if (of.review) {
    const where = { key: { equals: key }, revision: { equals: of.review.revision } };
    // MongoDB's is one step anyway.
    const options = { atomic: true };
    const args = { collection: REVIEWS, data, options, req, where } as never;
    return ((await db.updateOne(args)) as unknown as ReviewRow | null) ?? undefined;
  }
  const about = { key, collectionSlug: of.collection, document: String(of.id) };
  try {
    const made = { state: 'none', ...about, ...data };
    return (await db.create({ collection: REVIEWS, data: made, req })) as unknown as ReviewRow;
  } catch (error) {
    // The key is unique: somebody else has made the row meanwhile.
    if (error instanceof Error && error.name === 'ValidationError') return undefined;
    throw error;
  }
}

/**
 * Whether somebody else has decided something, submitted it, or taken it back, since a review was seen. A publication is another state
 * of the document.
 * @param seen its revision as it was seen; undefined if that is not said
 */
export function isUnseen(req: PayloadRequest, review: ReviewRow | undefined, seen: unknown): boolean {
  if (!review || seen === undefined || seen === review.revision) return false;
  const isDecided = review.state === 'approved' || review.state === 'sentBack';
  const by = isDecided ? review.decidedByKey : review.requestedByKey;
  return Boolean(by) && by !== editorKeyOf(req);
}

/** The id of the user who has submitted a document. */
export const requesterOf = ({ requestedByKey }: ReviewRow): string => requestedByKey?.split(' ')[1] ?? '';

export const dropReviewOfDeleted: CollectionAfterDeleteHook = async ({ collection, id, req }) => {
  const where = { key: { equals: keyOf(collection.slug, id) } };
  if (hasReviews(req.payload)) await req.payload.db.deleteMany({ collection: REVIEWS, req, where });
};

/** The button for approval and for looking again in the forms of a list. */
export const reviewOfForm: Addition = { controls: ['payload-portal-content/client#Review'] };

export interface Person {
  id: string;
  name: string;
}

/** Who publishes beside the user of a request, 200 at most; nobody where the users are not the plugin's own. */
export async function otherPublishers(req: PayloadRequest): Promise<Person[]> {
  const { payload } = req;
  const { users } = portalOf(payload.config);
  if (users === undefined) return [];
  const { docs } = await payload.find({
    collection: users as CollectionSlug,
    depth: 0,
    overrideAccess: true,
    limit: 200,
    pagination: false,
    select: { name: true, email: true } as never,
    sort: 'name',
    where: PUBLISHERS,
  });
  return (docs as unknown as { id: unknown; name?: string }[])
    .filter(({ id }) => `${users} ${id}` !== editorKeyOf(req))
    .map(({ id, name }) => ({ id: String(id), name: name ?? '' }));
}
