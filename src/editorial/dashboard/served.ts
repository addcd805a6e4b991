import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { kindOf, portalOf } from '../../../collections/portal/portal.ts';
import type { ReadModelState, ReadModelStatus } from '../../../endpoints/read-model/index.ts';
import { describeError } from '../../logging/describeError.ts';
import { portalReport } from '../../serving/portalReport.ts';
import { type MainRow, standingsOf } from '../publication/states.ts';
import { type NamedDocument, nameOf } from './changes.ts';

/** Documents among which the last change of a list is looked for. */
const LOOKED_AT = 100;

/** A list, as the dashboard shows it. */
export interface ServedList {
  /** The slug of its collection. */
  collection: string;
  /** Elements that the portal gets; undefined while that is not known. */
  count: number | undefined;
  /** When something of it was last published, changed while published, or taken away again (ISO 8601). */
  changed: string | undefined;
}

/** A published document that the portal does not get as it is. */
export interface FlawedDocument extends NamedDocument {
  /** The field whose document its element lacks. */
  missing?: string;
  /** Why its element could not be made. */
  reason?: string;
}

/** Whether the portal gets what is published. */
export interface Served {
  /** `off`: nothing is served from here. `unknown`: it could not be found out. */
  state: ReadModelState | 'off' | 'unknown';
  /** When the state began (ISO 8601). */
  since: string | undefined;
  lists: ServedList[];
  flaws: FlawedDocument[];
}

/** How the lists stand, as far as the request's user may read them. */
export async function served(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
): Promise<Served> {
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

/** Saving a draft writes no document; making one does, and changes no list. */
async function lastChange(
  req: PayloadRequest,
  config: SanitizedCollectionConfig,
): Promise<string | undefined> {
  const { docs } = await req.payload.db.find<MainRow & { updatedAt: string }>({
    collection: config.slug,
    limit: LOOKED_AT,
    pagination: false,
    req,
    select: { _status: true, deletedAt: true, updatedAt: true },
    sort: '-updatedAt',
  });
  const standings = await standingsOf(req, config, docs);
  const last = docs.find(({ id }) => standings.get(String(id)) !== 'draft');
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
