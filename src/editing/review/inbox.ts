import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { titleOf } from '../../payload/i18n/titleOf.ts';
import { hasReviews, REVIEWS, type ReviewRow } from './reviews.ts';

/** A row of the inbox. */
export interface InboxRow {
  collection: string;
  id: string;
  title: string;
  at: string;
  by: string | null;
  note: string | null;
}

export interface Inbox {
  /** What waits for this user's approval. */
  submitted: InboxRow[];
  /** What this user has submitted, and was sent back. */
  sentBack: InboxRow[];
  /** What was approved, and is not published. */
  approved: InboxRow[];
  /** What is to be looked at again by now. */
  lookAgain: InboxRow[];
  /** Whether there is more of one kind than is shown. */
  hasMore: boolean;
}

/**
 * What waits for the request's user, the oldest first.
 * @param collections those whose documents the user may read
 * @param limit of each kind
 */
export async function inboxOf(
  req: PayloadRequest,
  collections: readonly Pick<SanitizedCollectionConfig, 'slug'>[],
  limit: number,
): Promise<Inbox | undefined> {
  if (!hasReviews(req.payload)) return undefined;
  const me = String(req.user?.id ?? '');
  const mayReview = await may.review(req);
  const own: Where = { requestedById: { equals: me } };
  const forMe: Where = { or: [{ assignee: { exists: false } }, { assignee: { equals: me } }] };
  const readable: Where = { collectionSlug: { in: collections.map(({ slug }) => slug) } };
  const rows = async (conditions: Where[], sort: keyof ReviewRow) => {
    const where = { and: [readable, ...conditions] };
    const options = { collection: REVIEWS, limit: limit + 1, pagination: false, sort, where } as const;
    return existing(req, (await req.payload.db.find<ReviewRow>(options)).docs);
  };
  const state = (is: ReviewRow['state']): Where => ({ state: { equals: is } });
  const now = new Date().toISOString();
  const [submitted, sentBack, approved, lookAgain] = await Promise.all([
    mayReview ? rows([state('requested'), forMe], 'requestedAt') : [],
    rows([state('sentBack'), own], 'decidedAt'),
    rows([state('approved'), ...(mayReview ? [] : [own])], 'decidedAt'),
    rows([{ lookAgainAt: { less_than_equal: now } }], 'lookAgainAt'),
  ]);
  const shown = (
    found: ReviewRow[],
    of: (row: ReviewRow) => Pick<InboxRow, 'at' | 'by' | 'note'>,
  ): InboxRow[] =>
    found.slice(0, limit).map((row) => ({
      collection: row.collectionSlug,
      id: row.document,
      title: row.title,
      ...of(row),
    }));
  return {
    submitted: shown(submitted, ({ note, requestedAt, requestedBy }) => ({
      at: requestedAt ?? '',
      by: requestedBy,
      note,
    })),
    sentBack: shown(sentBack, ({ decidedAt, decidedBy, reason }) => ({
      at: decidedAt ?? '',
      by: decidedBy,
      note: reason,
    })),
    approved: shown(approved, ({ decidedAt, decidedBy, reason }) => ({
      at: decidedAt ?? '',
      by: decidedBy,
      note: reason,
    })),
    lookAgain: shown(lookAgain, ({ lookAgainAt, lookedBy }) => ({
      at: lookAgainAt ?? '',
      by: lookedBy,
      note: null,
    })),
    hasMore: [submitted, sentBack, approved, lookAgain].some(({ length }) => length > limit),
  };
}

/** Without those in the trash, and without reviews of a state that is no longer the newest, or is published by now. */
async function existing({ payload }: PayloadRequest, rows: ReviewRow[]): Promise<ReviewRow[]> {
  const newest = new Map<string, { isDraft: boolean; updatedAt: number }>();
  for (const slug of new Set(rows.map(({ collectionSlug }) => collectionSlug))) {
    const ids = rows.flatMap((row) => (row.collectionSlug === slug ? row.document : []));
    const { docs } = await payload.db.findVersions({
      collection: slug as CollectionSlug,
      limit: 0,
      pagination: false,
      select: { parent: true, version: { _status: true, deletedAt: true, updatedAt: true } },
      where: { and: [{ parent: { in: ids } }, { latest: { equals: true } }] },
    });
    for (const { parent, version } of docs as unknown as { parent: unknown; version: Newest }[]) {
      if (version.deletedAt) continue;
      const updatedAt = new Date(version.updatedAt).getTime();
      newest.set(`${slug} ${parent}`, { isDraft: version._status === 'draft', updatedAt });
    }
  }
  return rows.filter(({ collectionSlug, document, state, version }) => {
    const found = newest.get(`${collectionSlug} ${document}`);
    if (!found || state === 'none') return found !== undefined;
    if (state === 'approved') return found.isDraft && new Date(version ?? 0).getTime() === found.updatedAt;
    return found.isDraft;
  });
}

interface Newest {
  _status?: string;
  deletedAt?: string | null;
  updatedAt: string;
}

const YEAR = 366 * 24 * 60 * 60_000;
const PAGE = 100;
/** More than so many pages of documents that somebody has looked at are not gone through. */
const MOST_PAGES = 20;

/** Published documents that nobody has changed, or looked at, for a year: of each collection so many, the oldest first. */
export async function unseenForYear(
  { payload }: PayloadRequest,
  collections: readonly Pick<SanitizedCollectionConfig, 'admin' | 'slug'>[],
  limit: number,
): Promise<InboxRow[]> {
  if (!hasReviews(payload)) return [];
  const before = new Date(Date.now() - YEAR).toISOString();
  const rows: InboxRow[] = [];
  for (const { admin, slug } of collections) {
    const found: InboxRow[] = [];
    for (let page = 1; page <= MOST_PAGES && found.length < limit; page += 1) {
      const { docs } = await payload.db.find<Record<string, unknown> & { id: number | string }>({
        collection: slug,
        limit: PAGE,
        page,
        // Without it, MongoDB gives the first page again.
        pagination: true,
        select: { [admin.useAsTitle ?? 'id']: true, updatedAt: true },
        sort: 'updatedAt',
        where: {
          and: [
            { _status: { equals: 'published' } },
            { deletedAt: { exists: false } },
            { updatedAt: { less_than: before } },
          ],
        },
      });
      const keys = docs.map(({ id }) => `${slug} ${id}`);
      const looked = await payload.db.find<ReviewRow>({
        collection: REVIEWS,
        limit: 0,
        pagination: false,
        where: { and: [{ key: { in: keys } }, { lookedAt: { greater_than: before } }] },
      });
      const seen = new Set(looked.docs.map(({ document }) => document));
      for (const doc of docs) {
        if (seen.has(String(doc.id))) continue;
        const title = titleOf(admin, doc) ?? String(doc.id);
        found.push({
          collection: slug,
          id: String(doc.id),
          title,
          at: String(doc.updatedAt),
          by: null,
          note: null,
        });
      }
      if (docs.length < PAGE) break;
    }
    rows.push(...found.slice(0, limit));
  }
  return rows.sort((one, other) => (new Date(one.at) < new Date(other.at) ? -1 : 1));
}
