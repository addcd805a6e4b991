import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig, Where, WhereField } from 'payload';
import { portalOf, slugOf } from '../../collections/portal.ts';
import { type MainRow, type Standing, standingsOf } from '../publication/states.ts';

/** Documents that a part of the dashboard names; more are counted. */
const NAMED = 6;

/** A document, as the dashboard names it. */
export interface NamedDocument {
  /** The slug of its collection. */
  collection: string;
  id: string;
  title: string;
}

/** What somebody has made of a document. */
interface Change extends NamedDocument {
  /** By what users are called in the admin; null where nobody was noted. */
  by: string | null;
  /** ISO 8601. */
  at: string;
  /** How the document stands now. */
  standing: Standing;
}

/** The latest of them, and how many there are. */
export interface Changes {
  changes: Change[];
  total: number;
}

/** The collections of the lists that the request's user may read whole. */
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

/** The title that a document has in the admin, or the number that the portal knows it by. */
export function titleOf({ admin }: SanitizedCollectionConfig, document: Record<string, unknown>): string {
  const { api_id, id } = document;
  return String(document[admin.useAsTitle ?? 'id'] || `#${api_id ?? id}`);
}

/** Documents whose newest version is a draft that such a query finds, the latest first. */
export function drafts(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
  editedBy: WhereField,
): Promise<Changes> {
  const where: Where[] = [
    { latest: { equals: true } },
    { 'version._status': { equals: 'draft' } },
    { 'version.edited_by': editedBy },
  ];
  return changes(req, collections, where);
}

/** What was published last, and by whom. What an import has published is left out. */
export function publications(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
): Promise<Changes> {
  const where: Where[] = [
    { 'version._status': { equals: 'published' } },
    { 'version.edited_by': { exists: true } },
  ];
  return changes(req, collections, where);
}

interface Version {
  parent: number | string;
  updatedAt: string;
  version: Record<string, unknown> & { edited_by?: string | null };
}

async function changes(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
  where: Where[],
): Promise<Changes> {
  const found = await Promise.all(collections.map((each) => changesOf(req, each, where)));
  return {
    changes: found
      .flatMap((each) => each.changes)
      .sort((one, other) => other.at.localeCompare(one.at))
      .slice(0, NAMED),
    total: found.reduce((sum, { total }) => sum + total, 0),
  };
}

async function changesOf(
  req: PayloadRequest,
  config: SanitizedCollectionConfig,
  where: Where[],
): Promise<Changes> {
  if (!config.versions?.drafts) return { changes: [], total: 0 };
  const inUse: Where[] = config.trash ? [{ 'version.deletedAt': { exists: false } }] : [];
  const title = config.admin.useAsTitle ?? 'id';
  // Who has edited it stands in a hidden field: the rights have been asked for.
  const { docs, totalDocs } = await req.payload.findVersions({
    collection: config.slug as CollectionSlug,
    depth: 0,
    limit: NAMED,
    overrideAccess: true,
    req,
    select: {
      parent: true,
      updatedAt: true,
      version: { [title]: true, api_id: true, edited_by: true },
    } as never,
    showHiddenFields: true,
    sort: '-updatedAt',
    where: { and: [...where, ...inUse] },
  });
  const versions = docs as unknown as Version[];
  const rows = await req.payload.db.find<MainRow>({
    collection: config.slug,
    limit: NAMED,
    pagination: false,
    req,
    select: { _status: true, deletedAt: true },
    where: { id: { in: versions.map(({ parent }) => parent) } },
  });
  const standings = await standingsOf(req, config, rows.docs);
  const named = versions.map(({ parent, updatedAt, version }) => ({
    collection: config.slug,
    id: String(parent),
    title: titleOf(config, version),
    by: version.edited_by ?? null,
    at: new Date(updatedAt).toISOString(),
    standing: standings.get(String(parent)) ?? 'draft',
  }));
  return { changes: named, total: totalDocs };
}
