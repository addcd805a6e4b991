import type { BasePayload, CollectionConfig, CollectionSlug, Field, PayloadRequest } from 'payload';
import { noAccess } from '../../../collections/access/index.ts';
import { PUBLISHERS } from '../../../collections/policies/may.ts';
import { portalOf } from '../../../collections/portal/portal.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import type { Addition } from '../withAdditions.ts';

/** The slug of the collection with the state of reviews, and of what is to be looked at again. */
export const REVIEWS = 'portal-reviews';

/** The state of a document beside its drafts. Who did what before is in the audit log. */
export interface ReviewRow {
  id: number | string;
  collectionSlug: string;
  document: string;
  title: string;
  /** `none`: published since, or never submitted. */
  state: 'approved' | 'none' | 'requested' | 'sentBack';
  requestedBy: string | null;
  /** The id of the user. */
  requestedById: string | null;
  requestedAt: string | null;
  note: string | null;
  /** Whom it waits for, by id and name; null for all who publish. */
  assignee: string | null;
  assigneeName: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  reason: string | null;
  /** The `updatedAt` of the state that was approved (ISO 8601). */
  version: string | null;
  urgentBy: string | null;
  urgentAt: string | null;
  urgentReason: string | null;
  /** When somebody should look again, and when and by whom that was done last. */
  lookAgainAt: string | null;
  lookedAt: string | null;
  lookedBy: string | null;
}

type Values = Partial<Omit<ReviewRow, 'collectionSlug' | 'document' | 'id'>>;

const text = (name: string, index = false): Field => ({ name, type: 'text', index, maxLength: 10_000 });

const time = (name: string, index = false): Field => ({ name, type: 'date', index });

/** One row for each document that was ever submitted, or is to be looked at again. Nobody reads it but the plugin. */
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
    text('title'),
    text('state', true),
    text('requestedBy'),
    text('requestedById', true),
    time('requestedAt'),
    text('note'),
    text('assignee'),
    text('assigneeName'),
    text('decidedBy'),
    time('decidedAt'),
    text('reason'),
    text('version'),
    text('urgentBy'),
    time('urgentAt', true),
    text('urgentReason'),
    time('lookAgainAt', true),
    time('lookedAt', true),
    text('lookedBy'),
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
  const where = { key: { equals: keyOf(collection, id) } };
  const found = await req.payload.db.findOne<ReviewRow>({
    collection: REVIEWS,
    req: req as PayloadRequest,
    where,
  });
  return found ?? undefined;
}

/** Changes the row of a document, which the first change makes. @param of its `review` is the row, if there is one */
export async function keepReview(
  req: PayloadRequest,
  of: { collection: string; id: number | string; title: string; review: ReviewRow | undefined },
  values: Values,
): Promise<void> {
  const { db } = req.payload;
  const data = { ...values, title: of.title };
  const change = ({ id }: ReviewRow) =>
    db.updateOne({ collection: REVIEWS, id, data, req, returning: false });
  if (of.review) {
    await change(of.review);
    return;
  }
  const about = { key: keyOf(of.collection, of.id), collectionSlug: of.collection, document: String(of.id) };
  try {
    await db.create({ collection: REVIEWS, data: { state: 'none', ...about, ...data }, req });
  } catch (error) {
    // The key is unique: somebody else has made the row meanwhile.
    const isThere = error instanceof Error && error.name === 'ValidationError';
    const made = isThere ? await reviewOf(req, of.collection, of.id) : undefined;
    if (!made) throw error;
    await change(made);
  }
}

export async function dropReview(
  req: PayloadRequest,
  collection: string,
  id: number | string,
): Promise<void> {
  const where = { key: { equals: keyOf(collection, id) } };
  await req.payload.db.deleteMany({ collection: REVIEWS, req, where });
}

/** The button for approval and for looking again in the forms of a list. */
export const reviewOfForm: Addition = { controls: ['payload-portal-content/client#Review'] };

export interface Person {
  id: string;
  name: string;
}

/** Who publishes, 200 at most; nobody where the users are not the plugin's own. */
export async function publishersOf({ payload }: Pick<PayloadRequest, 'payload'>): Promise<Person[]> {
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
  return (docs as unknown as { id: unknown; name?: string }[]).map(({ id, name }) => ({
    id: String(id),
    name: name ?? '',
  }));
}
