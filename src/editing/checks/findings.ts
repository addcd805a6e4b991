import { setImmediate as turn } from 'node:timers/promises';
import { escapeUTF8 } from 'entities/escape';
import type { BasePayload, PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { localizer } from '../../../collections/portal/locale.ts';
import type { RawDocument } from '../../../collections/portal/portal.ts';
import {
  isPublished,
  kindOf,
  MEDIA,
  portalOf,
  publishedWhere,
  slugOf,
  slugOfKind,
} from '../../../collections/portal/portal.ts';
import { fieldsWithRole } from '../../../collections/portal/roles.ts';
import { firstWords } from '../../../collections/values/searchText.ts';
import type { List } from '../../../endpoints/lists/index.ts';
import { inBatches } from '../../changes/reader.ts';
import { titleOf } from '../../payload/i18n/bilingual.ts';
import { documentIdOf } from '../documentId.ts';
import { LINKS, type LinkRow, REASONS } from './collections.ts';
import { type Content, contentOf } from './content.ts';
import {
  brokenLink,
  type Check,
  checkTexts,
  comparable,
  type Finding,
  longTitle,
  sameTitle,
  unpublishedLink,
} from './rules/index.ts';
import type { CheckSettings } from './settings.ts';

type Id = number | string;
type Data = Record<string, unknown>;

/** A document to be checked. */
export interface CheckedDocument {
  config: SanitizedCollectionConfig;
  /** Undefined for a new one. */
  id: Id | undefined;
  content: Content;
}

/** The list whose documents a collection has; undefined for other collections. */
export function listOf(payload: Pick<BasePayload, 'config'>, collection: string): List | undefined {
  const portal = portalOf(payload.config);
  const kind = kindOf(portal, collection);
  return portal.lists.find(({ key }) => key === kind);
}

/** What the portal shows of a document; undefined if it is not published. @param main as the database has it */
export function shownOf(
  payload: Pick<BasePayload, 'config'>,
  config: SanitizedCollectionConfig,
  main: RawDocument | null | undefined,
): (CheckedDocument & { id: Id }) | undefined {
  const list = listOf(payload, config.slug);
  if (!list || !main || !isPublished(config, main)) return undefined;
  const document = localizer(config.flattenedFields, payload.config)(main);
  return { config, id: main.id, content: contentOf(config, list, document) };
}

/** Whose database is read, and in which transaction. */
type Reader = Pick<PayloadRequest, 'payload'> & Partial<PayloadRequest>;

/**
 * What the checks find in a document, as often as it is iterated. Each finding is made when it is asked for: all of a text of
 * some megabytes would fill the memory.
 * @param wanted which checks are made
 * @param titles of its collection, where many documents are checked
 */
export async function findingsOf(
  reader: Reader,
  checked: CheckedDocument,
  { longestTitle }: CheckSettings,
  wanted: (check: Check) => boolean,
  titles?: Titles,
): Promise<Iterable<Finding>> {
  const content = wanted('pictures') ? await namedPictures(reader, checked.content) : checked.content;
  const { texts, title, titleField: field } = content;
  const long = field && wanted('titleLength') ? longTitle(title, longestTitle) : [];
  const other = wanted('sameTitle') ? await otherWithTitle(reader, checked, titles) : undefined;
  const links = wanted('brokenLinks')
    ? [await brokenLinks(reader, content), await unpublishedLinks(reader, content)]
    : [];
  return {
    *[Symbol.iterator]() {
      for (const said of long) yield { check: 'titleLength', field: field ?? '', ...said };
      if (other && field) yield { check: 'sameTitle', field, ...sameTitle(title, other) };
      yield* checkTexts(texts, wanted);
      for (const each of links) yield* each;
    },
  };
}

/** The published documents of a collection by their titles, in the form in which those are compared. */
export type Titles = Map<string, { id: Id; number: unknown }[]>;

/** @param also narrows the documents down */
export async function titlesOf(
  reader: Reader,
  config: SanitizedCollectionConfig,
  also: Where[] = [],
): Promise<Titles> {
  const titles: Titles = new Map();
  const { admin, flattenedFields, slug } = config;
  if (!admin.useAsTitle || admin.useAsTitle === 'id') return titles;
  const localized = localizer(flattenedFields, reader.payload.config);
  const select = { [admin.useAsTitle]: true, api_id: true } as const;
  // Asked past Payload's operations, which would give the request of a dry run another Payload.
  for await (const raw of eachOf(reader, slug, [...also, ...publishedWhere(config)], select)) {
    const title = comparable(titleOf(admin, localized(raw)) ?? '');
    titles.set(title, [...(titles.get(title) ?? []), { id: raw.id, number: numberOf(raw) }]);
  }
  return titles;
}

/** The number of another published document of the collection with the title. */
async function otherWithTitle(
  reader: Reader,
  { config, content: { sharesTitle, title, titleField }, id }: CheckedDocument,
  known: Titles | undefined,
): Promise<unknown> {
  if (!titleField || title === '' || sharesTitle) return undefined;
  const [search] = fieldsWithRole(config.flattenedFields, 'search');
  const words = firstWords(title).join(' ');
  // The words of a localized title are those of the locale that was saved last.
  const isLocalized = config.flattenedFields.some(
    (field) => field.name === titleField && 'localized' in field && field.localized,
  );
  const named: Where =
    search && words && !isLocalized
      ? { [search.name]: { like: words } }
      : { [titleField]: { equals: title } };
  const titles = known ?? (await titlesOf(reader, config, [named]));
  return titles.get(comparable(title))?.find((other) => other.id !== id)?.number;
}

/** What sets a document apart from others of its title: its number on the portal. */
export function numberOf({ api_id, id }: Data): unknown {
  return api_id ?? id;
}

/** The links of a document whose addresses are known not to work, whoever has them. */
async function brokenLinks(reader: Reader, { links }: Content): Promise<Iterable<Finding>> {
  const addresses = links.map(({ address }) => address);
  const where: Where[] = [{ state: { equals: 'broken' } }];
  const rows = await findIn<LinkRow>(reader, LINKS, ['address', addresses], where);
  const reasons = new Map(rows.map((row) => [row.address, row.reason]));
  return {
    *[Symbol.iterator]() {
      for (const link of links) {
        const reason = reasons.get(link.address);
        if (reason) yield { check: 'brokenLinks', field: link.field, ...brokenLink(link, REASONS[reason]) };
      }
    },
  };
}

/** A picture of the library in stored HTML, as `documentLinks.ts` describes it. */
const PICTURE = /<img src="portal-document:([^"/]*)\/([^"]*)"( alt="[^"]*")?/g;

/**
 * The content with the pictures of the library as readers get them: by the names of their files, and with the description of the
 * image itself where the text gives none.
 */
async function namedPictures(reader: Reader, content: Content): Promise<Content> {
  const { payload } = reader;
  const slug = slugOfKind(payload, MEDIA);
  const named = content.texts.flatMap(({ type, value }) =>
    type === 'html' ? [...value.matchAll(PICTURE)].map(([, , id = '']) => id) : [],
  );
  const config = payload.collections[slug]?.config;
  if (named.length === 0 || !config) return content;
  const ids = [...new Set(named)].map((id) => documentIdOf(payload, slug, id));
  const localized = localizer(config.flattenedFields, payload.config);
  const found = await findIn<RawDocument>(reader, slug, ['id', ids]);
  const images = new Map(found.map((raw) => [String(raw.id), localized(raw)]));
  const tag = (_: string, __: string, id: string, alt: string | undefined) => {
    const image: Record<string, unknown> = images.get(id) ?? {};
    const address = String(image.filename || image.legacy_url || '');
    const src = `<img src="${escapeUTF8(image.filename ? encodeURIComponent(address) : address)}"`;
    // What an editor leaves empty on purpose.
    if (alt === ' alt=""') return `${src} alt="" role="presentation"`;
    return src + (alt ?? ` alt="${escapeUTF8(String(image.alt ?? ''))}"`);
  };
  return {
    ...content,
    texts: content.texts.map((text) =>
      text.type === 'html' ? { ...text, value: text.value.replace(PICTURE, tag) } : text,
    ),
  };
}

/** The links of a document to others that are not published, whose words alone are served. */
async function unpublishedLinks(reader: Reader, { documents }: Content): Promise<Iterable<Finding>> {
  const { payload } = reader;
  const portal = portalOf(payload.config);
  /** The title of each document that is not published; '' of one that is not there. */
  const titles = new Map<string, string>();
  for (const slug of new Set(documents.map(({ collection }) => collection))) {
    const config = payload.collections[slug]?.config;
    if (!config || slug === slugOf(portal, MEDIA)) continue;
    const named = [...new Set(documents.filter(({ collection }) => collection === slug).map(({ id }) => id))];
    const ids = named
      .map((id) => documentIdOf(payload, slug, id))
      .filter((id) => typeof id === 'string' || Number.isSafeInteger(id));
    const found = await findIn<RawDocument>(reader, slug, ['id', ids]);
    const localized = localizer(config.flattenedFields, payload.config);
    for (const id of named) titles.set(`${slug}/${id}`, '');
    for (const raw of found) {
      const name = `${slug}/${raw.id}`;
      if (isPublished(config, raw)) titles.delete(name);
      else titles.set(name, titleOf(config.admin, localized(raw)) ?? '');
    }
  }
  return {
    *[Symbol.iterator]() {
      for (const { collection, field, id, words } of documents) {
        const title = titles.get(`${collection}/${id}`);
        if (title !== undefined) yield { check: 'brokenLinks', field, ...unpublishedLink(words, title) };
      }
    },
  };
}

/** How many values a query may name: SQLite takes a limited number only. */
const MAX_VALUES = 500;

/** All rows or documents with one of some values in a field, however many values there are. */
async function findIn<Row>(
  reader: Reader,
  collection: string,
  [field, values]: [name: string, values: readonly (string | number)[]],
  also: Where[] = [],
): Promise<Row[]> {
  const distinct = [...new Set(values)];
  const found: Row[][] = [];
  for (let from = 0; from < distinct.length; from += MAX_VALUES) {
    const where = { and: [{ [field]: { in: distinct.slice(from, from + MAX_VALUES) } }, ...also] };
    const all = { collection, limit: 0, pagination: false, req: reader as PayloadRequest, where };
    found.push((await reader.payload.db.find<Row & { id: Id }>(all)).docs);
  }
  return found.flat();
}

/** All documents that a query finds, some hundreds at a time, so that others get their turn in between. */
export async function* eachOf(
  reader: Reader,
  collection: string,
  where: Where[],
  select: Record<string, true>,
): AsyncIterable<RawDocument> {
  const batches = inBatches(async (after, limit) => {
    const found = { collection, limit, pagination: false, sort: 'id', where: { and: [...where, ...after] } };
    return (await reader.payload.db.find<RawDocument>({ ...found, req: reader as PayloadRequest, select }))
      .docs;
  });
  for await (const batch of batches) {
    yield* batch;
    // SQLite answers at once, so nobody would get a turn.
    await turn();
  }
}
