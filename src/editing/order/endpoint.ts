import type { PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { may } from '../../../collections/policies/may.ts';
import { kindOf, portalOf } from '../../../collections/portal/portal.ts';
import { InTurn } from '../../../endpoints/read-model/index.ts';
import { recordAction } from '../../audit/index.ts';
import { touch } from '../../changes/hooks.ts';
import { markUntimed } from '../../changes/watching/marks.ts';
import { inTransaction } from '../../payload/database/transactions.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { newestVersion, writeInVersion } from '../../payload/versions.ts';
import { collectionEndpoint } from '../documentEndpoint.ts';
import { MOST, type Order, type OrderedDocument, orderOf } from './orderOf.ts';
import { newValues } from './places.ts';

const MALFORMED = bilingual(
  'Το αίτημα θέλει ids, τη νέα σειρά, και state, τη σειρά που είδατε.',
  'The request needs ids, the new order, and state, the order that you have seen.',
);
const CHANGED = bilingual(
  'Δεν αποθηκεύτηκε, γιατί στο μεταξύ άλλαξε η σειρά ή κάποιο από τα έγγραφα. Φορτώστε ξανά τη σελίδα.',
  'It was not saved, since the order or one of the documents has changed in the meantime. Reload the page.',
);

/**
 * `POST /portal-order/{collection}`: puts the documents of a list into the order of `ids`. `state` is that of the order that the user
 * has seen, and `?within=` the group that they belong to.
 */
export const orderEndpoint = collectionEndpoint({
  path: '/portal-order/:collection',
  method: 'post',
  right: may.order,
  body: wantedOrder,
  run: (req, { body, config }) => {
    const turn = turns.get(config.slug) ?? new InTurn();
    turns.set(config.slug, turn);
    return turn.run(() =>
      // What is read must still hold when it is written: of two processes, MongoDB lets one begin again.
      inTransaction(req, async () => ({ changed: await order(req, config, body) })),
    );
  },
});

/** By collection one after the other: without transactions, two at a time would mix. */
const turns = new Map<string, InTurn>();

interface WantedOrder {
  ids: string[];
  state: string;
  within: number | undefined;
}

function wantedOrder(req: PayloadRequest, { ids, state }: Record<string, unknown>): WantedOrder {
  const isId = (id: unknown) => typeof id === 'number' || typeof id === 'string';
  if (!Array.isArray(ids) || ids.length > MOST || !ids.every(isId) || typeof state !== 'string')
    throw new Refusal(req, MALFORMED, 400);
  const { within } = req.query;
  return { ids: ids.map(String), state, within: within === undefined ? undefined : Number(within) };
}

/** @returns how many documents have changed */
async function order(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  wanted: WantedOrder,
): Promise<number> {
  const { slug } = collection;
  // Before it reads: on PostgreSQL, another process waits here until this one has committed.
  await markUntimed(req);
  const before = await orderOf(req, collection, wanted.within);
  const changes = await changesOf(req, slug, before, wanted);
  if (changes.length === 0) return 0;
  try {
    for (const { id, value } of changes) await write(req, collection, id, before.by, value);
    await recordAction(req, { action: 'ordered', collection: slug });
  } finally {
    // Without a transaction, it resolves when the lists show it, also what was written before a failure.
    const kind = kindOf(portalOf(req.payload.config), slug);
    await Promise.all(changes.map(({ id }) => touch(req, kind, id)));
  }
  return changes.length;
}

interface Change {
  id: number | string;
  value: number | null;
}

/** @throws Refusal if the user has seen another order, or names other documents */
async function changesOf(
  req: PayloadRequest,
  collection: string,
  before: Order,
  { ids, state }: WantedOrder,
): Promise<Change[]> {
  const byId = new Map(before.documents.map((each) => [String(each.id), each]));
  const wanted = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  const isWhole = wanted.length === before.documents.length && wanted.length === ids.length;
  if (state !== before.state || !isWhole) throw new Refusal(req, CHANGED, 409);
  if (wanted.every((each, at) => each === before.documents[at])) return [];
  const values = await valuesOf(req, collection, before, wanted);
  return wanted.flatMap((each, at) =>
    at in values && values[at] !== each.value ? { id: each.id, value: values[at] as number | null } : [],
  );
}

/** Between two whole positions there is room for as many documents as can be ordered. */
const BETWEEN = 2 ** -20;

async function valuesOf(
  req: PayloadRequest,
  collection: string,
  { by: { field, role }, isBefore }: Order,
  wanted: readonly OrderedDocument[],
): Promise<(number | null)[]> {
  const { docs } = await req.payload.db.find<Record<string, unknown> & { id: string }>({
    collection,
    limit: 1,
    pagination: false,
    req,
    select: { [field]: true },
    sort: `-${field}`,
    where: { [field]: { exists: true } },
  });
  const last = Math.ceil(Number(docs[0]?.[field] ?? 0));
  return newValues(wanted, isBefore, { last, step: role === 'integer' ? 1 : BETWEEN });
}

/**
 * Writes past a save, which would not do: it makes a version by another writer, whom approvals and open forms would take for a change
 * of words, and it cannot change what is published without the newer draft.
 */
async function write(
  req: PayloadRequest,
  { slug, versions }: SanitizedCollectionConfig,
  id: number | string,
  { field, role }: Order['by'],
  value: number | null,
): Promise<void> {
  const fields = { [field]: value };
  const data = { ...fields, updatedAt: null };
  await req.payload.db.updateOne({ collection: slug, id, data, req, returning: false });
  // Saves take the position from the document, and all else from its newest version.
  if (role === 'position' || !versions) return;
  const kinds: Where[] = [{ latest: { equals: true } }, { 'version._status': { equals: 'published' } }];
  const found = await Promise.all(
    kinds.map((kind) => newestVersion(req, slug, id, { where: [kind], fields: [] })),
  );
  const ids = new Set(found.flatMap((version) => version?.id ?? []));
  for (const version of ids) await writeInVersion(req, slug, version, fields);
}
