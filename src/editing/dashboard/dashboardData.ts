import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { editorOf } from '../../../collections/portal/portal.ts';
import { type WebhookReport, webhookReports } from '../../changes/webhooks/state.ts';
import { FINDINGS, LINKS, type LinkRow } from '../checks/collections.ts';
import { CHECKS, type Check } from '../checks/rules/index.ts';
import { plannedFor } from '../planning/plans.ts';
import type { PlannedAction } from '../planning/words.ts';
import { type Inbox, inboxOf } from '../review/inbox.ts';
import { type Change, type Changes, drafts, publications, readableCollections } from './changes.ts';
import { type ServedState, served } from './served.ts';

export interface DashboardData {
  /** Whether the portal gets the published documents. */
  served: ServedState;
  mine: Changes;
  /** Drafts of other users, for editors; undefined for authors. */
  waiting: Changes | undefined;
  /** Planned changes by time, with those that are late or have failed. */
  planned: PlannedAction[];
  isEditor: boolean;
  /** What the checks have found in what is published. */
  found: CheckTotals;
  /** The latest published documents, each once. */
  published: Change[];
  /** What waits for this user; undefined where there are no reviews. */
  inbox: Inbox | undefined;
  /** Who is told of changed lists, for admins; empty where nobody is. */
  webhooks: WebhookReport[];
}

/**
 * Reads the content of the dashboard for the request's user.
 * @returns undefined if the user has no rights to the content
 */
export async function dashboardData(req: PayloadRequest): Promise<DashboardData | undefined> {
  if (!(await may.read(req))) return undefined;
  const collections = await readableCollections(req);
  const me = editorOf(req) ?? '';
  const isEditor = await may.publish(req);
  const [lists, mine, waiting, planned, published, found, webhooks, inbox] = await Promise.all([
    served(req, collections),
    drafts(req, collections, { equals: me }),
    isEditor ? drafts(req, collections, { not_equals: me }) : undefined,
    plannedFor(req.payload),
    publications(req, collections),
    foundByChecks(req, collections),
    (await may.readWebhooks(req)) ? webhookReports(req.payload) : [],
    inboxOf(req, collections, MAX_NAMED),
  ]);
  const mayRead = ({ collection }: PlannedAction) => collections.some(({ slug }) => slug === collection);
  return {
    served: lists,
    mine,
    waiting,
    planned: planned.filter(mayRead),
    isEditor,
    published,
    found,
    inbox,
    webhooks,
  };
}

/** The number of links that the dashboard names. */
const MAX_NAMED = 6;

/** What the checks have found in published documents, for the dashboard. */
export interface CheckTotals {
  /** Links that do not work: the first ones, those that have not worked for longest first, and their number. */
  broken: { links: LinkRow[]; total: number };
  /** How often each check has found something; checks that have found nothing are left out. */
  findings: { check: Check; total: number }[];
}

/** Nothing where the checks are left out. @param collections those whose documents the user may read */
async function foundByChecks(
  req: PayloadRequest,
  collections: readonly SanitizedCollectionConfig[],
): Promise<CheckTotals> {
  if (!req.payload.collections[FINDINGS]) return { broken: { links: [], total: 0 }, findings: [] };
  const readable: Where = { collectionSlug: { in: collections.map(({ slug }) => slug) } };
  const find = { depth: 0, overrideAccess: true, req } as const;
  const [broken, ...totals] = await Promise.all([
    req.payload.find({
      ...find,
      collection: LINKS as CollectionSlug,
      limit: MAX_NAMED,
      sort: 'since',
      where: { and: [readable, { state: { equals: 'broken' } }] },
    }),
    ...CHECKS.map(async (check) => {
      const where = { and: [readable, { check: { equals: check } }] };
      const { totalDocs } = await req.payload.count({
        ...find,
        collection: FINDINGS as CollectionSlug,
        where,
      });
      return { check, total: totalDocs };
    }),
  ]);
  return {
    broken: { links: broken.docs as unknown as LinkRow[], total: broken.totalDocs },
    findings: totals.filter(({ total }) => total > 0),
  };
}
