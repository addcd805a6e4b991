import { setImmediate as turn } from 'node:timers/promises';
import type { BasePayload, PayloadRequest, Where } from 'payload';
import type { RawDocument } from '../../../../collections/portal/portal.ts';
import { inBatches } from '../../../changes/reader.ts';
import { type DocumentRow, FINDINGS, type FindingRow, LINKS, type LinkRow } from '../collections.ts';

type Id = number | string;

/** A row that is wanted, without what the database and the link checks add. */
export type NewRow<Row extends DocumentRow> = Omit<Row, 'id'>;

/** The rows that some documents are to have. */
export interface NewRows {
  links: NewRow<LinkRow>[];
  findings: NewRow<FindingRow>[];
}

/**
 * Makes the rows of some documents of a collection those that are wanted. Rows that are there already stay, and a new link
 * takes over what is known of its address.
 */
export async function keepRows(
  payload: BasePayload,
  collection: string,
  documents: readonly Id[],
  { findings, links }: NewRows,
): Promise<void> {
  const where: Where = {
    and: [{ collectionSlug: { equals: collection } }, { document: { in: documents.map(String) } }],
  };
  await replace<FindingRow>(payload, FINDINGS, where, findings, ({ check }) => check);
  await replace<LinkRow>(
    payload,
    LINKS,
    where,
    links,
    ({ address }) => address,
    (rows) => withKnown(payload, rows),
  );
}

async function replace<Row extends DocumentRow>(
  payload: BasePayload,
  slug: string,
  where: Where,
  wanted: readonly NewRow<Row>[],
  own: (row: NewRow<Row>) => string,
  complete: (rows: NewRow<Row>[]) => Promise<NewRow<Row>[]> = async (rows) => rows,
): Promise<void> {
  const key = (row: NewRow<Row>) => JSON.stringify([row.document, row.title, row.field, row.words, own(row)]);
  const there = await findAll<Row>(payload, slug, where);
  const missing = new Map<string, NewRow<Row>>(wanted.map((row) => [key(row), row]));
  // Also rows that two servers have made at once.
  const gone = there.filter((row) => !missing.delete(key(row)));
  const added = await complete([...missing.values()]);
  for (const row of added) {
    await payload.db.create({ collection: slug, data: { ...row } as never, returning: false });
    await turn();
  }
  await removeRows(payload, slug, gone);
}

/** New links with the state of their addresses, so that nothing is asked once more for them. */
async function withKnown(payload: BasePayload, rows: NewRow<LinkRow>[]): Promise<NewRow<LinkRow>[]> {
  const addresses = rows.map(({ address }) => address);
  const where: Where[] = [{ state: { not_equals: 'waiting' } }];
  const there = await findIn<LinkRow>(payload, LINKS, ['address', addresses], { where });
  const known = new Map(there.map((row) => [row.address, row]));
  return rows.map((row) => {
    const {
      state,
      reason = null,
      since = null,
      checkedAt = null,
      retryAt = null,
    } = known.get(row.address) ?? row;
    return { ...row, state, reason, since, checkedAt, retryAt };
  });
}

interface FindOptions {
  /** Whose transaction to use. @default none */
  req?: PayloadRequest;
  /** The fields that are needed. @default all */
  select?: Record<string, true>;
}

/** All rows or documents that a query finds. */
export async function findAll<Row>(
  { db }: Pick<BasePayload, 'db'>,
  collection: string,
  where: Where,
  options: FindOptions = {},
): Promise<(Row & { id: Id })[]> {
  const all = { collection, limit: 0, pagination: false, where, ...options };
  return (await db.find<Row & { id: Id }>(all)).docs;
}

/** How many values a query may name: SQLite takes a limited number only. */
const MAX_VALUES = 500;

/** All rows or documents with one of some values in a field, however many values there are. */
export async function findIn<Row>(
  payload: Pick<BasePayload, 'db'>,
  collection: string,
  [field, values]: [name: string, values: readonly (string | number)[]],
  { where = [], ...options }: FindOptions & { where?: Where[] } = {},
): Promise<(Row & { id: Id })[]> {
  const distinct = [...new Set(values)];
  let found: (Row & { id: Id })[] = [];
  for (let from = 0; from < distinct.length; from += MAX_VALUES) {
    const named: Where = { [field]: { in: distinct.slice(from, from + MAX_VALUES) } };
    found = found.concat(await findAll<Row>(payload, collection, { and: [named, ...where] }, options));
  }
  return found;
}

/** All documents that a query finds, some hundreds at a time, so that others get their turn in between. */
export async function* eachOf(
  { db }: Pick<BasePayload, 'db'>,
  collection: string,
  where: Where[],
  options: FindOptions,
): AsyncIterable<RawDocument> {
  const batches = inBatches(async (after, limit) => {
    const found = { collection, limit, pagination: false, sort: 'id', where: { and: [...where, ...after] } };
    return (await db.find<RawDocument>({ ...found, ...options })).docs;
  });
  for await (const batch of batches) {
    yield* batch;
    // SQLite answers at once, so nobody would get a turn.
    await turn();
  }
}

/** Removes rows, some hundreds at a time. */
async function removeRows(
  payload: BasePayload,
  collection: string,
  rows: readonly { id: Id }[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += MAX_VALUES) {
    const ids = rows.slice(from, from + MAX_VALUES).map(({ id }) => id);
    await payload.db.deleteMany({ collection, where: { id: { in: ids } } });
  }
}
