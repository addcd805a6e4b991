import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig, Where, WhereField } from 'payload';
import { portalOf, slugOf } from '../../../collections/portal/portal.ts';
import { titleOf } from '../../payload/i18n/bilingual.ts';
import { type MainRow, type PublicationStatus, statusesOf } from '../publication/states.ts';
import { isWithdrawal, type TimedVersion } from '../publication/versions.ts';

/** The number of documents that a panel names. Further ones are counted. */
const MAX_NAMED = 6;

/** The number of versions that are read to find the latest documents, since one document may have many. */
const MAX_READ = 100;

export interface NamedDocument {
  /** The slug of its collection. */
  collection: string;
  id: string;
  title: string;
}

/** A change of a document by a user. */
export interface Change extends NamedDocument {
  /** The name of the user; null if it is not known. */
  by: string | null;
  /** ISO 8601. */
  at: string;
  /** The present state of the document. */
  standing: PublicationStatus;
}

/** The latest changes and their total number. */
export interface Changes {
  changes: Change[];
  total: number;
}

/** The list collections whose documents the user may all read. */
export async function readableCollections(req: PayloadRequest): Promise<SanitizedCollectionConfig[]> {
  const portal = portalOf(req.payload.config);
  const configs = portal.lists.flatMap(
    ({ key }) => req.payload.collections[slugOf(portal, key)]?.config ?? [],
  );
  const rights = await Promise.all(
    configs.map(({ access }) => Promise.all([access.read({ req }), access.readVersions?.({ req }) ?? true])),
  );
  return configs.filter((_, at) => rights[at]?.every((right) => right === true));
}

/** The title of a document in the admin, or its number on the portal. */
export function nameOf({ admin }: SanitizedCollectionConfig, document: Record<string, unknown>): string {
  const { api_id, id } = document;
  return titleOf(admin, document) ?? `#${api_id ?? id}`;
}

/**
 * Documents whose newest version is a draft of such an editor, latest first. Documents that were unpublished and not changed
 * since are left out.
 */
export async function drafts(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
  editedBy: WhereField,
): Promise<Changes> {
  const where: Where[] = [
    { latest: { equals: true } },
    { 'version._status': { equals: 'draft' } },
    { 'version.edited_by': editedBy },
  ];
  const found = await inEach(collections, async (config) =>
    (await versions(req, config, where, 0)).filter((each) => !isWithdrawal(each)),
  );
  return { changes: await named(req, found.slice(0, MAX_NAMED)), total: found.length };
}

/** The latest published documents, each once. Publications by imports are left out. */
export async function publications(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
): Promise<Change[]> {
  const published: Where[] = [
    { 'version._status': { equals: 'published' } },
    { 'version.edited_by': { exists: true } },
  ];
  const found = await inEach(collections, (config) => versions(req, config, published, MAX_READ));
  const first = found.filter(
    (each, at) =>
      found.findIndex(({ config, parent }) => config === each.config && parent === each.parent) === at,
  );
  return named(req, first.slice(0, MAX_NAMED));
}

interface FoundVersion extends TimedVersion {
  config: SanitizedCollectionConfig;
  parent: number | string;
  /** `updatedAt` is the time of the save. A copied version itself has a later time. */
  version: Record<string, unknown> & { edited_by?: string | null; updatedAt: string };
}

/** The results of all collections, latest first. */
async function inEach(
  collections: readonly SanitizedCollectionConfig[],
  find: (config: SanitizedCollectionConfig) => Promise<FoundVersion[]>,
): Promise<FoundVersion[]> {
  const found = await Promise.all(collections.filter(({ versions }) => versions?.drafts).map(find));
  return found.flat().sort((one, other) => timeOf(other).localeCompare(timeOf(one)));
}

const timeOf = ({ version }: FoundVersion) => new Date(version.updatedAt).toISOString();

async function versions(
  req: PayloadRequest,
  config: SanitizedCollectionConfig,
  where: Where[],
  limit: number,
): Promise<FoundVersion[]> {
  const inUse: Where[] = config.trash ? [{ 'version.deletedAt': { exists: false } }] : [];
  const title = config.admin.useAsTitle ?? 'id';
  // `edited_by` may be hidden, so access is overridden. The caller has checked the rights.
  const { docs } = await req.payload.findVersions({
    collection: config.slug as CollectionSlug,
    depth: 0,
    limit,
    overrideAccess: true,
    pagination: false,
    req,
    select: {
      parent: true,
      createdAt: true,
      updatedAt: true,
      version: { [title]: true, api_id: true, createdAt: true, edited_by: true, updatedAt: true },
    } as never,
    showHiddenFields: true,
    sort: '-version.updatedAt',
    where: { and: [...where, ...inUse] },
  });
  return (docs as unknown as Omit<FoundVersion, 'config'>[]).map((each) => ({ ...each, config }));
}

/** Converts versions to changes of their documents. */
async function named(req: PayloadRequest, found: readonly FoundVersion[]): Promise<Change[]> {
  const changes = found.map(async (each): Promise<Change> => {
    const { config, parent, version } = each;
    const { docs } = await req.payload.db.find<MainRow>({
      collection: config.slug,
      limit: 1,
      req,
      select: { _status: true, deletedAt: true },
      where: { id: { equals: parent } },
    });
    const id = String(parent);
    const standing = (await statusesOf(req, config, docs)).get(id) ?? 'draft';
    const [title, at] = [nameOf(config, version), timeOf(each)];
    return { collection: config.slug, id, title, by: version.edited_by ?? null, at, standing };
  });
  return Promise.all(changes);
}
