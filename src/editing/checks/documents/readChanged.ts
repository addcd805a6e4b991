import { setImmediate as turn } from 'node:timers/promises';
import type { BasePayload, SanitizedCollectionConfig } from 'payload';
import { localizer } from '../../../../collections/portal/locale.ts';
import type { RawDocument } from '../../../../collections/portal/portal.ts';
import { isPublished, portalOf, publishedWhere, slugOf } from '../../../../collections/portal/portal.ts';
import { milliseconds } from '../../../../collections/values/timestamps.ts';
import type { List } from '../../../../endpoints/lists/index.ts';
import { documentMapping } from '../../../changes/storedDocument.ts';
import { COUNTERS, raiseCounter } from '../../../database/counter.ts';
import { pagesByTime } from '../../../payload/database/pagesByTime.ts';
import { titleOf } from '../../../payload/i18n/bilingual.ts';
import type { FindingRow, LinkRow } from '../collections.ts';
import { type Check, comparable, type Finding, firstOf, sameTitle } from '../rules/index.ts';
import { type CheckSettings, readCheckSettings } from '../settings.ts';
import { contentOf } from './contentOf.ts';
import { findingsInside, namedPictures, numberOf, unpublishedLinks } from './findingsOf.ts';
import { eachOf, keepRows, type NewRow } from './rowsOf.ts';

const BATCH = 100;

/** What commits late, or on a machine whose clock is behind, may have an older time than what was read, by milliseconds. */
const MAX_LAG = 15_000;

/** The published titles of a collection, in the form in which they are compared, with the documents that have them. */
type Titles = Map<string, { id: string; number: unknown }[]>;

/**
 * Reads the documents that have changed, and makes their links and findings those of what is published of them. A document is
 * read once more rather than not at all, and what it has already is not written again.
 * @param end when to stop (milliseconds since 1970); the next call goes on from there
 */
export async function readChanged(payload: BasePayload, end: Deadline): Promise<void> {
  const portal = portalOf(payload.config);
  const settings = await readCheckSettings(payload);
  for (const list of portal.lists) {
    const config = payload.collections[slugOf(portal, list.key)]?.config;
    if (config) await readCollection(payload, { config, list, settings }, end);
  }
}

interface Deadline {
  until: number;
  signal?: AbortSignal | undefined;
}

interface Reading {
  config: SanitizedCollectionConfig;
  list: List;
  settings: CheckSettings;
}

async function readCollection(
  payload: BasePayload,
  reading: Reading,
  { signal, until }: Deadline,
): Promise<void> {
  const { flattenedFields, slug } = reading.config;
  const done = await progressOf(payload, slug);
  const from = Date.now() - done < 2 * MAX_LAG ? done - MAX_LAG : done;
  const { select } = documentMapping(flattenedFields, payload.config);
  const fields = { ...select, _status: true, deletedAt: true, updatedAt: true } as never;
  let titles: Titles | undefined;
  const pages = pagesByTime<RawDocument>({
    path: 'updatedAt',
    timeOf: ({ updatedAt }) => updatedAt,
    size: BATCH,
    from: iso(from + 1),
    read: async (beyond) => {
      const where = { and: beyond };
      const page = { limit: BATCH, pagination: false, select: fields, sort: 'updatedAt', where };
      return (await payload.db.find<RawDocument>({ collection: slug, ...page })).docs;
    },
  });
  for await (const docs of pages) {
    if (Date.now() >= until || signal?.aborted) return;
    titles ??= await titlesOf(payload, reading.config);
    await keepDocuments(payload, reading, docs, titles);
    await raiseProgress(payload, slug, milliseconds(docs.at(-1)?.updatedAt));
  }
}

const iso = (time: number) => new Date(Math.max(0, time)).toISOString();

async function keepDocuments(
  payload: BasePayload,
  { config, list, settings }: Reading,
  documents: readonly RawDocument[],
  titles: Titles,
): Promise<void> {
  const links: NewRow<LinkRow>[] = [];
  const findings: NewRow<FindingRow>[] = [];
  const wanted = (check: Check) => settings.levels[check] !== 'off';
  const localized = localizer(config.flattenedFields, payload.config);
  for (const raw of documents) {
    if (!isPublished(config, raw)) continue;
    const plain = contentOf(config, list, localized(raw));
    const content = wanted('pictures') ? await namedPictures(payload, plain) : plain;
    const row = {
      collectionSlug: config.slug,
      document: String(raw.id),
      title: content.title || `#${numberOf(raw)}`,
    };
    const other =
      wanted('sameTitle') && content.title !== '' && !content.sharesTitle
        ? otherOf(titles, content.title, raw.id)
        : undefined;
    const same: Finding[] =
      other && content.titleField
        ? [{ check: 'sameTitle', field: content.titleField, ...sameTitle(content.title, other) }]
        : [];
    const unpublished = wanted('brokenLinks') ? await unpublishedLinks(payload, content) : [];
    const found = [findingsInside(content, settings, wanted), same, unpublished];
    for (const { check, field, words } of found.flatMap((each) => firstOf(each).first))
      findings.push({ ...row, check, field, words });
    for (const { address, field, words } of content.links)
      links.push({ ...row, address, host: new URL(address).host, field, words, state: 'waiting' });
    // A text may take long, and others wait for this process.
    await turn();
  }
  const ids = documents.map(({ id }) => id);
  await keepRows(payload, config.slug, ids, { links, findings });
}

function otherOf(titles: Titles, title: string, id: number | string): unknown {
  return titles.get(comparable(title))?.find((each) => each.id !== String(id))?.number;
}

async function titlesOf(payload: BasePayload, config: SanitizedCollectionConfig): Promise<Titles> {
  const titles: Titles = new Map();
  const title = config.admin.useAsTitle ?? 'id';
  if (title === 'id') return titles;
  const localized = localizer(config.flattenedFields, payload.config);
  const select = { [title]: true, api_id: true } as const;
  for await (const raw of eachOf(payload, config.slug, publishedWhere(config), { select })) {
    const key = comparable(titleOf(config.admin, localized(raw)) ?? '');
    const named = { id: String(raw.id), number: numberOf(raw) };
    const there = titles.get(key);
    if (there) there.push(named);
    else titles.set(key, [named]);
  }
  return titles;
}

const keyOf = (collection: string) => `checks-read:${collection}`;

/** Up to which change the documents of a collection have been read, in milliseconds since 1970; 0 for none. */
async function progressOf({ db }: BasePayload, collection: string): Promise<number> {
  const where = { key: { equals: keyOf(collection) } };
  const row = await db.findOne<{ id: string; value: number }>({ collection: COUNTERS, where });
  return Number(row?.value ?? 0);
}

async function raiseProgress(payload: BasePayload, collection: string, to: number): Promise<void> {
  await raiseCounter(payload, keyOf(collection), to);
}

/** Has all documents of a collection read again. */
export async function resetProgress({ db }: BasePayload, collection: string): Promise<void> {
  const where = { key: { equals: keyOf(collection) } };
  await db.updateOne({ collection: COUNTERS, data: { value: 0 }, where, returning: false });
}
