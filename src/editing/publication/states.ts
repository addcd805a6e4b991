import type { BasePayload, CollectionSlug, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { kindOf, portalOf } from '../../../collections/portal/portal.ts';
import { fieldsWithRole } from '../../../collections/portal/roles.ts';
import { AUTHORSHIP, authorshipIn } from '../../../collections/values/content.ts';
import type { PublicationStatus as StoredStatus } from '../../../collections/values/known.ts';
import { listPath } from '../../../endpoints/http/paths.ts';
import type { ReadModelStatus } from '../../../endpoints/read-model/index.ts';
import { portalReport } from '../../changes/serving.ts';
import { titleOf } from '../../payload/i18n/bilingual.ts';
import { newestVersions } from '../../payload/versions.ts';
import { plannedFor } from '../planning/plans.ts';
import type { PlannedAction } from '../planning/words.ts';
import { type ReviewRow, reviewsOf } from '../review/reviews.ts';
import { reviewStateOf } from '../review/secondEyes.ts';

type Id = number | string;

/** The stored standing of a document; `trashed`: in the trash. */
export type PublicationStatus = StoredStatus | 'trashed';

/**
 * Why the portal does not show a published document as it is. `unlisted`: on purpose only inside other elements. `nothing`: no
 * element could be made. `last element`: the element of an earlier state is served. `last value`: an embedded document is gone,
 * and its last state is served.
 */
export type Flaw = 'unlisted' | 'nothing' | 'last element' | 'last value';

/** The status of a document. */
export interface PublicationState {
  standing: PublicationStatus;
  /** Of its draft, if that was ever submitted or decided about. An edit after an approval voids it. */
  review?: Exclude<ReviewRow['state'], 'none'>;
  flaw?: Flaw;
  /** Names of the fields whose documents are missing. */
  missing: string[];
  /** Why its element could not be made. */
  failure?: string;
  /** The time since which recent changes may be missing on the portal, in milliseconds since 1970. */
  behindSince?: number;
  planned: PlannedAction[];
  title: string;
  /** Its number on the portal. */
  apiId: number | null;
  /** The path of the list that shows it. */
  list?: string;
}

/** The fields of a document that determine its standing. */
interface MainRow {
  id: Id;
  _status?: string;
  deletedAt?: unknown;
}

interface Row extends MainRow, Record<string, unknown> {
  api_id?: number | null;
  listed?: boolean | null;
}

/**
 * The status of documents by id, for those that the request's user may read. It combines the published document, its newest
 * version, planned changes, and the report of the read models.
 */
export async function publicationStates(
  req: PayloadRequest,
  slug: string,
  ids: readonly Id[],
): Promise<Map<string, PublicationState>> {
  const { payload } = req;
  const config = payload.collections[slug]?.config;
  if (!config || ids.length === 0) return new Map();
  const collection = slug as CollectionSlug;
  const { useAsTitle = 'id' } = config.admin;
  const [{ docs }, report, planned] = await Promise.all([
    payload.find({
      collection,
      depth: 0,
      overrideAccess: false,
      pagination: false,
      req,
      select: { api_id: true, listed: true, _status: true, deletedAt: true, [useAsTitle]: true } as never,
      trash: true,
      where: { id: { in: [...ids] } },
    }),
    portalReport(payload),
    plannedFor(payload, { collection: slug, ids }),
  ]);
  const rows = docs as unknown as Row[];
  const statuses = await statusesOf(req, config, rows);
  const states = rows.map((row): [string, PublicationState] => {
    const id = String(row.id);
    const { standing, ...review } = statuses.get(id) ?? { standing: 'draft' };
    const own = planned.filter(({ document }) => document === id);
    const title = titleOf(config.admin, row) ?? id;
    return [
      id,
      { title, standing, ...review, ...onPortal(payload, slug, row, standing, report), planned: own },
    ];
  });
  return new Map(states);
}

/** The standing of documents by id, in or out of the trash, and the review of their drafts. It does not check access. */
async function statusesOf(
  req: PayloadRequest,
  { flattenedFields, slug, versions }: SanitizedCollectionConfig,
  rows: readonly MainRow[],
): Promise<Map<string, Pick<PublicationState, 'review' | 'standing'>>> {
  const names = fieldsWithRole(flattenedFields, 'standing').map(({ name }) => name);
  const ids = names.length > 0 ? rows.map(({ id }) => id) : [];
  const [newest, reviews] = await Promise.all([
    newestVersions(req, slug, ids, { fields: [...names, ...AUTHORSHIP] }),
    reviewsOf(req, slug, ids),
  ]);
  const statusOf = ({ deletedAt, _status }: MainRow, standing: unknown): PublicationStatus => {
    if (deletedAt) return 'trashed';
    if (!versions?.drafts) return 'live';
    // The main document decides: a draft may have been saved just while it was published.
    if (_status === 'published') return standing && standing !== 'live' ? 'changed' : 'live';
    return standing === 'withdrawn' ? 'withdrawn' : 'draft';
  };
  return new Map(
    rows.map((row) => {
      const id = String(row.id);
      const version = newest.get(id)?.version ?? {};
      const standing = statusOf(row, version[String(names[0])]);
      const review = reviewStateOf(reviews.get(id), authorshipIn(version));
      const isNone = review === 'none' || review === 'changedSince';
      return [
        id,
        isNone || standing === 'live' || standing === 'trashed' ? { standing } : { standing, review },
      ];
    }),
  );
}

/** The status of its element on the portal. */
function onPortal(
  payload: BasePayload,
  slug: string,
  row: Row,
  standing: PublicationStatus,
  report: ReadModelStatus | undefined,
): Pick<PublicationState, 'apiId' | 'behindSince' | 'failure' | 'flaw' | 'list' | 'missing'> {
  const apiId = row.api_id ?? null;
  if ((standing !== 'live' && standing !== 'changed') || !report) return { apiId, missing: [] };
  const portal = portalOf(payload.config);
  const key = kindOf(portal, slug);
  const isOwn = (each: { list: string; document: string }) =>
    each.list === key && each.document === String(row.id);
  const failed = report.failed.find(isOwn);
  const missing = report.missing.filter(isOwn);
  const flaw = row.listed === false ? 'unlisted' : (failed?.served ?? missing[0]?.served);
  const isShown = flaw !== 'unlisted' && flaw !== 'nothing';
  return {
    apiId,
    missing: missing.map(({ field }) => field),
    ...(flaw && { flaw }),
    ...(failed && { failure: failed.reason }),
    ...(report.state !== 'live' && { behindSince: report.since }),
    ...(isShown && { list: listPath({ key }, { prefix: portal.prefixes[0] ?? '', paths: portal.paths }) }),
  };
}
