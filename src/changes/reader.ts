import { type BasePayload, type CollectionSlug, createLocalReq, type Where } from 'payload';
import { keysNamedIn, namesIn } from '../../collections/PortalSettings.ts';
import {
  addressPatternOf,
  isPublished,
  kindOf,
  MEDIA,
  type Portal,
  portalOf,
  publishedWhere,
  type RawDocument,
  settingsGroup,
  slugOf,
} from '../../collections/portal/portal.ts';
import { milliseconds } from '../../collections/values/timestamps.ts';
import { withAddress } from '../../endpoints/lists/documentLinks.ts';
import type { Kind, StoredDocument } from '../../endpoints/lists/index.ts';
import {
  type Change,
  collationsByKey,
  isCollation,
  type PortalSettings,
} from '../../endpoints/read-model/index.ts';
import { takeNumber } from '../database/counter.ts';
import type { Finds } from '../payload/database/reading.ts';
import { mediaDocument } from './mediaDocument.ts';
import { type DocumentMapping, documentMapping, type Embedded } from './storedDocument.ts';

/**
 * Everything that a query finds, in batches by id. Pages are no way to get there: asked past Payload's own operations,
 * MongoDB's adapter takes the first one for all there is unless `pagination` is true, and pages shift while others write.
 * @param find up to `limit` documents in the order of their ids; `where` is beside its own conditions
 */
export async function* inBatches<T extends { id: number | string }>(
  find: (where: Where[], limit: number) => Promise<T[]>,
): AsyncIterable<T[]> {
  let after: Where[] = [];
  for (;;) {
    const found = await find(after, BATCH);
    if (found.length > 0) yield found;
    const last = found.at(-1);
    if (!last || found.length < BATCH) return;
    after = [{ id: { greater_than: last.id } }];
  }
}

const BATCH = 500;

export const SETTINGS = 'portal-settings';

/** A main document's id and when it was last written, in milliseconds since 1970. */
export interface Written {
  id: string;
  at: number;
}

/** 0 where something has stored what is no time. */
const timeOf = ({ updatedAt }: Record<string, unknown>) => (updatedAt ? milliseconds(updatedAt) || 0 : 0);

/**
 * Reads from the database what the lists need: published documents, settings, and what was written when. Each question throws
 * where a list has no collection in the config.
 */
export class Reader {
  readonly kinds: Kind[];
  readonly #payload: BasePayload;
  readonly #portal: Portal;
  readonly #mappings = new Map<Kind, DocumentMapping>();
  /** The patterns of public addresses. They change for all documents at once, so that none stays behind. */
  #patterns = new Map<Kind, string | undefined>();

  constructor(payload: BasePayload, portal: Portal) {
    this.#payload = payload;
    this.#portal = portal;
    this.kinds = [...portal.lists.map((list) => list.key), MEDIA];
  }

  /** Every published document of a kind, in batches, and what those documents embed. */
  async *published(
    kind: Kind,
    db: Finds,
  ): AsyncGenerator<{ documents: StoredDocument[]; embedded: Embedded[] }> {
    const { embedded, select, toStored } = await this.#mapping(kind);
    const published = publishedWhere(this.#config(kind));
    const batches = inBatches((after, limit) =>
      this.#find(kind, { and: [...published, ...after] }, select, limit, db),
    );
    for await (const docs of batches) {
      yield { documents: docs.map(toStored), embedded: docs.flatMap(embedded) };
    }
  }

  /** The state of some documents now: published, or null. */
  async changes(kind: Kind, ids: string[], db: Finds): Promise<{ changes: Change[]; written: Written[] }> {
    const { select, toStored } = await this.#mapping(kind);
    const changes: Change[] = [];
    const written: Written[] = [];
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      const docs = await this.#find(kind, { id: { in: batch } }, select, 0, db);
      const found = new Map(docs.map((doc) => [String(doc.id), doc]));
      for (const id of batch) {
        const doc = found.get(id);
        const shown = doc && isPublished(this.#config(kind), doc);
        changes.push({ kind, id, document: shown ? toStored(doc) : null });
        if (doc) written.push({ id, at: timeOf(doc) });
      }
    }
    return { changes, written };
  }

  /** What a document said when it was last published, from its versions; for what was taken away behind our back. */
  async lastPublished({ kind, id, last }: Embedded): Promise<StoredDocument | undefined> {
    if (kind === MEDIA)
      return last === null || !this.#portal.media.isOwn
        ? undefined
        : mediaDocument(this.#portal.media, { id, filename: last } as RawDocument, []);
    if (!this.#hasDrafts(kind)) return undefined;
    const byNumber = last !== null && id === `last:${last}`;
    const which: Where = byNumber
      ? { 'version.api_id': { equals: Number(last) } }
      : { parent: { equals: id } };
    const { docs } = await this.#payload.db.findVersions<RawDocument>({
      collection: slugOf(this.#portal, kind),
      limit: 1,
      pagination: false,
      sort: '-updatedAt',
      where: { and: [which, { 'version._status': { equals: 'published' } }] },
    });
    const version = docs[0]?.version;
    return version && (await this.#mapping(kind)).toStored({ ...version, id });
  }

  /** Main documents, published or not, that were written at or after `since`. */
  async writtenSince(kind: Kind, since: number): Promise<Written[]> {
    const docs = await this.#find(
      kind,
      { updatedAt: { greater_than_equal: new Date(since).toISOString() } },
      {},
    );
    return docs.map((doc) => ({ id: String(doc.id), at: timeOf(doc) }));
  }

  async count(kind: Kind): Promise<number> {
    return (await this.#payload.db.count({ collection: slugOf(this.#portal, kind), where: {} })).totalDocs;
  }

  async settings(): Promise<{ settings: PortalSettings; at: number }> {
    const found = await this.#global();
    const collation = isCollation(found.collation) ? found.collation : 'el';
    const settings: PortalSettings = { collation, lists: {} };
    for (const { key, perLink } of this.#portal.lists) {
      const group = (found[settingsGroup(key)] ?? {}) as {
        ordering?: string | null;
        elementPerLink?: boolean;
        records?: boolean | null;
      };
      const ordering = group.ordering ?? '';
      const collations = collationsByKey(namesIn(found.otherCollation), key);
      const emptyFirst = keysNamedIn(found.emptyFirst, key);
      settings.lists[key] = {
        ordering,
        ...(perLink && { elementPerLink: group.elementPerLink ?? false }),
        ...((this.#portal.records ?? group.records) && { records: true }),
        ...(Object.keys(collations).length > 0 && { collations }),
        ...(emptyFirst.length > 0 && { emptyFirst }),
      };
    }
    return { settings, at: timeOf(found) };
  }

  /**
   * Gives documents the addresses that the settings say now.
   * @returns the kinds whose documents have other addresses since
   */
  async readAddresses(): Promise<Kind[]> {
    const found = await this.#global();
    const before = this.#patterns;
    this.#patterns = new Map(
      this.#portal.lists.map(({ key }) => [key, addressPatternOf(found, key)] as const),
    );
    return [...this.#patterns].flatMap(([kind, pattern]) => (before.get(kind) === pattern ? [] : [kind]));
  }

  async #global(): Promise<Record<string, unknown>> {
    return (await this.#payload.findGlobal({ slug: SETTINGS, depth: 0 })) as unknown as Record<
      string,
      unknown
    >;
  }

  #config(kind: Kind) {
    const slug = slugOf(this.#portal, kind);
    const found = this.#payload.collections[slug]?.config;
    if (!found)
      throw new Error(`The list "${kind}" needs a collection with the slug "${slug}" in the Payload config.`);
    return found;
  }

  async #mapping(kind: Kind): Promise<DocumentMapping> {
    if (kind === MEDIA) return this.#images();
    const known = this.#mappings.get(kind);
    if (known) return known;
    const mapping = documentMapping(this.#config(kind).flattenedFields, this.#payload.config);
    const toStored = (raw: RawDocument) => withAddress(mapping.toStored(raw), this.#patterns.get(kind));
    const made = { ...mapping, toStored };
    this.#mappings.set(kind, made);
    return made;
  }

  async #images(): Promise<DocumentMapping> {
    const { media } = this.#portal;
    const sizes = (this.#config(MEDIA).upload.imageSizes ?? []).map(({ name }) => name);
    const { ownImages, imageSize } = media.isOwn ? await this.#global() : {};
    const served = typeof imageSize === 'string' ? imageSize : undefined;
    return {
      select: {
        alt: true,
        filename: true,
        legacy_url: true,
        mimeType: true,
        filesize: true,
        width: true,
        height: true,
        ...(sizes.length > 0 && { sizes: true }),
      },
      embedded: () => [],
      toStored: (raw) =>
        mediaDocument(
          media,
          ownImages === true && raw.filename ? { ...raw, legacy_url: null } : raw,
          sizes,
          served,
        ),
    };
  }

  #hasDrafts(kind: Kind): boolean {
    return Boolean(this.#config(kind).versions?.drafts);
  }

  async #find(
    kind: Kind,
    where: Where,
    fields: Record<string, true>,
    limit = 0,
    db: Finds = this.#payload.db,
  ): Promise<RawDocument[]> {
    const select = {
      ...fields,
      updatedAt: true as const,
      ...(this.#hasDrafts(kind) && { _status: true as const }),
      ...(this.#config(kind).trash && { deletedAt: true as const }),
    };
    const collection = slugOf(this.#portal, kind);
    if (kind === MEDIA && !this.#portal.media.isOwn) {
      // Only Payload's hooks know the address of a file that a storage adapter keeps.
      const found = await this.#payload.find({
        collection,
        depth: 0,
        limit,
        pagination: false,
        sort: 'id',
        trash: true,
        where,
      });
      return found.docs as unknown as RawDocument[];
    }
    const query = {
      collection,
      joins: false,
      limit,
      pagination: false,
      select,
      sort: 'id',
      where,
    } as const;
    return (await db.find<RawDocument>(query)).docs;
  }
}

/**
 * A document of a list as a load gives it, with its public address.
 * @param slug of its collection
 * @param raw the whole document, as the database has it
 * @throws if there is no such collection
 */
export async function documentOf(
  payload: BasePayload,
  slug: string,
  raw: RawDocument,
): Promise<StoredDocument> {
  const config = payload.collections[slug]?.config;
  if (!config) throw new Error(`There is no collection "${slug}".`);
  const settings = await payload.findGlobal({ slug: 'portal-settings' as never, depth: 0 });
  const { toStored } = documentMapping(config.flattenedFields, payload.config);
  return withAddress(toStored(raw), addressPatternOf(settings, kindOf(portalOf(payload.config), slug)));
}

/** Everything that is published, and the settings, as a read model loads it. */
export async function* everything(reader: Reader, db: Finds): AsyncGenerator<Change[]> {
  yield [{ settings: (await reader.settings()).settings }];
  await reader.readAddresses();
  const published = new Set<string>();
  const wanted = new Map<string, Embedded>();
  for (const kind of reader.kinds) {
    for await (const { documents, embedded } of reader.published(kind, db)) {
      for (const { id } of documents) published.add(`${kind}/${id}`);
      for (const each of embedded) wanted.set(`${each.kind}/${each.id}`, each);
      yield documents.map((document) => ({ kind, id: document.id, document }));
    }
  }
  for (const [key, embedded] of wanted) if (!published.has(key)) yield* departed(reader, embedded);
}

/** Tells what was last published, then that it is gone: the read model keeps the value for those that need it. */
async function* departed(reader: Reader, embedded: Embedded): AsyncIterable<Change[]> {
  const document = await reader.lastPublished(embedded);
  if (!document) return;
  const { kind, id } = embedded;
  yield [{ kind, id, document }];
  yield [{ kind, id, document: null }];
}

/**
 * {@link everything} of a Payload that nobody writes to, or whose reads are of one moment.
 * @throws if `portalContent()` is not among the plugins of its config
 */
export function publishedNow(
  payload: BasePayload,
  portal: Portal = portalOf(payload.config),
): AsyncGenerator<Change[]> {
  return everything(new Reader(payload, portal), payload.db);
}

/**
 * Gives every document of a collection that has no number yet the next ones: those that a host had before the collection
 * became a list's.
 */
export async function numberDocuments(payload: BasePayload, portal: Portal, kind: string): Promise<void> {
  const collection: CollectionSlug = slugOf(portal, kind);
  const req = await createLocalReq({}, payload);
  const unnumbered = { api_id: { exists: false } };
  for (;;) {
    const { docs } = await payload.db.find<{ id: number | string }>({
      collection,
      limit: BATCH,
      pagination: false,
      select: { api_id: true },
      sort: 'id',
      where: unnumbered,
    });
    for (const { id } of docs) {
      const api_id = await takeNumber(req, kind);
      // Another server may have come first.
      const where = { and: [{ id: { equals: id } }, unnumbered] };
      await payload.db.updateOne({ collection, data: { api_id }, returning: false, where });
    }
    if (docs.length < BATCH) return;
  }
}
