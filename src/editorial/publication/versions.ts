import type { CollectionSlug, PayloadRequest } from 'payload';
import { portalOf } from '../../../collections/portal/portal.ts';
import { fieldsWithRole } from '../../../collections/portal/roles.ts';
import { formatTime } from '../../i18n/zonedTime.ts';
import type { MainRow } from './states.ts';

/** Versions that one page shows. */
const PAGE = 25;

/** A version of a document, as its list shows it. */
export interface ShownVersion {
  id: number | string;
  /** When it was made, in words. */
  time: string;
  /** Who made it; null for an import, and for versions of before this was noted. */
  by: string | null;
  /** `current`: what is published now. `former`: what was published. `withdrawal`: what ended that. */
  status: 'autosave' | 'current' | 'draft' | 'former' | 'withdrawal';
}

export interface VersionsPage {
  versions: ShownVersion[];
  total: number;
  page: number;
  pages: number;
}

interface Version {
  id: number | string;
  autosave?: boolean | null;
  createdAt: string;
  updatedAt: string;
  version: { _status?: string; createdAt?: string; edited_by?: string | null };
}

/**
 * The versions of a document, the newest first.
 * @throws Forbidden if the request's user may not read versions
 */
export async function versionsOf(
  req: PayloadRequest,
  slug: string,
  id: number | string,
  page: number,
): Promise<VersionsPage> {
  const { i18n, payload } = req;
  const collection = slug as CollectionSlug;
  // Without the texts of the versions.
  const version = { _status: true, createdAt: true, edited_by: true };
  const select = { autosave: true, createdAt: true, updatedAt: true, version } as never;
  const readable = { collection, depth: 0, overrideAccess: false, req, select, sort: '-updatedAt' } as const;
  const where = { parent: { equals: id } };
  const found = await payload.findVersions({ ...readable, limit: PAGE, page, where });
  const newest = await payload.findVersions({
    ...readable,
    limit: 1,
    pagination: false,
    where: { and: [where, { 'version._status': { equals: 'published' } }] },
  });
  const main = await payload.db.findOne<MainRow>({
    collection: slug,
    req,
    select: { _status: true, deletedAt: true },
    where: { id: { equals: id } },
  });
  const isLive = main?._status === 'published' && !main.deletedAt;
  const current = isLive ? newest.docs[0]?.id : undefined;
  const style = { timeZone: portalOf(payload.config).timeZone, language: i18n.language };
  const docs = found.docs as unknown as Version[];
  const automatic = await automaticOnes(req, slug, docs);
  const versions = docs.map((each): ShownVersion => {
    const { id, autosave, updatedAt, version } = each;
    const published = id === current ? 'current' : 'former';
    const draft = isWithdrawal(each) ? 'withdrawal' : 'draft';
    const other = autosave || automatic.has(String(id)) ? 'autosave' : draft;
    const status = version._status === 'published' ? published : other;
    return { id, time: formatTime(updatedAt, style), by: version.edited_by ?? null, status };
  });
  return { versions, total: found.totalDocs, page: found.page ?? 1, pages: found.totalPages };
}

/**
 * Payload writes a withdrawal over a version that is there, and no other draft: so its version is older than what it says. One
 * that a restore has made has the document's own time.
 */
function isWithdrawal({ createdAt, updatedAt, version }: Version): boolean {
  const [made, written] = [Date.parse(createdAt), Date.parse(updatedAt)];
  return made < written && made !== Date.parse(version.createdAt ?? '');
}

/** Those that the admin has saved by itself, which a hidden field says. */
async function automaticOnes(
  req: PayloadRequest,
  collection: string,
  versions: Version[],
): Promise<Set<string>> {
  const fields = req.payload.collections[collection]?.config.flattenedFields ?? [];
  const [field] = fieldsWithRole(fields, 'autosaved');
  if (!field) return new Set();
  const { docs } = await req.payload.db.findVersions({
    collection,
    limit: 0,
    pagination: false,
    req,
    select: { id: true },
    where: {
      and: [{ id: { in: versions.map(({ id }) => id) } }, { [`version.${field.name}`]: { equals: true } }],
    },
  });
  return new Set(docs.map(({ id }) => String(id)));
}
