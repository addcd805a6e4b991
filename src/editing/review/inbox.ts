import type { BasePayload, CollectionSlug, PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { pagesByTime } from '../../payload/database/pagesByTime.ts';
import { titleOf } from '../../payload/i18n/bilingual.ts';
import { hasReviews, publishersOf, REVIEWS, type ReviewRow } from './reviews.ts';
import { isApproved } from './secondEyes.ts';

/** A row of the inbox. */
export interface InboxRow {
  collection: string;
  id: string;
  title: string;
  at: string;
  by: string | null;
  note: string | null;
}

/** The first rows of a kind, the oldest first. */
export interface InboxRows {
  rows: InboxRow[];
  hasMore: boolean;
}

export interface Inbox {
  /** What waits for this user's approval. */
  submitted: InboxRows;
  /** What this user has submitted, and was sent back. */
  sentBack: InboxRows;
  /** What was approved, and is not published. */
  approved: InboxRows;
  /** What is to be looked at again by now. */
  lookAgain: InboxRows;
}

/** Rows that are read at a time, at least. */
const PAGE = 20;

/**
 * The first of the rows that `read` gives and `leave` leaves: rows that no longer count do not hide those behind them.
 * @param by the time by which the rows are sorted: its path for the database, and what it is of a row
 * @param read up to `limit` rows; `after` is beside its own conditions
 */
async function first<Row extends { id: number | string }>(
  limit: number,
  by: { path: string; of(row: Row): unknown },
  read: (after: Where[], limit: number) => Promise<Row[]>,
  leave: (rows: Row[]) => Promise<InboxRow[]>,
): Promise<InboxRows> {
  const size = Math.max(PAGE, limit + 1);
  const found: InboxRow[] = [];
  const pages = { path: by.path, timeOf: by.of, size, read: (after: Where[]) => read(after, size) };
  for await (const rows of pagesByTime(pages)) {
    found.push(...(await leave(rows)));
    if (found.length > limit) break;
  }
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
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
  const { payload } = req;
  if (!hasReviews(payload)) return undefined;
  const me = String(req.user?.id ?? '');
  const mayReview = await may.review(req);
  const own: Where = { requestedById: { equals: me } };
  // What waits for somebody who no longer publishes waits for all.
  const others = mayReview ? (await publishersOf(req)).map(({ id }) => id).filter((id) => id !== me) : [];
  const forMe: Where = { or: [{ assignee: { exists: false } }, { assignee: { not_in: others } }] };
  const readable: Where = { collectionSlug: { in: collections.map(({ slug }) => slug) } };
  const kind = (conditions: Where[], { at, by, note, waits = isDraft }: Kind) =>
    first(
      limit,
      { path: at, of: (row: ReviewRow) => row[at] },
      async (after, most) => {
        const where = { and: [readable, ...conditions, ...after] };
        const options = { collection: REVIEWS, limit: most, pagination: false, sort: at, where };
        return (await payload.db.find<ReviewRow>(options)).docs;
      },
      async (rows) => {
        const newest = await newestOf(payload, rows);
        const waiting = rows.filter((row) => {
          const found = newest.get(`${row.collectionSlug} ${row.document}`);
          return found && !found.deletedAt && waits(found, row);
        });
        return waiting.map((row) => ({
          collection: row.collectionSlug,
          id: row.document,
          title: row.title,
          at: row[at] ?? '',
          by: row[by],
          note: note ? row[note] : null,
        }));
      },
    );
  const none = { rows: [], hasMore: false };
  const state = (is: ReviewRow['state']): Where => ({ state: { equals: is } });
  const due: Where = { lookAgainAt: { less_than_equal: new Date().toISOString() } };
  const decided = { at: 'decidedAt', by: 'decidedBy', note: 'reason' } as const;
  const [submitted, sentBack, approved, lookAgain] = await Promise.all([
    mayReview
      ? kind([state('requested'), forMe], { at: 'requestedAt', by: 'requestedBy', note: 'note' })
      : none,
    kind([state('sentBack'), own], decided),
    kind([state('approved'), ...(mayReview ? [] : [own])], {
      ...decided,
      waits: (newest, row) => isDraft(newest) && isApproved(row, newest),
    }),
    kind([due], { at: 'lookAgainAt', by: 'lookedBy', waits: isShown }),
  ]);
  return { submitted, sentBack, approved, lookAgain };
}

/** What a kind of rows shows. */
interface Kind {
  at: 'decidedAt' | 'lookAgainAt' | 'requestedAt';
  by: 'decidedBy' | 'lookedBy' | 'requestedBy';
  /** @default none */
  note?: 'note' | 'reason';
  /** Whether a row still waits, by the newest version of its document. @default while that is a draft */
  waits?(newest: Newest, row: ReviewRow): boolean;
}

interface Newest {
  _status?: string;
  deletedAt?: string | null;
  updatedAt: string;
  standing?: string | null;
}

const isDraft = ({ _status }: Newest) => _status === 'draft';

/** What is not published says nothing that could be true. */
const isShown = ({ standing }: Newest) => standing !== 'withdrawn' && standing !== 'draft';

/** The newest versions of the documents of rows, by collection and id. */
async function newestOf(
  { db }: Pick<BasePayload, 'db'>,
  rows: readonly ReviewRow[],
): Promise<Map<string, Newest>> {
  const newest = new Map<string, Newest>();
  for (const slug of new Set(rows.map(({ collectionSlug }) => collectionSlug))) {
    const ids = rows.flatMap((row) => (row.collectionSlug === slug ? row.document : []));
    const { docs } = await db.findVersions({
      collection: slug as CollectionSlug,
      limit: 0,
      pagination: false,
      select: { parent: true, version: { _status: true, deletedAt: true, updatedAt: true, standing: true } },
      where: { and: [{ parent: { in: ids } }, { latest: { equals: true } }] },
    });
    for (const { parent, version } of docs as unknown as { parent: unknown; version: Newest }[])
      newest.set(`${slug} ${parent}`, version);
  }
  return newest;
}

interface OldVersion {
  id: number | string;
  parent: number | string;
  version: Record<string, unknown>;
}

const YEAR = 366 * 24 * 60 * 60_000;

/**
 * Published documents that nobody has changed, or looked at, for a year, the oldest first; those with a newer draft are not among them.
 * @param limit of all collections together
 */
export async function unseenForYear(
  { payload }: PayloadRequest,
  collections: readonly Pick<SanitizedCollectionConfig, 'admin' | 'slug' | 'trash' | 'versions'>[],
  limit: number,
): Promise<InboxRows> {
  if (!hasReviews(payload)) return { rows: [], hasMore: false };
  const before = new Date(Date.now() - YEAR).toISOString();
  const reviewed = collections.filter(({ versions }) => versions?.drafts);
  const all = await Promise.all(
    reviewed.map(({ admin, slug, trash }) =>
      first(
        limit,
        { path: 'version.updatedAt', of: ({ version }: OldVersion) => version.updatedAt },
        async (after, most) => {
          const { docs } = await payload.db.findVersions({
            collection: slug as CollectionSlug,
            limit: most,
            pagination: false,
            select: {
              parent: true,
              version: { [admin.useAsTitle ?? 'id']: true, updatedAt: true },
            } as never,
            // As the index of the list views has it, backwards: MongoDB would sort everything that is old.
            sort: ['version.updatedAt', 'createdAt'],
            where: {
              and: [
                { latest: { equals: true } },
                { 'version._status': { equals: 'published' } },
                ...(trash ? [{ 'version.deletedAt': { exists: false } }] : []),
                { 'version.updatedAt': { less_than: before } },
                ...after,
              ],
            },
          });
          return docs as OldVersion[];
        },
        async (docs) => {
          const looked = await payload.db.find<ReviewRow>({
            collection: REVIEWS,
            limit: 0,
            pagination: false,
            select: { document: true },
            where: {
              and: [
                { key: { in: docs.map(({ parent }) => `${slug} ${parent}`) } },
                { lookedAt: { greater_than: before } },
              ],
            },
          });
          const seen = new Set(looked.docs.map(({ document }) => document));
          return docs.flatMap(({ parent, version }): InboxRow[] => {
            const id = String(parent);
            if (seen.has(id)) return [];
            const [title, at] = [titleOf(admin, version) ?? id, String(version.updatedAt)];
            return [{ collection: slug, id, title, at, by: null, note: null }];
          });
        },
      ),
    ),
  );
  const rows = all.flatMap((found) => found.rows);
  rows.sort((one, other) => new Date(one.at).getTime() - new Date(other.at).getTime());
  return {
    rows: rows.slice(0, limit),
    hasMore: rows.length > limit || all.some(({ hasMore }) => hasMore),
  };
}
