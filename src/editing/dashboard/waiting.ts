import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { may } from '../../../collections/policies/may.ts';
import { editorKeyOf, portalOf, slugOf } from '../../../collections/portal/portal.ts';
import { factorOf } from '../../../collections/users/secondFactor.ts';
import { webhookReports } from '../../changes/webhooks/state.ts';
import type { Bilingual } from '../../payload/i18n/bilingual.ts';
import { FINDINGS, LINKS, type LinkRow, REASONS } from '../checks/collections.ts';
import { CHECKS, readable } from '../checks/rules/index.ts';
import { CHECK_LABELS } from '../checks/settings.ts';
import { plannedFor } from '../planning/plans.ts';
import { CHANGES, PLANNED_HASH, type PlannedAction, troubleOf } from '../planning/words.ts';
import { otherPublishers } from '../review/reviews.ts';
import {
  drafts,
  type Item,
  itemOf,
  lookAgain,
  ofReadable,
  publications,
  reviews,
  type Scope,
} from './documents.ts';
import { type Served, served } from './served.ts';
import { type Formatter, WEBHOOK_REASONS, WORDS } from './words.ts';

type Id = number | string;

/** What waits of one kind. */
interface Waiting {
  kind: KindOfWaiting;
  heading: string;
  tone?: 'error' | 'success' | 'warning';
  /** The text before the items. */
  text?: string;
  /** As many as were asked for. */
  items: Item[];
  hasMore: boolean;
}

/** Whom it waits for, and what several kinds are made of. */
interface Waiter extends Scope {
  isEditor: boolean;
  served: Promise<Served>;
  planned: Promise<PlannedAction[]>;
}

interface Kind {
  heading: Bilingual;
  tone?: Waiting['tone'];
  text?(waiter: Waiter): Bilingual;
  /** The first items, one more than `limit` where there are more. */
  find(waiter: Waiter, limit: number): Promise<Item[]>;
}

/** All that waits, in the order of the page. */
const KINDS = {
  secondFactor: { heading: WORDS.secondFactor, tone: 'warning', find: secondFactor },
  failed: {
    heading: WORDS.failed,
    tone: 'error',
    text: ({ isEditor }) => (isEditor ? WORDS.failedHelp : WORDS.failedToAuthor),
    find: (scope) => plans(scope, (each) => troubleOf(each) !== undefined),
  },
  submitted: {
    heading: WORDS.submitted,
    tone: 'warning',
    async find(scope, limit) {
      const { req } = scope;
      if (!(await may.review(req))) return [];
      // What waits for somebody who no longer publishes waits for all.
      const others = (await otherPublishers(req)).map(({ id }) => id);
      const mine: Where = { or: [{ assignee: { exists: false } }, { assignee: { not_in: others } }] };
      const ofOthers: Where = { requestedByKey: { not_equals: editorKeyOf(req) } };
      return reviews(scope, limit, 'requested', [mine, ofOthers]);
    },
  },
  sentBack: {
    heading: WORDS.sentBack,
    tone: 'warning',
    find: (scope, limit) => reviews(scope, limit, 'sentBack', [ofUser(scope)]),
  },
  approved: {
    heading: WORDS.approved,
    tone: 'success',
    find: (scope, limit) => reviews(scope, limit, 'approved', scope.isEditor ? [] : [ofUser(scope)]),
  },
  ownSubmitted: {
    heading: WORDS.ownSubmitted,
    find: (scope, limit) => reviews(scope, limit, 'requested', [ofUser(scope)]),
  },
  flaws: {
    heading: WORDS.flaws,
    tone: 'warning',
    async find({ served, words }) {
      return (await served).flaws.map(({ missing, reason, ...document }) => {
        const item = itemOf(words, document, [reason ?? `${words.say(WORDS.lacks)} ${missing}`]);
        return { ...item, key: `${item.key} ${missing}` };
      });
    },
  },
  imports: { heading: WORDS.imports, tone: 'warning', find: imports },
  brokenLinks: { heading: WORDS.broken, tone: 'warning', find: brokenLinks },
  findings: { heading: WORDS.found, find: findings },
  mine: {
    heading: WORDS.mine,
    find: (scope, limit) => drafts(scope, limit, { equals: editorKeyOf(scope.req) }),
  },
  others: {
    heading: WORDS.others,
    find: async (scope, limit) =>
      scope.isEditor ? drafts(scope, limit, { not_equals: editorKeyOf(scope.req) }) : [],
  },
  planned: {
    heading: WORDS.planned,
    find: (scope) => plans(scope, (each) => troubleOf(each) === undefined),
  },
  lookAgain: { heading: WORDS.lookAgain, find: lookAgain },
  webhooks: { heading: WORDS.webhooks, find: webhooks },
} satisfies Record<string, Kind>;

export type KindOfWaiting = keyof typeof KINDS;

export interface WhatWaits {
  /** Whether the portal gets the published documents. */
  served: Served;
  /** What was published last, each document once. */
  news: Item[];
  waiting: Waiting[];
  isEditor: boolean;
}

/**
 * What waits for the user of a request, by kind; kinds of which nothing waits are left out.
 * @param limit items of each kind
 * @returns undefined if the user has no rights to the content
 */
export async function whatWaits(
  req: PayloadRequest,
  words: Formatter,
  limit: number,
): Promise<WhatWaits | undefined> {
  if (!(await may.read(req))) return undefined;
  const collections = await readableCollections(req);
  const isEditor = await may.publish(req);
  const state = served(req, collections);
  const scope: Waiter = {
    req,
    collections,
    words,
    isEditor,
    served: state,
    planned: plannedFor(req.payload),
  };
  const kinds = Object.entries(KINDS) as [KindOfWaiting, Kind][];
  const [news, ...waiting] = await Promise.all([
    publications(scope, limit),
    ...kinds.map(async ([kind, { find, heading, text, tone }]): Promise<Waiting> => {
      const items = await find(scope, limit);
      return {
        kind,
        heading: words.say(heading),
        ...(tone && { tone }),
        ...(text && { text: words.say(text(scope)) }),
        items: items.slice(0, limit),
        hasMore: items.length > limit,
      };
    }),
  ]);
  return {
    served: await state,
    news: news.slice(0, limit),
    waiting: waiting.filter(({ items }) => items.length > 0),
    isEditor,
  };
}

/** The list collections whose documents the user may all read. */
async function readableCollections(req: PayloadRequest): Promise<SanitizedCollectionConfig[]> {
  const portal = portalOf(req.payload.config);
  const configs = portal.lists.flatMap(
    ({ key }) => req.payload.collections[slugOf(portal, key)]?.config ?? [],
  );
  const rights = await Promise.all(
    configs.map(({ access }) => Promise.all([access.read({ req }), access.readVersions?.({ req }) ?? true])),
  );
  return configs.filter((_, at) => rights[at]?.every((right) => right === true));
}

const ofUser = ({ req }: Scope): Where => ({ requestedByKey: { equals: editorKeyOf(req) } });

async function plans(
  { collections, planned, words }: Waiter,
  isWanted: (action: PlannedAction) => boolean,
): Promise<Item[]> {
  const own = (await planned).filter(({ collection }) => collections.some(({ slug }) => slug === collection));
  return own.filter(isWanted).map((action) => {
    const { at, by, change, collection, document: id, reason, title } = action;
    const notes = [`${words.say(CHANGES[change])}: ${words.time(at)}, ${by}`];
    const item = itemOf(words, { collection, id, title }, notes);
    const trouble = troubleOf(action);
    const alert = trouble && `${words.say(trouble)}${reason === undefined ? '.' : `: ${words.say(reason)}`}`;
    return { ...item, key: String(action.id), href: item.href + PLANNED_HASH, alert };
  });
}

/** Links of published documents that do not work, those that have not worked for longest first, and the list with all of them. */
async function brokenLinks(scope: Scope, limit: number): Promise<Item[]> {
  const { req, words } = scope;
  const { say, time } = words;
  if (!req.payload.collections[LINKS]) return [];
  const { docs } = await req.payload.db.find<LinkRow>({
    collection: LINKS,
    limit: limit + 1,
    pagination: false,
    req,
    sort: 'since',
    where: { and: [ofReadable(scope), { state: { equals: 'broken' } }] },
  });
  const items = docs.map((link) => {
    const { address, collectionSlug: collection, document: id, reason, since, title } = link;
    const said = link.words && link.words !== title ? `«${link.words}» ` : '';
    const why = [
      reason ? say(REASONS[reason]) : '',
      since ? `${say(WORDS.since)} ${time(new Date(since).toISOString())}` : '',
    ].filter(Boolean);
    const notes = [`${said}${readable(address)}`, why.join(', ')];
    return { ...itemOf(words, { collection, id, title }, notes), key: String(link.id) };
  });
  if (items.length === 0) return [];
  const href = words.filtered(LINKS, 'state', 'broken');
  return [{ key: 'all', href, title: say(WORDS.allLinks), notes: [] }, ...items];
}

/** How often each check has found something in published documents. */
async function findings(scope: Scope): Promise<Item[]> {
  const { req, words } = scope;
  if (!req.payload.collections[FINDINGS]) return [];
  const totals = CHECKS.map(async (check): Promise<Item[]> => {
    const where = { and: [ofReadable(scope), { check: { equals: check } }] };
    const { totalDocs } = await req.payload.db.count({ collection: FINDINGS as CollectionSlug, req, where });
    const href = words.filtered(FINDINGS, 'check', check);
    const title = `${words.say(CHECK_LABELS[check])}: ${totalDocs}`;
    return totalDocs > 0 ? [{ key: check, href, title, notes: [] }] : [];
  });
  return (await Promise.all(totals)).flat();
}

interface ImportRun {
  id: Id;
  began: string;
  state: string;
  outcome?: { kept?: number; refused?: number }[];
}

/** The last import, if it has broken off, or has left something to decide. */
async function imports({ req, words }: Scope): Promise<Item[]> {
  if (!(await may.readImports(req))) return [];
  const collection = 'portal-import-runs';
  const newest = { collection: collection as CollectionSlug, depth: 0, limit: 1, sort: '-began' };
  const { docs } = await req.payload.find({ ...newest, overrideAccess: false, pagination: false, req });
  const [run] = docs as unknown as ImportRun[];
  if (!run) return [];
  const count = (name: 'kept' | 'refused') =>
    (run.outcome ?? []).reduce((sum, each) => sum + (each[name] ?? 0), 0);
  const notes = [
    ...(run.state === 'interrupted' ? [words.say(WORDS.interrupted)] : []),
    ...(count('refused') > 0 ? [`${words.say(WORDS.refused)}: ${count('refused')}`] : []),
    ...(count('kept') > 0 ? [`${words.say(WORDS.kept)}: ${count('kept')}`] : []),
  ];
  if (notes.length === 0) return [];
  const title = words.time(new Date(run.began).toISOString());
  return [itemOf(words, { collection, id: run.id, title }, notes)];
}

/** The way to the user's second factor, while its role needs one that it does not have. */
async function secondFactor({ req, words: { say, time } }: Scope): Promise<Item[]> {
  const { admin, routes } = req.payload.config;
  if (!req.user || req.user.collection !== portalOf(req.payload.config).users) return [];
  const { until } = await factorOf(req, req.user);
  const href = `${formatAdminURL({ adminRoute: routes.admin, path: admin.routes.account })}#access`;
  return until
    ? [{ key: 'set-up', href, title: say(WORDS.setUpFactor), notes: [`${say(WORDS.before)} ${time(until)}`] }]
    : [];
}

/** The systems that are told of each change, for admins. */
async function webhooks({ req, words: { say, time } }: Scope): Promise<Item[]> {
  if (!(await may.readWebhooks(req))) return [];
  return (await webhookReports(req.payload)).map(({ delivered, failing, name }) => {
    const last =
      delivered === undefined ? say(WORDS.notDelivered) : `${say(WORDS.delivered)} ${time(delivered)}`;
    const reason = failing && say(WEBHOOK_REASONS[failing.reason]).replace('%', String(failing.status));
    const alert = failing && `${reason} ${say(WORDS.since)} ${time(failing.since)}. ${say(WORDS.sentAgain)}`;
    return { key: name, title: name, notes: [last], alert };
  });
}
