import type { CollectionSlug, PayloadRequest } from 'payload';
import { portalOf, standsPublished } from '../../../collections/portal/portal.ts';
import { fieldsWithRole } from '../../../collections/portal/roles.ts';
import { formatTime } from '../../payload/i18n/zonedTime.ts';

/** More than the number of versions kept, except for documents that were published very often. */
const MAX_VERSIONS = 500;

/** A version of a document in the list of versions. */
export interface ShownVersion {
  id: number | string;
  /** `updatedAt` of the document in it (ISO 8601), by which the audit log names a version. */
  at: string;
  /** The formatted time. */
  time: string;
  /** The name of the user; null for imports. */
  by: string | null;
  /** `current`: published now. `former`: published earlier. `withdrawal`: unpublished. */
  status: 'autosave' | 'current' | 'draft' | 'former' | 'withdrawal';
}

/** A version with its times. */
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

/** The versions of a document that the request's user may read, newest first. */
export async function versionsOf(
  req: PayloadRequest,
  slug: string,
  parent: number | string,
): Promise<ShownVersion[]> {
  const { i18n, payload } = req;
  const readable = await payload.findVersions({
    collection: slug as CollectionSlug,
    depth: 0,
    limit: MAX_VERSIONS,
    overrideAccess: false,
    pagination: false,
    req,
    select: {},
    sort: '-updatedAt',
    where: { parent: { equals: parent } },
  });
  const ids = readable.docs.map(({ id }) => id);
  const [autosaved] = fieldsWithRole(payload.collections[slug]?.config.flattenedFields ?? [], 'autosaved');
  // Directly from the database, to read hidden fields and no texts.
  const version = {
    _status: true,
    createdAt: true,
    updatedAt: true,
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
  const isLive = await standsPublished(req, slug, parent);
  const current = isLive && docs.find(({ version }) => version._status !== 'draft')?.id;
  const style = { timeZone: portalOf(payload.config).timeZone, language: i18n.language };
  return docs.map((each): ShownVersion => {
    const { id, autosave, updatedAt, version } = each;
    const isAutomatic = autosave || (autosaved && version[autosaved.name]);
    const draft = isAutomatic ? 'autosave' : isWithdrawal(each) ? 'withdrawal' : 'draft';
    const published = id === current ? 'current' : 'former';
    const status = version._status === 'draft' ? draft : published;
    const at = new Date(version.updatedAt as string).toISOString();
    return { id, at, time: formatTime(updatedAt, style), by: version.edited_by ?? null, status };
  });
}

/**
 * True if a version is the result of an unpublish. Payload unpublishes by overwriting an existing version, so that version was
 * created before it was last written. A restored version looks similar, but was created at the document's own time.
 */
export function isWithdrawal({ createdAt, updatedAt, version }: TimedVersion): boolean {
  const [made, written] = [Date.parse(createdAt), Date.parse(updatedAt)];
  return made < written && made !== Date.parse(String(version.createdAt));
}
