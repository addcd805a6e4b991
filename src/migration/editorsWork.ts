import { isDeepStrictEqual } from 'node:util';
import type { FlattenedField } from 'payload';
import { kindOf, MEDIA } from '../../collections/portal/portal.ts';
import type { Kind, NewDocument, StoredDocument } from '../../endpoints/lists/index.ts';
import { documentMapping } from '../documents/storedDocument.ts';
import type { FieldConflict } from './conflicts.ts';
import type { ImportDatabase, StoredImport } from './database.ts';
import type { Decision } from './decisions.ts';
import type { LedgerEntry } from './ledger.ts';
import { contentDigest, type NameOf, type OwnContent, ownContent, typedOf } from './ownContent.ts';
import { type ImportPlan, imageId } from './plan.ts';

/** What stands in the database, beside what the source says now. */
export interface Weighed {
  /**
   * `untouched`: what an import wrote, or began to write. `same`: whole, and as the source says, whoever wrote it.
   * `changed`: by an editor, and not what the source says.
   */
  is: 'untouched' | 'same' | 'changed' | 'gone';
  /** Where it differs from the source, if it was changed. */
  conflicts: FieldConflict[];
}

/** Tells what editors have made of a document from what an import has. */
export class EditorsWork {
  readonly #database: ImportDatabase;
  readonly #keys: Map<string, string>;
  /** Names of images, by their id. */
  readonly #images = new Map<string, string>();
  /** What a person is shown in place of an image's name. */
  readonly #addresses = new Map<string, string>();

  constructor(database: ImportDatabase, plan: ImportPlan, documents: readonly StoredImport[]) {
    this.#database = database;
    this.#keys = new Map(documents.map(({ kind, id, key }) => [`${kind} ${id}`, key]));
    for (const { id, kind, document } of plan.documents.values()) {
      if (kind === MEDIA) this.#addresses.set(id, String(document.url));
    }
  }

  /**
   * Compares a document with `source`, which is going to be written. Every save of an editor leaves a version, which is then
   * the newest; a write that was killed leaves none, or one that is published and not what the document says. Without
   * drafts, the document is all there is.
   */
  async weigh({ planned, stored }: Decision, id: number | string, source: OwnContent): Promise<Weighed> {
    const { kind, document: like } = planned;
    const found = await this.#database.current(kind, id);
    if (!found) return { is: 'gone', conflicts: [] };
    const fields = this.#database.fields(kind);
    const { toStored } = documentMapping(fields, this.#database.payload.config);
    const main = toStored(found.main);
    const isBegun = !stored?.entry && !this.#database.hasDrafts(kind);
    if (!found.newest || isBegun) return { is: 'untouched', conflicts: [] };
    const newest = toStored({ ...found.newest, id });

    const [shown, latest] = [
      await this.#contentOf(kind, main, like),
      await this.#contentOf(kind, newest, like),
    ];
    const isSource = (content: OwnContent) =>
      isDeepStrictEqual(typedOf(content, fields), typedOf(source, fields));
    const isImported = (content: OwnContent) =>
      isSource(content) || isWritten(content, fields, stored?.entry);
    const hasDraft = found.newest._status !== 'published';
    const isUntouched = hasDraft
      ? isImported(shown) && isImported(latest)
      : isImported(latest) || isSource(shown);
    const isPublished = found.main._status === 'published';
    const listed = stored?.entry?.listed ?? planned.listed;
    const isListed = !this.#database.has(kind, 'listed') || newest.listed === listed;
    if (isUntouched && isPublished && isListed) {
      const isSame = isSource(latest) && isSource(shown) && listed === planned.listed;
      return { is: isSame ? 'same' : 'untouched', conflicts: [] };
    }
    const typed = typedOf(source, fields);
    const differences = this.#differences(latest, typed);
    const conflicts = [
      ...(isPublished ? [] : [{ field: '_status', here: 'draft', source: 'published' }]),
      ...(isListed ? [] : [{ field: 'listed', here: newest.listed, source: planned.listed }]),
      ...(differences.length > 0 ? differences : this.#differences(shown, typed)),
    ];
    return { is: conflicts.length > 0 ? 'changed' : 'same', conflicts };
  }

  async #contentOf(kind: Kind, document: StoredDocument, like: NewDocument): Promise<OwnContent> {
    await this.#nameImages(kind, document);
    return ownContent(document, this.#database.fields(kind), this.#nameOf, like);
  }

  #differences(here: OwnContent, source: OwnContent): FieldConflict[] {
    return Object.keys(source)
      .filter((field) => !isDeepStrictEqual(here[field], source[field]))
      .map((field) => ({ field, here: this.#shown(here[field]), source: this.#shown(source[field]) }));
  }

  #shown(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#shown(each));
    return typeof value === 'string' ? (this.#addresses.get(value) ?? value) : value;
  }

  #nameOf: NameOf = (slug, id) => this.#name(kindOf(this.#database.portal, slug), id);

  #name = (kind: Kind, id: string) =>
    (kind === MEDIA ? this.#images.get(id) : this.#keys.get(`${kind} ${id}`)) ?? `${kind} ${id}`;

  async #nameImages(kind: Kind, document: StoredDocument): Promise<void> {
    for (const field of this.#database.fields(kind)) {
      const id = document[field.name];
      if (field.type !== 'upload' || typeof id !== 'string' || this.#images.has(id)) continue;
      const address = await this.#database.images.addressOf(id);
      const name = imageId(address);
      this.#images.set(id, name);
      this.#addresses.set(name, address);
    }
  }
}

function isWritten(content: OwnContent, fields: FlattenedField[], entry: LedgerEntry | undefined): boolean {
  if (!entry) return false;
  const { written, own } = entry;
  return written === undefined
    ? contentDigest(content) === own
    : contentDigest(typedOf(content, fields)) === written;
}
