import type { CollectionSlug, PayloadRequest } from 'payload';
import { portalOf } from '../../collections/portal.ts';
import { formatTime } from '../i18n/zonedTime.ts';
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
  /** `current`: what is published now. `former`: what was published. */
  status: 'autosave' | 'current' | 'draft' | 'former';
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
  updatedAt: string;
  version: { _status?: string; edited_by?: string | null };
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
  const select = { autosave: true, updatedAt: true, version: { _status: true, edited_by: true } } as never;
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
  const versions = (found.docs as unknown as Version[]).map(
    ({ id, autosave, updatedAt, version }): ShownVersion => {
      const published = id === current ? 'current' : 'former';
      const status = version._status === 'published' ? published : autosave ? 'autosave' : 'draft';
      return { id, time: formatTime(updatedAt, style), by: version.edited_by ?? null, status };
    },
  );
  return { versions, total: found.totalDocs, page: found.page ?? 1, pages: found.totalPages };
}
