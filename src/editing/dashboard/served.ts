import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { kindOf, portalOf } from '../../../collections/portal/portal.ts';
import type { ReadModelState, ReadModelStatus } from '../../../endpoints/read-model/index.ts';
import { portalReport } from '../../changes/serving.ts';
import { describeError } from '../../system/logging/describeError.ts';
import { type MainRow, statusesOf } from '../publication/states.ts';
import { type NamedDocument, nameOf } from './changes.ts';

/** The number of documents that are read to find the last change of a list. */
const MAX_READ = 100;

export interface ServedList {
  /** The slug of its collection. */
  collection: string;
  /** The number of elements served; undefined if it is not known. */
  count: number | undefined;
  /** The last time a document was published, changed while published, or unpublished (ISO 8601). */
  changed: string | undefined;
}

/** A published document that is not served completely. */
export interface FlawedDocument extends NamedDocument {
  /** The field of the missing embedded document. */
  missing?: string;
  /** Why its element could not be made. */
  reason?: string;
}

export interface ServedState {
  /** `off`: the lists are not served by this server. `unknown`: the state could not be read. */
  state: ReadModelState | 'off' | 'unknown';
  /** The time when the state began (ISO 8601). */
  since: string | undefined;
  lists: ServedList[];
  flaws: FlawedDocument[];
}

/** Reads the state of the lists that the user may read. */
export async function served(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
): Promise<ServedState> {
  const { payload } = req;
  const portal = portalOf(payload.config);
  const none = (state: 'off' | 'unknown') => ({ state, since: 0, lists: {}, failed: [], missing: [] });
  const report = await portalReport(payload).then(
    (found) => found ?? none('off'),
    (error) => {
      payload.logger.error(`The dashboard could not ask how the lists stand. ${describeError(error)}`);
      return none('unknown');
    },
  );
  const counts: Record<string, number | undefined> = report.lists;
  const lists = collections.map(async (each) => ({
    collection: each.slug,
    count: counts[kindOf(portal, each.slug)],
    changed: await lastChange(req, each),
  }));
  return {
    state: report.state,
    since: report.since > 0 ? new Date(report.since).toISOString() : undefined,
    lists: await Promise.all(lists),
    flaws: await flaws(req, collections, report),
  };
}

/** The last change of a list. New drafts are skipped, since they do not change it; later drafts do not update the document. */
async function lastChange(
  req: PayloadRequest,
  config: SanitizedCollectionConfig,
): Promise<string | undefined> {
  const { docs } = await req.payload.db.find<MainRow & { updatedAt: string }>({
    collection: config.slug,
    limit: MAX_READ,
    pagination: false,
    req,
    select: { _status: true, deletedAt: true, updatedAt: true },
    sort: '-updatedAt',
  });
  const statuses = await statusesOf(req, config, docs);
  const last = docs.find(({ id }) => statuses.get(String(id)) !== 'draft');
  return last && new Date(last.updatedAt).toISOString();
}

async function flaws(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
  { failed, missing }: Pick<ReadModelStatus, 'failed' | 'missing'>,
): Promise<FlawedDocument[]> {
  const portal = portalOf(req.payload.config);
  const all = [
    ...failed.map(({ list, document, reason }) => ({ list, document, reason })),
    ...missing.map(({ list, document, field }) => ({ list, document, missing: field })),
  ];
  const ofCollections = collections.map(async (config) => {
    const own = all.filter(({ list }) => list === kindOf(portal, config.slug));
    if (own.length === 0) return [];
    const { docs } = await req.payload.find({
      collection: config.slug as CollectionSlug,
      depth: 0,
      overrideAccess: true,
      pagination: false,
      req,
      select: { [config.admin.useAsTitle ?? 'id']: true, api_id: true } as never,
      where: { id: { in: own.map(({ document }) => document) } },
    });
    const named = docs as unknown as (Record<string, unknown> & { id: number | string })[];
    return own.map(({ document: id, list: _, ...flaw }): FlawedDocument => {
      const there = named.find((each) => String(each.id) === id) ?? { id };
      return { collection: config.slug, id, title: nameOf(config, there), ...flaw };
    });
  });
  return (await Promise.all(ofCollections)).flat();
}
