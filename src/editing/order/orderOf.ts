import { createHash } from 'node:crypto';
import type { PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { SEARCH } from '../../../collections/fields/smallFields.ts';
import { may } from '../../../collections/policies/may.ts';
import {
  isPublished,
  portalOf,
  type RawDocument,
  settingsGroup,
  slugOf,
} from '../../../collections/portal/portal.ts';
import type { List } from '../../../endpoints/lists/index.ts';
import { type Bilingual, bilingual, titleOf } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import type { Addition } from '../withAdditions.ts';
import type { IsBefore, Place } from './places.ts';

/** How many documents can be put into order at a time. */
export const MOST = 500;

const NO_RIGHT = bilingual(
  'Τη σειρά την αλλάζει όποιος δημοσιεύει.',
  'Only those who publish may change the order.',
);

const NOT_READABLE = bilingual(
  'Κάποια από τα έγγραφα δεν μπορείτε να τα διαβάσετε, γι’ αυτό δεν αλλάζετε τη σειρά τους.',
  'There are documents among them that you may not read, so you cannot change their order.',
);

const TOO_MANY = bilingual(
  `Είναι περισσότερα από ${MOST}: δεν μπαίνουν σε σειρά με το χέρι.`,
  `There are more than ${MOST}: too many to put into order by hand.`,
);

const NO_GROUP = bilingual(
  'Δεν λέει ποιας υπηρεσίας: within, ένας αριθμός.',
  'It is not said of which service: within, a number.',
);

const closed = (ordering: string): Bilingual =>
  bilingual(
    `Η πύλη ταξινομεί αυτή τη λίστα κατά «${ordering}» (Ρυθμίσεις της πύλης, Προεπιλεγμένη ταξινόμηση), οπότε δεν μπαίνει σε σειρά με το χέρι. Για να μπαίνει, ένας διαχειριστής αφήνει κενή αυτή τη ρύθμιση.`,
    `The portal sorts this list by "${ordering}" (portal settings, default ordering), so it cannot be put into order by hand. To make that possible, an admin leaves this setting empty.`,
  );

/** A document in the order that the list has now. */
export interface OrderedDocument extends Place {
  id: number | string;
  title: string;
  position: number | null;
  isPublished: boolean;
}

/** The documents of a list, or of a part of it, in their order. */
export interface Order {
  documents: OrderedDocument[];
  /** What the list is ordered by: the field of the position, or that of its integer. */
  by: { role: 'position' | 'integer'; field: string };
  /** Which of two with the same value comes first. */
  isBefore: IsBefore<OrderedDocument>;
  /** Differs after any change of the order. */
  state: string;
}

/** The list of a collection that can be put into order by hand. */
export function listByHand({ payload }: Pick<PayloadRequest, 'payload'>, slug: string): List | undefined {
  const portal = portalOf(payload.config);
  return portal.lists.find((list) => list.form?.byHand && slugOf(portal, list.key) === slug);
}

/**
 * Reads the order of a list: of all its documents, published or not, or of those of one group.
 * @param within the value of the field by which the documents are grouped, where they are
 * @throws Refusal that says why it cannot be put into order by hand
 */
export async function orderOf(
  req: PayloadRequest,
  list: List,
  collection: SanitizedCollectionConfig,
  within: number | undefined,
): Promise<Order> {
  if (!(await may.order(req))) throw new Refusal(req, NO_RIGHT, 403);
  const { key, within: group } = list.form?.byHand ?? {};
  if (group !== undefined && !Number.isSafeInteger(within)) throw new Refusal(req, NO_GROUP, 400);
  const rule = await ruleOf(req, list.key, key);
  const where: Where = {
    and: [
      ...(collection.trash ? [{ deletedAt: { exists: false } }] : []),
      ...(group === undefined ? [] : [{ [group]: { equals: within } }]),
    ],
  };
  const rows = await readRows(req, collection, where, rule.by.field);
  const documents = rows.sort((one, other) => compare(one, other, rule.isBefore));
  const seen = JSON.stringify(documents.map(({ id, value }) => [id, value]));
  const state = createHash('sha256').update(seen).digest('base64url');
  return { ...rule, documents, state };
}

const byId = (one: Place, other: Place) => one.apiId < other.apiId;

/** As the read model settles a tie. */
const byPosition: Order['isBefore'] = (one, other) => {
  const [a, b] = [one.position ?? Number.POSITIVE_INFINITY, other.position ?? Number.POSITIVE_INFINITY];
  return a === b ? byId(one, other) : a < b;
};

/** By what the list is ordered, as the portal settings say. */
async function ruleOf(
  req: PayloadRequest,
  list: string,
  key: string | undefined,
): Promise<Pick<Order, 'by' | 'isBefore'>> {
  const settings = await req.payload.findGlobal({ slug: 'portal-settings' as never, depth: 0, req });
  const { ordering } = ((settings as Record<string, unknown>)[settingsGroup(list)] ?? {}) as {
    ordering?: string | null;
  };
  const [first = '', ...rest] = (ordering ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (first === '') return { by: { role: 'position', field: 'position' }, isBefore: byId };
  if (first !== key) throw new Refusal(req, closed(ordering ?? ''), 409);
  const [next] = rest;
  // By something else, no two of them have equal integers afterwards.
  const isBefore = next === undefined ? byPosition : next === 'id' ? byId : () => false;
  return { by: { role: 'integer', field: key }, isBefore };
}

async function readRows(
  req: PayloadRequest,
  { admin, slug, trash, versions }: SanitizedCollectionConfig,
  where: Where,
  field: string,
): Promise<OrderedDocument[]> {
  const { payload } = req;
  const collection = slug as never;
  const { useAsTitle = 'id' } = admin;
  const names = ['api_id', '_status', 'deletedAt', 'position', field, useAsTitle];
  const select = Object.fromEntries(names.map((name) => [name, true as const]));
  const { docs } = await payload.db.find<RawDocument>({
    collection,
    limit: MOST + 1,
    pagination: false,
    req,
    select,
    where,
  });
  if (docs.length > MOST) throw new Refusal(req, TOO_MANY, 409);
  // By their ids: a group may have no index.
  const readable = await payload.count({
    collection,
    overrideAccess: false,
    req,
    where: { id: { in: docs.map(({ id }) => id) } },
  });
  if (readable.totalDocs !== docs.length) throw new Refusal(req, NOT_READABLE, 403);
  const drafts = await newestOf(
    req,
    slug,
    docs.filter((doc) => !isPublished({ trash, versions }, doc)),
    [field, useAsTitle],
  );
  return docs.map((main) => {
    const shown = drafts.get(String(main.id)) ?? main;
    // Positions belong to the document, not to a version.
    const value = field === 'position' ? main[field] : shown[field];
    return {
      id: main.id,
      apiId: Number(main.api_id),
      title: titleOf(admin, shown) ?? String(main.id),
      value: numberIn(value),
      position: numberIn(main.position),
      isPublished: isPublished({ trash, versions }, main),
    };
  });
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : null);

/** The newest versions of documents that are not published, by document. */
async function newestOf(
  req: PayloadRequest,
  collection: string,
  rows: readonly RawDocument[],
  names: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  if (rows.length === 0) return new Map();
  const { docs } = await req.payload.db.findVersions<Record<string, unknown>>({
    collection: collection as never,
    limit: 0,
    pagination: false,
    req,
    select: { parent: true, version: Object.fromEntries(names.map((name) => [name, true])) } as never,
    where: { and: [{ latest: { equals: true } }, { parent: { in: rows.map(({ id }) => id) } }] },
  });
  return new Map(docs.map(({ parent, version }) => [String(parent), version]));
}

function compare(one: OrderedDocument, other: OrderedDocument, isBefore: Order['isBefore']): number {
  const [a, b] = [one.value ?? Number.POSITIVE_INFINITY, other.value ?? Number.POSITIVE_INFINITY];
  if (a !== b) return a < b ? -1 : 1;
  if (isBefore(one, other)) return -1;
  return isBefore(other, one) || String(other.id) < String(one.id) ? 1 : -1;
}

/** How many documents a search for groups looks at, the newest first. */
const MOST_GROUPS = 50;

/** How many titles tell a group. */
const TITLES = 3;

/** Documents with the same number in a field. */
export interface Group {
  value: number;
  /** Of some of its documents. */
  titles: string[];
}

/** The groups of the documents with some words, for the user of the request. */
export async function groupsBy(
  req: PayloadRequest,
  { admin, slug }: SanitizedCollectionConfig,
  field: string,
  words: string,
): Promise<Group[]> {
  const { useAsTitle = 'id' } = admin;
  const { docs } = await req.payload.find({
    collection: slug as never,
    depth: 0,
    limit: MOST_GROUPS,
    overrideAccess: false,
    req,
    select: { [field]: true, [useAsTitle]: true } as never,
    where: { and: [{ [SEARCH]: { like: words } }, { [field]: { exists: true } }] },
  });
  const groups = new Map<number, Group>();
  for (const doc of docs as unknown as Record<string, unknown>[]) {
    const value = Number(doc[field]);
    const group = groups.get(value) ?? { value, titles: [] };
    if (group.titles.length < TITLES) group.titles.push(titleOf(admin, doc) ?? String(doc.id));
    groups.set(value, group);
  }
  return [...groups.values()];
}

/** The page on which documents are put into order by hand, at `/order` of the collection, and the way to it from the list. */
export const orderOfList: Addition = {
  list: ['payload-portal-content/rsc#OrderLink'],
  views: {
    order: { Component: 'payload-portal-content/rsc#OrderView', exact: true, path: '/order' },
  } as never,
};
