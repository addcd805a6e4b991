import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig, Where, WhereField } from 'payload';
import { portalOf, slugOf } from '../../../collections/portal/portal.ts';
import { titleOf } from '../../i18n/titleOf.ts';
import { type MainRow, type Standing, standingsOf } from '../publication/states.ts';
import { isWithdrawal, type TimedVersion } from '../publication/versions.ts';

/** Documents that a part of the dashboard names; more are counted. */
const NAMED = 6;

/** Publications among which the last documents are looked for: one of them may have been published often. */
const LOOKED_AT = 100;

/** A document, as the dashboard names it. */
export interface NamedDocument {
  /** The slug of its collection. */
  collection: string;
  id: string;
  title: string;
}

/** What somebody has made of a document. */
export interface Change extends NamedDocument {
  /** By what users are called in the admin; null where no user was noted. */
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
export function nameOf({ admin }: SanitizedCollectionConfig, document: Record<string, unknown>): string {
  const { api_id, id } = document;
  return titleOf(admin, document) ?? `#${api_id ?? id}`;
}

/**
 * Documents whose newest version is a draft that such a query finds, the latest first. One that was withdrawn and not changed
 * since is none.
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
  return { changes: await named(req, found.slice(0, NAMED)), total: found.length };
}

/** What was published last, and by whom, each document once. What an import has published is left out. */
export async function publications(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
): Promise<Change[]> {
  const published: Where[] = [
    { 'version._status': { equals: 'published' } },
    { 'version.edited_by': { exists: true } },
  ];
  const found = await inEach(collections, (config) => versions(req, config, published, LOOKED_AT));
  const first = found.filter(
    (each, at) =>
      found.findIndex(({ config, parent }) => config === each.config && parent === each.parent) === at,
  );
  return named(req, first.slice(0, NAMED));
}

interface Found extends TimedVersion {
  config: SanitizedCollectionConfig;
  parent: number | string;
  /** With the time of the save that it is of. A copy of a version has a later one itself. */
  version: Record<string, unknown> & { edited_by?: string | null; updatedAt: string };
}

/** What is found in each collection, the latest first. */
async function inEach(
  collections: readonly SanitizedCollectionConfig[],
  find: (config: SanitizedCollectionConfig) => Promise<Found[]>,
): Promise<Found[]> {
  const found = await Promise.all(collections.filter(({ versions }) => versions?.drafts).map(find));
  return found.flat().sort((one, other) => timeOf(other).localeCompare(timeOf(one)));
}

const timeOf = ({ version }: Found) => new Date(version.updatedAt).toISOString();

async function versions(
  req: PayloadRequest,
  config: SanitizedCollectionConfig,
  where: Where[],
  limit: number,
): Promise<Found[]> {
  const inUse: Where[] = config.trash ? [{ 'version.deletedAt': { exists: false } }] : [];
  const title = config.admin.useAsTitle ?? 'id';
  // Who has edited it stands in a hidden field: the rights have been asked for.
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
  return (docs as unknown as Omit<Found, 'config'>[]).map((each) => ({ ...each, config }));
}

/** Versions as changes of their documents. */
async function named(req: PayloadRequest, found: readonly Found[]): Promise<Change[]> {
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
    const standing = (await standingsOf(req, config, docs)).get(id) ?? 'draft';
    const [title, at] = [nameOf(config, version), timeOf(each)];
    return { collection: config.slug, id, title, by: version.edited_by ?? null, at, standing };
  });
  return Promise.all(changes);
}
