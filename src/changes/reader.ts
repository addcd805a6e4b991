import type { BasePayload, Where } from 'payload';
import { keysNamedIn } from '../../collections/PortalSettings.ts';
import { MEDIA, type Portal, slugOf } from '../../collections/portal/portal.ts';
import { isPublished, publishedWhere } from '../../collections/portal/published.ts';
import type { RawDocument } from '../../collections/portal/RawDocument.ts';
import { addressPatternOf, settingsGroup } from '../../collections/portal/settingsGroup.ts';
import { milliseconds } from '../../collections/values/timestamps.ts';
import { withAddress } from '../../endpoints/lists/documentLinks.ts';
import type { Kind, StoredDocument } from '../../endpoints/lists/index.ts';
import type { Change, PortalSettings } from '../../endpoints/read-model/index.ts';
import type { Finds } from '../payload/database/readingWith.ts';
import { inBatches } from './inBatches.ts';
import { mediaDocument } from './mediaDocument.ts';
import { type DocumentMapping, documentMapping, type Embedded } from './storedDocument.ts';

const BATCH = 500;

export const SETTINGS = 'portal-settings';

/** A main document's id and when it was last written, in milliseconds since 1970. */
export interface Written {
  id: string;
  at: number;
}

/** Reads from the database what the lists need: published documents, settings, and what was written when. */
export interface Reader {
  readonly kinds: Kind[];
  /** Every published document of a kind, in batches, and what those documents embed. */
  published(kind: Kind, db: Finds): AsyncIterable<{ documents: StoredDocument[]; embedded: Embedded[] }>;
  /** The state of some documents now: published, or null. */
  changes(kind: Kind, ids: string[], db: Finds): Promise<{ changes: Change[]; written: Written[] }>;
  /** What a document said when it was last published, from its versions; for what was taken away behind our back. */
  lastPublished(embedded: Embedded): Promise<StoredDocument | undefined>;
  /** Main documents, published or not, that were written at or after `since`. */
  writtenSince(kind: Kind, since: number): Promise<Written[]>;
  count(kind: Kind): Promise<number>;
  settings(): Promise<{ settings: PortalSettings; at: number }>;
  /**
   * Gives documents the addresses that the settings say now.
   * @returns the kinds whose documents have other addresses since
   */
  readAddresses(): Promise<Kind[]>;
}

/** 0 where an older version has let in what is no time. */
const timeOf = ({ updatedAt }: Record<string, unknown>) => (updatedAt ? milliseconds(updatedAt) || 0 : 0);

/** @throws an `Error` at the first question where a list has no collection in the config */
export function createReader(payload: BasePayload, portal: Portal): Reader {
  return new PayloadReader(payload, portal);
}

class PayloadReader implements Reader {
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

  async *published(kind: Kind, db: Finds) {
    const { embedded, select, toStored } = await this.#mapping(kind);
    const published = publishedWhere(this.#config(kind));
    const batches = inBatches((after, limit) =>
      this.#find(kind, { and: [...published, ...after] }, select, limit, db),
    );
    for await (const docs of batches) {
      yield { documents: docs.map(toStored), embedded: docs.flatMap(embedded) };
    }
  }

  async changes(kind: Kind, ids: string[], db: Finds) {
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
    const settings: PortalSettings = { collation: found.collation === 'C' ? 'C' : 'el', lists: {} };
    for (const { key, perLink } of this.#portal.lists) {
      const group = (found[settingsGroup(key)] ?? {}) as {
        ordering?: string | null;
        elementPerLink?: boolean;
        records?: boolean | null;
      };
      const ordering = group.ordering ?? '';
      const otherCollation = keysNamedIn(found.otherCollation, key);
      const emptyFirst = keysNamedIn(found.emptyFirst, key);
      settings.lists[key] = {
        ordering,
        ...(perLink && { elementPerLink: group.elementPerLink ?? false }),
        ...((this.#portal.records ?? group.records) && { records: true }),
        ...(otherCollation.length > 0 && { otherCollation }),
        ...(emptyFirst.length > 0 && { emptyFirst }),
      };
    }
    return { settings, at: timeOf(found) };
  }

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
