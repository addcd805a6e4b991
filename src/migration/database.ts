import type {
  BasePayload,
  CollectionSlug,
  FlattenedField,
  SanitizedCollectionConfig,
  SanitizedConfig,
  Where,
} from 'payload';
import { type Portal, portalOf, slugOf } from '../../collections/portal/portal.ts';
import type { RawDocument } from '../../collections/portal/RawDocument.ts';
import { importing } from '../../collections/save/note.ts';
import type { Kind } from '../../endpoints/lists/index.ts';
import { payloadDocuments } from '../documents/hooks.ts';
import { listLocale } from '../documents/locale.ts';
import { documentMapping } from '../documents/storedDocument.ts';
import { type AsImport, ImportImages } from './images.ts';
import { type Ledger, type Named, readLedger } from './ledger.ts';
import type { KnownDocument } from './matching.ts';

type Id = number | string;

/** A document of an earlier import, as the database has it. */
export interface StoredImport extends KnownDocument {
  kind: Kind;
  position: number | null;
  published: boolean;
}

/** Everything that earlier imports left. */
export interface StoredState extends Ledger {
  documents: StoredImport[];
}

/** The operations on Payload's database that an import needs, none of which is seen in a list before it is whole. */
export class ImportDatabase {
  readonly payload: BasePayload;
  readonly portal: Portal;
  readonly images: ImportImages;
  readonly #asImport: AsImport;

  constructor(payload: BasePayload) {
    this.payload = payload;
    this.portal = portalOf(payload.config);
    this.#asImport = asImport(payload.config);
    this.images = new ImportImages(payload, this.portal, this.#asImport);
  }

  #slug(kind: Kind): CollectionSlug {
    return slugOf(this.portal, kind);
  }

  #config(kind: Kind): SanitizedCollectionConfig {
    const collection = this.payload.collections[this.#slug(kind)];
    if (!collection) throw new Error(`This Payload config has no collection "${kind}".`);
    return collection.config;
  }

  fields(kind: Kind): FlattenedField[] {
    return this.#config(kind).flattenedFields;
  }

  /** Whether a document can be there without being published. */
  hasDrafts(kind: Kind): boolean {
    return Boolean(this.#config(kind).versions?.drafts);
  }

  #notTrashed(kind: Kind): Where[] {
    return this.#config(kind).trash ? [{ deletedAt: { exists: false } }] : [];
  }

  has(kind: Kind, field: string): boolean {
    return this.fields(kind).some(({ name }) => name === field);
  }

  /** Ids are numbers on SQLite and texts on MongoDB, and a relationship has to be written in its own type. */
  async state(kinds: Kind[]): Promise<StoredState> {
    const ledger = await readLedger(this.payload);
    const gone = new Map(ledger.entries);
    const documents: StoredImport[] = [];
    for (const kind of kinds) {
      for (const row of await this.#imported(kind)) {
        const key = String(row.source_key);
        const entry = ledger.entries.get(key);
        gone.delete(key);
        documents.push({
          kind,
          key,
          id: row.id,
          trashed: Boolean(row.deletedAt),
          listed: entry?.listed ?? row.listed !== false,
          entry,
          position: typeof row.position === 'number' ? row.position : null,
          published: !this.hasDrafts(kind) || row._status === 'published',
        });
      }
    }
    const nothing = { id: undefined, trashed: false, position: null, published: false };
    for (const [key, entry] of gone) {
      const kind = key.slice(0, key.indexOf(':'));
      if (kinds.includes(kind)) documents.push({ kind, key, listed: entry.listed, entry, ...nothing });
    }
    return { ...ledger, documents };
  }

  async #imported(kind: Kind): Promise<Row[]> {
    const names = ['source_key', 'position', ...(this.has(kind, 'listed') ? ['listed'] : [])];
    if (this.hasDrafts(kind)) names.push('_status');
    if (this.#config(kind).trash) names.push('deletedAt');
    const rows = await this.#find<Row>(kind, names, { source_key: { exists: true } });
    return rows.filter(({ source_key }) => typeof source_key === 'string');
  }

  /** These fields of all documents of a kind, the trash among them. */
  async #find<Found>(kind: Kind, names: string[], where: Where = {}): Promise<Found[]> {
    const select = Object.fromEntries(names.map((name) => [name, true as const]));
    const all = { joins: false, limit: 0, pagination: false } as const;
    const query = { collection: this.#slug(kind), select, where, ...all };
    return (await this.payload.db.find<Found & { id: Id }>(query)).docs;
  }

  /** What tells the documents of a kind from others, the trash among them. */
  async named(kind: Kind): Promise<Named[]> {
    const names = ['slug', 'title'].filter((name) => this.has(kind, name));
    if (names.length === 0) return [];
    const { toStored } = documentMapping(this.fields(kind), this.payload.config);
    return (await this.#find<RawDocument>(kind, ['api_id', ...names])).map((document) => {
      const { api_id, slug, title } = toStored(document);
      return { api_id, slug, title };
    });
  }

  /**
   * A document's published state, or what was last published, and its newest version; undefined when it is gone, or in the
   * trash.
   */
  async current(
    kind: Kind,
    id: Id,
  ): Promise<{ main: RawDocument; newest: RawDocument | undefined } | undefined> {
    const collection = this.#slug(kind);
    const { select: served } = documentMapping(this.fields(kind), this.payload.config);
    const select = { ...served, ...(this.hasDrafts(kind) && { _status: true as const }) };
    const where: Where = { and: [{ id: { equals: id } }, ...this.#notTrashed(kind)] };
    const main = await this.payload.db.findOne<RawDocument>({ collection, joins: false, select, where });
    if (!main) return undefined;
    if (!this.hasDrafts(kind)) {
      const published = { ...main, _status: 'published' };
      return { main: published, newest: published };
    }
    const { docs } = await this.payload.db.findVersions<RawDocument>({
      collection,
      limit: 1,
      pagination: false,
      sort: '-updatedAt',
      where: { and: [{ parent: { equals: id } }, { latest: { equals: true } }] },
    });
    return { main, newest: docs[0]?.version };
  }

  /** A draft that shows nowhere, so that others can refer to it before it is written. */
  async createPlaceholder(kind: Kind, key: string, place: { api_id: number; listed: boolean }): Promise<Id> {
    const now = new Date().toISOString();
    const data = {
      api_id: place.api_id,
      source_key: key,
      ...(this.has(kind, 'listed') && { listed: place.listed }),
      _status: 'draft',
      createdAt: now,
      updatedAt: now,
    };
    return (await this.payload.db.create({ collection: this.#slug(kind), data })).id;
  }

  /**
   * Writes and publishes a document as a whole, with the hidden values that its source brings; a new one without an id.
   * @returns its id
   */
  async publish(
    kind: Kind,
    id: Id | undefined,
    values: Record<string, unknown>,
    source: Record<string, unknown>,
  ): Promise<Id> {
    const collection = this.#slug(kind);
    const data = { ...values, ...(this.hasDrafts(kind) && { _status: 'published' }) } as never;
    const context = importing(collection, id, source);
    const options = { collection, data, context, ...this.#asImport };
    if (id === undefined) return (await this.payload.create(options)).id;
    await this.payload.update({
      id,
      overrideLock: true,
      // One that an editor has put into the trash stays there, as the source has it now.
      trash: true,
      ...options,
    });
    return id;
  }

  /** Moves a document to its place in the default list. Nothing else of it changes, a newer draft included. */
  async move(kind: Kind, id: Id, position: number): Promise<void> {
    // Other processes look for what was written last.
    const data = { position, updatedAt: new Date().toISOString() };
    await this.payload.db.updateOne({ collection: this.#slug(kind), id, data, returning: false });
    // This process does not have to look: it is told.
    await payloadDocuments(this.payload).announce(kind, [id]);
  }

  /** Whether the database is there. */
  answers(): Promise<boolean> {
    const count = this.payload.db.count({ collection: 'portal-imports', where: {} });
    return count.then(
      () => true,
      () => false,
    );
  }

  /** The versions of a document that was begun and not finished: the next attempt makes its own. */
  async forgetVersions(kind: Kind, id: Id): Promise<void> {
    if (!this.#config(kind).versions) return;
    await this.payload.db.deleteVersions({
      collection: this.#slug(kind),
      where: { parent: { equals: id } },
    });
  }

  async remove(kind: Kind, id: Id): Promise<void> {
    await this.forgetVersions(kind, id);
    await this.payload.db.deleteOne({
      collection: this.#slug(kind),
      where: { id: { equals: id } },
      returning: false,
    });
  }
}

type Row = Record<string, unknown> & { id: Id };

function asImport(config: SanitizedConfig): AsImport {
  const { locale } = listLocale(config) ?? {};
  return {
    depth: 0,
    overrideAccess: true,
    // The ledger is what makes an import whole. A transaction of a process that was killed would stay open in MongoDB for
    // a minute, and keep the next import from the documents in it.
    disableTransaction: true,
    // What is localized is written in the locale that the lists are read in.
    ...(locale !== undefined && { locale: locale as never }),
  };
}
