import type { CollectionSlug, PayloadRequest, SanitizedCollectionConfig, Where } from 'payload';
import { publishedWhere } from '../../../collections/portal/portal.ts';
import { AUTHORSHIP, authorshipIn } from '../../../collections/values/content.ts';
import { pagesByTime } from '../../payload/database/pagesByTime.ts';
import { titleOf } from '../../payload/i18n/bilingual.ts';
import { newestVersions } from '../../payload/versions.ts';
import { isWithdrawal, type TimedVersion } from '../publication/versions.ts';
import { hasReviews, REVIEWS, type ReviewRow } from '../review/reviews.ts';
import { reviewStateOf } from '../review/secondEyes.ts';
import { type Formatter, WORDS } from './words.ts';

type Id = number | string;
type Data = Record<string, unknown>;

/** A link to a document or a list, with notes. */
export interface Item {
  key: string;
  /** @default no link */
  href?: string;
  title: string;
  /** One line each. */
  notes: string[];
  alert?: string | undefined;
  /** The time by which items of several collections are sorted (ISO 8601). */
  at?: string;
}

/** Whom it waits for, and what they may read. */
export interface Scope {
  req: PayloadRequest;
  /** Those whose documents the user may all read. */
  collections: SanitizedCollectionConfig[];
  words: Formatter;
}

/** The condition of rows about documents that the user may read. */
export const ofReadable = ({ collections }: Scope): Where => ({
  collectionSlug: { in: collections.map(({ slug }) => slug) },
});

export interface Named {
  /** The slug of its collection. */
  collection: string;
  id: Id;
  title: string;
}

export function itemOf({ href, label }: Formatter, { collection, id, title }: Named, notes: string[]): Item {
  const [first, ...others] = notes;
  return {
    key: `${collection} ${id}`,
    href: href(collection, String(id)),
    title,
    notes: [`${label(collection, 'singular')} · ${first}`, ...others],
  };
}

/** The title of a document in the admin, or its number on the portal. */
export function nameOf({ admin }: SanitizedCollectionConfig, document: Data): string {
  const { api_id, id } = document;
  return titleOf(admin, document) ?? `#${api_id ?? id}`;
}

/** Documents that are read at a time, at least. */
const PAGE = 50;

/** Reviews in a state whose newest version is the draft that they are about, the oldest first. */
export async function reviews(
  scope: Scope,
  limit: number,
  state: Exclude<ReviewRow['state'], 'none'>,
  where: Where[],
): Promise<Item[]> {
  const { collections, req, words } = scope;
  const { payload } = req;
  if (!hasReviews(payload)) return [];
  const [time, by, note] =
    state === 'requested'
      ? (['requestedAt', 'requestedBy', 'note'] as const)
      : (['decidedAt', 'decidedBy', 'reason'] as const);
  const and = [ofReadable(scope), { state: { equals: state } }, ...where];
  const size = Math.max(PAGE, limit + 1);
  const found: Item[] = [];
  const read = async (beyond: Where[]) => {
    const page = { limit: size, pagination: false, sort: time, where: { and: [...and, ...beyond] } };
    return (await payload.db.find<ReviewRow>({ collection: REVIEWS, ...page })).docs;
  };
  // What no longer waits does not hide what is behind it.
  for await (const rows of pagesByTime({ path: time, timeOf: (row) => row[time], size, read })) {
    for (const config of collections) {
      const { slug } = config;
      const own = rows.filter(({ collectionSlug }) => collectionSlug === slug);
      const fields = ['_status', 'deletedAt', 'api_id', config.admin.useAsTitle ?? 'id', ...AUTHORSHIP];
      const newest = await newestVersions(
        req,
        slug,
        own.map(({ document }) => document),
        { fields },
      );
      for (const row of own) {
        const { version } = newest.get(row.document) ?? {};
        if (version?._status !== 'draft' || version.deletedAt) continue;
        if (reviewStateOf(row, authorshipIn(version)) === 'changedSince') continue;
        const at = row[time] ?? '';
        const title = nameOf(config, { ...version, id: row.document });
        const said = row[note];
        const notes = [`${row[by] ?? ''}, ${words.time(at)}`, ...(said ? [`«${said}»`] : [])];
        found.push({ ...itemOf(words, { collection: slug, id: row.document, title }, notes), at });
      }
    }
    if (found.length > limit) break;
  }
  return found.sort(oldestFirst);
}

const oldestFirst = (one: Item, other: Item) => String(one.at).localeCompare(String(other.at));

/** Items of each collection with drafts, the oldest first. */
async function inEach(
  { collections }: Scope,
  find: (config: SanitizedCollectionConfig) => Promise<Item[]>,
): Promise<Item[]> {
  const found = await Promise.all(collections.filter(({ versions }) => versions?.drafts).map(find));
  return found.flat().sort(oldestFirst);
}

type DraftVersion = TimedVersion & { id: Id; parent: Id };

/** Documents whose newest version is a draft of such a writer, the latest first, unless they are only withdrawn. */
export async function drafts(scope: Scope, limit: number, writer: Where[string]): Promise<Item[]> {
  const { req, words } = scope;
  const size = Math.max(PAGE, limit + 1);
  const path = 'version.updatedAt';
  const found = await inEach(scope, async (config) => {
    const { admin, slug, trash } = config;
    const version = {
      [admin.useAsTitle ?? 'id']: true,
      api_id: true,
      createdAt: true,
      edited_by: true,
      standing: true,
      updatedAt: true,
    } as const;
    const and: Where[] = [
      { latest: { equals: true } },
      { 'version._status': { equals: 'draft' } },
      { 'version.words_writer': writer as never },
      ...(trash ? [{ 'version.deletedAt': { exists: false } }] : []),
    ];
    const read = async (beyond: Where[]) => {
      const { docs } = await req.payload.db.findVersions<Data>({
        collection: slug as CollectionSlug,
        limit: size,
        pagination: false,
        req,
        select: { parent: true, createdAt: true, updatedAt: true, version },
        sort: `-${path}`,
        where: { and: [...and, ...beyond] },
      });
      return docs as unknown as DraftVersion[];
    };
    const items: Item[] = [];
    const timeOf = ({ version }: DraftVersion) => version.updatedAt;
    for await (const page of pagesByTime({ path, timeOf, newestFirst: true, size, read })) {
      for (const each of page) {
        if (isWithdrawal(each)) continue;
        const at = new Date(each.version.updatedAt as string).toISOString();
        const title = nameOf(config, { ...each.version, id: each.parent });
        const made = [each.version.edited_by, words.time(at)].filter(Boolean).join(', ');
        const status = words.status(each.version.standing);
        const notes = [made, ...(status ? [status] : [])];
        items.push({ ...itemOf(words, { collection: slug, id: each.parent, title }, notes), at });
      }
      if (items.length > limit) break;
    }
    return items;
  });
  return found.reverse().slice(0, limit + 1);
}

/** What editors have published last, each document once. */
export async function publications(scope: Scope, limit: number): Promise<Item[]> {
  const found = await inEach(scope, (config) =>
    published(scope, config, limit, '-updatedAt', { edited_by: { exists: true } }, ({ at, by }) =>
      [by, scope.words.time(at)].join(', '),
    ),
  );
  return found.reverse();
}

const YEAR = 366 * 24 * 60 * 60_000;

/** What is published and due to be looked at again, or was not changed for a year and has no such date; what was not changed for longest first. */
export async function lookAgain(scope: Scope, limit: number): Promise<Item[]> {
  const { req, words } = scope;
  if (!hasReviews(req.payload)) return [];
  const [now, before] = [0, YEAR].map((age) => new Date(Date.now() - age).toISOString());
  const isOld: Where[] = [{ look_again_at: { exists: false } }, { updatedAt: { less_than: before } }];
  const due: Where = { or: [{ look_again_at: { less_than_equal: now } }, { and: isOld }] };
  return inEach(scope, (config) =>
    published(scope, config, limit, 'updatedAt', due, ({ again, at }) =>
      again
        ? `${words.say(WORDS.due)} ${words.time(again)}`
        : `${words.say(WORDS.changed)} ${words.time(at)}`,
    ),
  );
}

interface Published {
  at: string;
  by: string;
  again: string | undefined;
}

async function published(
  { req, words }: Scope,
  config: SanitizedCollectionConfig,
  limit: number,
  sort: string,
  where: Where,
  noteOf: (document: Published) => string,
): Promise<Item[]> {
  const { docs } = await req.payload.db.find<Data & { id: Id }>({
    collection: config.slug,
    limit: limit + 1,
    pagination: false,
    req,
    select: {
      [config.admin.useAsTitle ?? 'id']: true,
      api_id: true,
      edited_by: true,
      look_again_at: true,
      updatedAt: true,
    },
    sort,
    where: { and: [...publishedWhere(config), where] },
  });
  return docs.map((document) => {
    const { edited_by, id, look_again_at, updatedAt } = document;
    const at = new Date(updatedAt as string).toISOString();
    const again = look_again_at ? new Date(look_again_at as string).toISOString() : undefined;
    const note = noteOf({ at, again, by: String(edited_by ?? '') });
    return { ...itemOf(words, { collection: config.slug, id, title: nameOf(config, document) }, [note]), at };
  });
}
