import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig, Where, WhereField } from 'payload';
import { portalOf, slugOf } from '../../../collections/portal/portal.ts';
import { titleOf } from '../../i18n/titleOf.ts';
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
export interface Change extends NamedDocument {
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
    named(req, config, await versions(req, config, where, 0), { withdrawals: false }),
  );
  return { changes: found.slice(0, NAMED), total: found.length };
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
  const found = await inEach(collections, async (config) => {
    const latest = new Map<string, Version>();
    // One document may have more versions than are named.
    for (let more = true; more && latest.size < NAMED; ) {
      const others: Where = { parent: { not_in: [...latest.values()].map(({ parent }) => parent) } };
      const page = await versions(req, config, [...published, others], NAMED);
      for (const each of page) if (!latest.has(String(each.parent))) latest.set(String(each.parent), each);
      more = page.length > 0;
    }
    return named(req, config, [...latest.values()], { withdrawals: true });
  });
  return found.slice(0, NAMED);
}

interface Version {
  parent: number | string;
  /** With the time of the save that it is of. A copy of a version has a later one itself. */
  version: Record<string, unknown> & { edited_by?: string | null; updatedAt: string };
}

/** What is found in each collection, the latest first. */
async function inEach(
  collections: readonly SanitizedCollectionConfig[],
  find: (config: SanitizedCollectionConfig) => Promise<Change[]>,
): Promise<Change[]> {
  const found = await Promise.all(collections.filter(({ versions }) => versions?.drafts).map(find));
  return found.flat().sort((one, other) => other.at.localeCompare(one.at));
}

async function versions(
  req: PayloadRequest,
  config: SanitizedCollectionConfig,
  where: Where[],
  limit: number,
): Promise<Version[]> {
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
      version: { [title]: true, api_id: true, edited_by: true, updatedAt: true },
    } as never,
    showHiddenFields: true,
    sort: '-version.updatedAt',
    where: { and: [...where, ...inUse] },
  });
  return docs as unknown as Version[];
}

/** Versions as changes of their documents. */
async function named(
  req: PayloadRequest,
  config: SanitizedCollectionConfig,
  versions: readonly Version[],
  { withdrawals }: { withdrawals: boolean },
): Promise<Change[]> {
  const { docs } = await req.payload.db.find<MainRow & { updatedAt: string }>({
    collection: config.slug,
    limit: 0,
    pagination: false,
    req,
    select: { _status: true, deletedAt: true, updatedAt: true },
    where: { id: { in: versions.map(({ parent }) => parent) } },
  });
  const standings = await standingsOf(req, config, docs);
  return versions.flatMap(({ parent, version }) => {
    const id = String(parent);
    const at = new Date(version.updatedAt).toISOString();
    const standing = standings.get(id) ?? 'draft';
    const row = docs.find((each) => String(each.id) === id);
    // A draft leaves the document itself alone.
    const isWithdrawal =
      standing === 'withdrawn' && row !== undefined && new Date(row.updatedAt) >= new Date(at);
    if (isWithdrawal && !withdrawals) return [];
    const title = nameOf(config, version);
    return [{ collection: config.slug, id, title, by: version.edited_by ?? null, at, standing }];
  });
}
