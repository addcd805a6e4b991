import type { MongooseAdapter } from '@payloadcms/db-mongodb';
import {
  addDataAndFileToRequest,
  commitTransaction,
  type Endpoint,
  initTransaction,
  killTransaction,
  NotFound,
  type PayloadRequest,
  type SanitizedCollectionConfig,
  type Where,
} from 'payload';
import type { List } from '../../../endpoints/lists/index.ts';
import { recordAction } from '../../audit/index.ts';
import { touch } from '../../changes/hooks.ts';
import { markUntimed } from '../../changes/watching/marks.ts';
import { sqlDatabase } from '../../database/sqlDatabase.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { listByHand, MOST, type Order, type OrderedDocument, orderOf } from './orderOf.ts';
import { newIntegers, newPositions } from './places.ts';

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
export const orderEndpoint: Endpoint = {
  path: '/portal-order/:collection',
  method: 'post',
  handler: async (req) => {
    const slug = String(req.routeParams?.collection);
    const list = listByHand(req, slug);
    const collection = req.payload.collections[slug as never]?.config;
    if (!list || !collection) throw new NotFound(req.t);
    const within = req.query.within === undefined ? undefined : Number(req.query.within);
    const changed = await inTurn(slug, () => order(req, list, collection, within));
    return Response.json({ changed });
  },
};

const turns = new Map<string, Promise<unknown>>();

/** One after the other: without transactions, two at a time would mix. */
async function inTurn<T>(slug: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(slug);
  const own = (async () => {
    await before?.catch(() => {});
    return work();
  })();
  turns.set(slug, own);
  return own;
}

/** @returns how many documents have changed */
async function order(
  req: PayloadRequest,
  list: List,
  collection: SanitizedCollectionConfig,
  within: number | undefined,
): Promise<number> {
  // What is read must still hold when it is written: of two processes, MongoDB lets one begin again.
  const begins = await initTransaction(req);
  let changes: Change[] = [];
  try {
    // Before it reads: on PostgreSQL, another process waits here until this one has committed.
    await markUntimed(req);
    const before = await orderOf(req, list, collection, within);
    changes = await changesOf(req, collection.slug, before);
    if (changes.length > 0) {
      for (const { id, value } of changes) await write(req, collection, id, before.by, value);
      await recordAction(req, { action: 'ordered', collection: collection.slug });
      // Without a transaction, it resolves when the lists show it.
      await Promise.all(changes.map(({ id }) => touch(req, list.key, id)));
    }
    if (begins) await commitTransaction(req);
  } catch (error) {
    await killTransaction(req);
    // Without a transaction, the lists show what was written before the failure.
    if (!begins) await Promise.all(changes.map(({ id }) => touch(req, list.key, id)));
    throw error;
  }
  return changes.length;
}

interface Change {
  id: number | string;
  value: number | null;
}

/** @throws Refusal if the user has seen another order, or names other documents */
async function changesOf(req: PayloadRequest, collection: string, before: Order): Promise<Change[]> {
  const { ids, state } = await wantedOf(req);
  if (state !== before.state) throw new Refusal(req, CHANGED, 409);
  const byId = new Map(before.documents.map((each) => [String(each.id), each]));
  const wanted = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  if (wanted.length !== before.documents.length || wanted.length !== ids.length)
    throw new Refusal(req, CHANGED, 409);
  if (wanted.every((each, at) => each === before.documents[at])) return [];
  const values = await valuesOf(req, collection, before, wanted);
  return wanted.flatMap((each, at) =>
    at in values && values[at] !== each.value ? { id: each.id, value: values[at] as number | null } : [],
  );
}

async function wantedOf(req: PayloadRequest): Promise<{ ids: string[]; state: string }> {
  await addDataAndFileToRequest(req);
  const { ids, state } = (req.data ?? {}) as Record<string, unknown>;
  const isId = (id: unknown) => typeof id === 'number' || typeof id === 'string';
  if (!Array.isArray(ids) || ids.length > MOST || !ids.every(isId) || typeof state !== 'string')
    throw new Refusal(req, MALFORMED, 400);
  return { ids: ids.map(String), state };
}

async function valuesOf(
  req: PayloadRequest,
  collection: string,
  { by, isBefore }: Order,
  wanted: readonly OrderedDocument[],
): Promise<(number | null)[]> {
  if (by.role === 'integer') return newIntegers(wanted, isBefore);
  const { docs } = await req.payload.db.find<{ id: string; position?: number | null }>({
    collection,
    limit: 1,
    pagination: false,
    req,
    select: { position: true },
    sort: '-position',
    where: { position: { exists: true } },
  });
  return newPositions(wanted, isBefore, Math.ceil(docs[0]?.position ?? 0));
}

/** Without a new version and another time: what somebody has open in a form is not outdated by it. */
async function write(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  id: number | string,
  { field, role }: Order['by'],
  value: number | null,
): Promise<void> {
  const { slug, versions } = collection;
  const data = { [field]: value, updatedAt: null };
  await req.payload.db.updateOne({ collection: slug, id, data, req, returning: false });
  // Saves take the position from the document, and all else from its newest version.
  if (role === 'position' || !versions) return;
  for (const version of await versionsToChange(req, slug, id))
    await writeVersion(req, slug, version, field, value);
}

/** The newest version of a document, and the newest one that was published. */
async function versionsToChange(
  req: PayloadRequest,
  collection: string,
  parent: number | string,
): Promise<(number | string)[]> {
  const isOne: Where[] = [{ latest: { equals: true } }, { 'version._status': { equals: 'published' } }];
  const found = isOne.map((is) =>
    req.payload.db.findVersions({
      collection: collection as never,
      limit: 1,
      pagination: false,
      req,
      select: { parent: true },
      sort: '-updatedAt',
      where: { and: [{ parent: { equals: parent } }, is] },
    }),
  );
  return [...new Set((await Promise.all(found)).flatMap(({ docs }) => docs.map(({ id }) => id)))];
}

async function writeVersion(
  req: PayloadRequest,
  slug: string,
  id: number | string,
  field: string,
  value: number | null,
): Promise<void> {
  const { db } = req.payload;
  if (sqlDatabase(req.payload)) {
    // Null keeps the time of the row, and would clear that of the document in it.
    const versionData = { version: { [field]: value }, updatedAt: null } as never;
    await db.updateVersion({ collection: slug as never, id, req, returning: false, versionData });
    return;
  }
  // MongoDB's adapter would leave nothing else of the version.
  const { sessions, versions } = db as unknown as MongooseAdapter;
  const session = sessions[String(await req.transactionID)];
  const set = { $set: { [`version.${field}`]: value } };
  await versions[slug]?.updateOne({ _id: id }, set, { timestamps: false, ...(session && { session }) });
}
