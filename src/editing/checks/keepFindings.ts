import { setImmediate as turn } from 'node:timers/promises';
import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  Payload,
  PayloadRequest,
  Where,
} from 'payload';
import {
  isPublished,
  portalOf,
  publishedWhere,
  type RawDocument,
  slugOf,
} from '../../../collections/portal/portal.ts';
import { isImport, saveContextOf } from '../../../collections/save/saveContext.ts';
import { updateRows } from '../../database/sqlDatabase.ts';
import { whenCommitted } from '../../payload/database/transactions.ts';
import { describeError } from '../../system/logging/describeError.ts';
import { documentIdOf } from '../documentId.ts';
import { type DocumentRow, FINDINGS, type FindingRow, LINKS, type LinkRow } from './collections.ts';
import { eachOf, findingsOf, numberOf, shownOf, type Titles, titlesOf } from './findings.ts';
import { type Check, MAX_FINDINGS } from './rules/index.ts';
import { type CheckSettings, checkSettingsIn, readCheckSettings } from './settings.ts';

type Id = number | string;
type New<Row> = Omit<Row, 'id'>;

/** Keeps the links and findings of what is published of a document, once it is saved. After an import all are kept at once. */
export const keepFindingsOfSaved: CollectionAfterChangeHook = async ({ collection, doc, operation, req }) => {
  const { slug } = collection;
  const isNew = operation === 'create';
  const { draft, settings } = saveContextOf(req, slug, isNew ? undefined : doc.id);
  const isDraft = isNew ? !isPublished(collection, doc) : draft;
  if (!isDraft && !isImport(req))
    await keepAfterCommit(req, slug, doc.id, settings && checkSettingsIn(settings));
  return doc;
};

export const dropFindingsOfDeleted: CollectionAfterDeleteHook = ({ collection, id, req }) =>
  keepAfterCommit(req, collection.slug, id);

const keepAfterCommit = (req: PayloadRequest, collection: string, id: Id, settings?: CheckSettings) =>
  whenCommitted(req, async () => {
    await keepFindings(req.payload, collection, id, settings);
  });

/** So many documents that cannot be checked are a fault of the server. */
const MAX_FAILURES = 10;

/** {@link keepFindings} for all that is published, and what has rows and is no longer published. */
export async function keepAllFindings(payload: Payload, signal: AbortSignal | undefined): Promise<void> {
  const portal = portalOf(payload.config);
  const slugs = portal.lists.map(({ key }) => String(slugOf(portal, key)));
  const settings = await readCheckSettings(payload);
  let failures = 0;
  for (const slug of slugs) {
    const { config } = payload.collections[slug] ?? {};
    const ids = new Set<string>();
    for await (const { id } of config ? eachOf({ payload }, slug, publishedWhere(config), {}) : [])
      ids.add(String(id));
    const where = { collectionSlug: { equals: slug } };
    for (const collection of [LINKS, FINDINGS]) {
      const { values } = await payload.db.findDistinct({ collection, field: 'document', where });
      for (const { document } of values) ids.add(String(document));
    }
    const titles = config && (await titlesOf({ payload }, config));
    for (const id of ids) {
      signal?.throwIfAborted();
      const document = documentIdOf(payload, slug, id);
      if (!(await keepFindings(payload, slug, document, settings, titles))) failures += 1;
      if (failures > MAX_FAILURES) throw new Error('Too many documents could not be checked.');
      // SQLite answers at once, so nobody would get a turn.
      await turn();
    }
  }
  for (const collection of [LINKS, FINDINGS])
    await payload.db.deleteMany({ collection, where: { collectionSlug: { not_in: slugs } } });
}

/**
 * Makes the rows of a document those of what is published of it.
 * @param known the settings, if they are read already
 * @returns false if that failed, which is in the log
 */
async function keepFindings(payload: Payload, slug: string, id: Id, known?: CheckSettings, titles?: Titles) {
  const where: Where = {
    and: [{ collectionSlug: { equals: slug } }, { document: { equals: String(id) } }],
  };
  try {
    const { findings, links } = await rowsOf(payload, slug, id, known, titles);
    await replace<FindingRow>(payload, FINDINGS, where, findings, ({ check }) => check);
    await replace<LinkRow>(
      payload,
      LINKS,
      where,
      links,
      ({ address }) => address,
      (row) => withKnown(payload, row),
    );
    return true;
  } catch (error) {
    payload.logger.warn(`What is published of "${slug}" ${id} could not be checked. ${describeError(error)}`);
    return false;
  }
}

/** The rows that a document is to have; none if it is not published. */
async function rowsOf(payload: Payload, slug: string, id: Id, known?: CheckSettings, titles?: Titles) {
  const rows: { links: New<LinkRow>[]; findings: New<FindingRow>[] } = { links: [], findings: [] };
  const { config } = payload.collections[slug] ?? {};
  const main = await payload.db.findOne<RawDocument>({ collection: slug, where: { id: { equals: id } } });
  const shown = config && shownOf(payload, config, main);
  if (!shown) return rows;
  const { content } = shown;
  const own = {
    collectionSlug: slug,
    document: String(id),
    title: content.title || `#${numberOf({ ...main })}`,
  };
  const settings = known ?? (await readCheckSettings(payload));
  const wanted = (check: Check) => settings.levels[check] !== 'off';
  // Links to the web have rows of their own.
  const checked = { ...shown, content: { ...content, links: [] } };
  const found = await findingsOf({ payload }, checked, settings, wanted, titles);
  for (const { check, field, words } of found) {
    if (rows.findings.length === MAX_FINDINGS) break;
    rows.findings.push({ ...own, check, field, words });
  }
  for (const { address, field, words } of content.links)
    rows.links.push({ ...own, address, host: new URL(address).host, field, words, state: 'waiting' });
  return rows;
}

/** A new link with what is known of its address, so that it is not asked once more. */
async function withKnown({ db }: Payload, row: New<LinkRow>): Promise<New<LinkRow>> {
  const known = await db.findOne<LinkRow>({
    collection: LINKS,
    where: { and: [{ address: { equals: row.address } }, { state: { not_equals: 'waiting' } }] },
  });
  if (!known) return row;
  const { state, reason, since, checkedAt, retryAt } = known;
  return { ...row, state, reason, since, checkedAt, retryAt };
}

/** Writes only what is another. @param what sets rows of the same words apart */
async function replace<Row extends DocumentRow>(
  payload: Payload,
  collection: string,
  where: Where,
  wanted: readonly New<Row>[],
  what: (row: New<Row>) => string,
  complete = async (row: New<Row>) => row,
): Promise<void> {
  const key = (row: New<Row>) => JSON.stringify([row.field, row.words, what(row)]);
  const { db } = payload;
  const { docs } = await db.find<Row>({ collection, limit: 0, pagination: false, where });
  const missing = new Map(wanted.map((row) => [key(row), row]));
  // Also rows that two servers have made at once.
  const gone = docs.filter((row) => !missing.delete(key(row))).map(({ id }) => id);
  const title = wanted[0]?.title ?? '';
  const renamed = docs.filter((row) => row.title !== title && !gone.includes(row.id)).map(({ id }) => id);
  if (renamed.length > 0) await updateRows(payload, collection, renamed, { title });
  for (const row of missing.values()) {
    await db.create({ collection, data: { ...(await complete(row)) } as never, returning: false });
    // A text may have many, and others wait for this process.
    await turn();
  }
  if (gone.length > 0) await db.deleteMany({ collection, where: { id: { in: gone } } });
}
