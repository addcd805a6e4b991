import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import {
  type BasePayload,
  type CollectionSlug,
  type Endpoint,
  headersWithCors,
  NotFound,
  type PayloadRequest,
  restoreVersionOperation,
  type Where,
} from 'payload';

type Id = number | string;

/** A version of a document, from the database adapter. */
export interface Version {
  id: Id;
  /** The id of the document. */
  parent: Id;
  updatedAt: string;
  /** The document. */
  version: Record<string, unknown>;
}

/** In the transaction of the request, if it is one. */
type Reader = Pick<PayloadRequest, 'payload'> & Partial<PayloadRequest>;

interface Which {
  /** What it is like beside. */
  where?: Where[];
  /** The fields that are read of the document. @default all */
  fields?: readonly string[];
}

/** The newest version of a document, or the newest one of a kind. */
export async function newestVersion(
  reader: Reader,
  collection: string,
  id: Id,
  { where = [], fields }: Which = {},
): Promise<Version | undefined> {
  const found = { limit: 1, sort: '-updatedAt', where: { and: [{ parent: { equals: id } }, ...where] } };
  return (await readVersions(reader, collection, found, fields))[0];
}

/** The newest versions of some documents, by the ids of these. */
export async function newestVersions(
  reader: Reader,
  collection: string,
  ids: readonly Id[],
  { where = [], fields }: Which = {},
): Promise<Map<string, Version>> {
  if (ids.length === 0) return new Map();
  const isNewest: Where[] = [{ parent: { in: [...ids] } }, { latest: { equals: true } }];
  // Should two say so, the newer one is the newest.
  const found = { limit: 0, sort: 'updatedAt', where: { and: [...isNewest, ...where] } };
  const versions = await readVersions(reader, collection, found, fields);
  return new Map(versions.map((each) => [String(each.parent), each]));
}

async function readVersions(
  reader: Reader,
  collection: string,
  found: { limit: number; sort: string; where: Where },
  fields: Which['fields'],
): Promise<Version[]> {
  const version = fields && Object.fromEntries(fields.map((name) => [name, true as const]));
  const { docs } = await reader.payload.db.findVersions<Record<string, unknown>>({
    collection,
    pagination: false,
    req: reader as PayloadRequest,
    ...(version && { select: { parent: true, updatedAt: true, version } }),
    ...found,
  });
  return docs as unknown as Version[];
}

/**
 * Copies the newest version before an unpublish. Payload 3.90 overwrites the newest version (`unpublishAllLocales`), which may
 * be the published one; with the copy, it overwrites the copy instead.
 *
 * Upstream: payloadcms/payload#15985, which introduced it on purpose.
 * Needed for: the history of versions, and reverting to the published one.
 */
export async function keepNewestVersion(
  req: PayloadRequest,
  slug: string,
  id: number | string,
): Promise<void> {
  const newest = await newestVersion(req, slug, id);
  if (newest) await copyVersion(req, slug, id, newest.version);
}

/**
 * Writes fields into a version, and leaves its time and that of the document in it. Payload's adapter for MongoDB would leave
 * nothing else of the version.
 */
export async function writeInVersion(
  reader: Reader,
  collection: string,
  id: Id,
  fields: Record<string, unknown>,
): Promise<void> {
  const { db } = reader.payload;
  if (db.name !== 'mongoose') {
    const versionData = { version: fields, updatedAt: null } as never;
    const req = reader as PayloadRequest;
    await db.updateVersion({
      collection: collection as CollectionSlug,
      id,
      req,
      returning: false,
      versionData,
    });
    return;
  }
  const { sessions, versions } = db as unknown as MongooseAdapter;
  const session = sessions[String(await reader.transactionID)];
  const $set = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`version.${name}`, value]));
  const options = { timestamps: false, ...(session && { session }) };
  await versions[collection]?.updateOne({ _id: id }, { $set }, options);
}

/** Creates a version of a document from the data of an earlier version or of the document itself. */
export async function copyVersion(
  req: PayloadRequest,
  slug: string,
  id: number | string,
  version: Record<string, unknown>,
): Promise<void> {
  const now = new Date();
  await req.payload.db.createVersion({
    autosave: false,
    collectionSlug: slug as CollectionSlug,
    // Older than the update that overwrites it: the list of versions recognizes an unpublish by this.
    createdAt: new Date(now.getTime() - 1).toISOString(),
    parent: id,
    req,
    returning: false,
    updatedAt: now.toISOString(),
    versionData: version as never,
  });
}

const PUBLISHED_STAY = { 'version._status': { not_equals: 'published' } };

/**
 * Keeps published versions. Beyond `maxPerDoc`, Payload 3.90 deletes the oldest versions of a document, published ones too.
 *
 * Needed for: reverting to the published version after many drafts.
 * @param ofDrafts slugs of collections with drafts
 */
export function keepPublishedVersions({ db }: BasePayload, ofDrafts: readonly string[]): void {
  const slugs = new Set(ofDrafts);
  const deleteVersions = db.deleteVersions.bind(db);
  db.deleteVersions = (args) => {
    // When the document itself is deleted, all its versions are deleted.
    const isPruning = 'updatedAt' in args.where && slugs.has(args.collection ?? '');
    return deleteVersions(isPruning ? { ...args, where: { and: [args.where, PUBLISHED_STAY] } } : args);
  };
}

/**
 * Restores a version with its status: a published version is published again, unless `draft=true`; a draft becomes the newest
 * draft. Payload 3.90 writes a restored draft over the published document, which unpublishes it.
 *
 * Upstream: payloadcms/payload#2404, #14658, which fixed it for `draft=true`.
 * Needed for: restoring a draft without unpublishing the document.
 */
export const restoreVersion: Endpoint = {
  path: '/versions/:id',
  method: 'post',
  handler: async (req) => {
    const { payload, query, routeParams, t } = req;
    const slug = String(routeParams?.collection) as CollectionSlug;
    const id = String(routeParams?.id);
    const collection = payload.collections[slug];
    if (!collection) throw new NotFound(t);
    const found = { limit: 1, sort: 'id', where: { id: { equals: id } } };
    const [version] = await readVersions(req, slug, found, ['_status']);
    const restored = await restoreVersionOperation({
      collection,
      id,
      draft: query.draft === 'true' || version?.version._status === 'draft',
      ...(query.depth !== undefined && { depth: Number(query.depth) }),
      req,
    });
    const headers = headersWithCors({ headers: new Headers(), req });
    return Response.json({ ...restored, message: t('version:restoredSuccessfully') }, { headers });
  },
};
