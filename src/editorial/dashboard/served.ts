import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { kindOf, portalOf } from '../../../collections/portal/portal.ts';
import type { ReadModelState, ReadModelStatus } from '../../../endpoints/read-model/index.ts';
import { describeError } from '../../logging/describeError.ts';
import { portalReport } from '../../serving/portalReport.ts';
import { type MainRow, standingsOf } from '../publication/states.ts';
import { type NamedDocument, nameOf } from './changes.ts';

/** A list, as the dashboard shows it. */
interface ServedList {
  /** The slug of its collection. */
  collection: string;
  /** Elements that the portal gets; undefined while that is not known. */
  count: number | undefined;
  /** When something of it was last published, changed while published, or taken away again (ISO 8601). */
  changed: string | undefined;
}

/** A published document that the portal does not get as it is. */
interface FlawedDocument extends NamedDocument {
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
  const { config } = req.payload;
  const portal = portalOf(config);
  const report = await reportOf(req);
  const lists = collections.map(async (each) => ({
    collection: each.slug,
    count: typeof report === 'object' ? report.lists[kindOf(portal, each.slug)] : undefined,
    changed: await lastChange(req, each),
  }));
  return {
    state: typeof report === 'object' ? report.state : report,
    since: typeof report === 'object' && report.since > 0 ? new Date(report.since).toISOString() : undefined,
    lists: await Promise.all(lists),
    flaws: typeof report === 'object' ? await flaws(req, collections, report) : [],
  };
}

async function reportOf({ payload }: PayloadRequest): Promise<ReadModelStatus | 'off' | 'unknown'> {
  try {
    return (await portalReport(payload)) ?? 'off';
  } catch (error) {
    payload.logger.error(`The dashboard could not ask how the lists stand. ${describeError(error)}`);
    return 'unknown';
  }
}

async function lastChange(
  req: PayloadRequest,
  config: SanitizedCollectionConfig,
): Promise<string | undefined> {
  const { drafts } = config.versions ?? {};
  // In the trash, what was published keeps its status.
  const published = await latest(req, config, drafts ? [{ _status: { equals: 'published' } }] : [], 1);
  const since = published[0]?.updatedAt ?? new Date(0).toISOString();
  const others = drafts
    ? await latest(req, config, [
        { _status: { equals: 'draft' } },
        { updatedAt: { greater_than: since } },
        ...(config.trash ? [{ deletedAt: { exists: false } }] : []),
      ])
    : [];
  const standings = await standingsOf(req, config, others);
  const withdrawn = others.find(({ id }) => standings.get(String(id)) === 'withdrawn');
  const { updatedAt } = withdrawn ?? published[0] ?? {};
  return updatedAt ? new Date(updatedAt).toISOString() : undefined;
}

/** The documents that such a query finds, the one that was written last first. Saving a draft writes none. */
async function latest(req: PayloadRequest, config: SanitizedCollectionConfig, where: Where[], limit = 0) {
  const { docs } = await req.payload.db.find<MainRow & { updatedAt?: string }>({
    collection: config.slug,
    limit,
    pagination: false,
    req,
    select: { _status: true, updatedAt: true },
    sort: '-updatedAt',
    where: { and: where },
  });
  return docs;
}

async function flaws(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
  { failed, missing }: ReadModelStatus,
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
    return own.map(({ document, list: _, ...flaw }): FlawedDocument => {
      const there = named.find(({ id }) => String(id) === document);
      return {
        collection: config.slug,
        id: document,
        title: nameOf(config, there ?? { id: document }),
        ...flaw,
      };
    });
  });
  return (await Promise.all(ofCollections)).flat();
}
