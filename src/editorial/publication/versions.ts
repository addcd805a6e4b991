import type { CollectionSlug, PayloadRequest } from 'payload';
import { portalOf } from '../../../collections/portal/portal.ts';
import { isPublished } from '../../../collections/portal/published.ts';
import { fieldsWithRole } from '../../../collections/portal/roles.ts';
import { formatTime } from '../../i18n/zonedTime.ts';

/** More than are kept, but for documents that were published very often. */
const MOST = 500;

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

/** When a version was made, and its document. */
export interface TimedVersion {
  createdAt: string;
  updatedAt: string;
  version: Record<string, unknown>;
}

type Version = TimedVersion & {
  id: number | string;
  autosave?: boolean | null;
  version: Record<string, unknown> & { edited_by?: string | null };
};

/** The versions of a document that the request's user may read, the newest first. */
export async function versionsOf(
  req: PayloadRequest,
  slug: string,
  parent: number | string,
): Promise<ShownVersion[]> {
  const { i18n, payload } = req;
  const readable = await payload.findVersions({
    collection: slug as CollectionSlug,
    depth: 0,
    limit: MOST,
    overrideAccess: false,
    pagination: false,
    req,
    select: {},
    sort: '-updatedAt',
    where: { parent: { equals: parent } },
  });
  const ids = readable.docs.map(({ id }) => id);
  const [autosaved] = fieldsWithRole(payload.collections[slug]?.config.flattenedFields ?? [], 'autosaved');
  // Without the texts of the versions, and with hidden fields.
  const version = {
    _status: true,
    createdAt: true,
    edited_by: true,
    [autosaved?.name ?? 'id']: true,
  } as const;
  const found = await payload.db.findVersions({
    collection: slug,
    limit: 0,
    pagination: false,
    req,
    select: { autosave: true, createdAt: true, updatedAt: true, version },
    sort: '-updatedAt',
    where: { id: { in: ids } },
  });
  const docs = found.docs as unknown as Version[];
  const main = await payload.db.findOne<Record<string, unknown> & { id: string }>({
    collection: slug,
    req,
    select: { _status: true, deletedAt: true },
    where: { id: { equals: parent } },
  });
  const config = payload.collections[slug]?.config;
  const isLive = config && main && isPublished(config, main);
  const current = isLive && docs.find(({ version }) => version._status === 'published')?.id;
  const style = { timeZone: portalOf(payload.config).timeZone, language: i18n.language };
  return docs.map((each): ShownVersion => {
    const { id, autosave, updatedAt, version } = each;
    const isAutomatic = autosave || (autosaved && version[autosaved.name]);
    const draft = isAutomatic ? 'autosave' : isWithdrawal(each) ? 'withdrawal' : 'draft';
    const published = id === current ? 'current' : 'former';
    const status = version._status === 'published' ? published : draft;
    return { id, time: formatTime(updatedAt, style), by: version.edited_by ?? null, status };
  });
}

/**
 * Payload writes a withdrawal over a version that is there, and no other draft: so its version is older than what it says. One
 * that a restore has made has the document's own time.
 */
export function isWithdrawal({ createdAt, updatedAt, version }: TimedVersion): boolean {
  const [made, written] = [Date.parse(createdAt), Date.parse(updatedAt)];
  return made < written && made !== Date.parse(String(version.createdAt));
}
