import type { Kind, NewDocument, StoredDocument } from '../../../endpoints/lists/index.ts';
import { digestOf } from '../../../endpoints/read-model/index.ts';
import type { FoundSettings } from '../discover/discoverSettings.ts';

/** Payload's id of a document: a number on SQL databases, a text on MongoDB. */
export type Id = number | string;

/** A field of a collection, as far as an import has to know it. */
export interface FieldShape {
  name: string;
  /** The kind that it refers to, if it refers to documents or images. */
  to?: Kind;
  /** It refers to an image. */
  isImage?: boolean;
  /** Rows with hidden ranks; what a row says is in these. */
  rankedBy?: string[];
  /** Editors see it as one field with this one: a legacy image stays until one is chosen. */
  pairedWith?: string;
  /** No editor types it: when something was changed says nothing of what was changed. */
  isModified?: boolean;
}

/** A collection, likewise. */
export interface KindShape {
  /** By their names. */
  fields: ReadonlyMap<string, FieldShape>;
  /** A document can be there without being published. */
  hasDrafts: boolean;
  /** A document can be there outside of its list. */
  hasListed: boolean;
}

/** What an import notes of a document once it is whole. */
export interface LedgerEntry {
  /** SHA-256 of the element's bytes in the source. */
  digest: string;
  /** SHA-256 of what other elements show of it. */
  shared: string;
  /** Whether it stood in its own list. */
  listed: boolean;
  /** The ranks of its links, in their order. */
  ranks?: number[];
  /** What the source said, by field: see `fingerprint`. */
  fields: Record<string, string>;
  /** Keys of what it refers to in the source and was refused when it was written. */
  lacks?: string[];
  /** An import has taken it out of publication, since the source did not have it any more. */
  withdrawn?: boolean;
}

/** A document that an earlier import made, or began to make, as the database has it. */
export interface ImportedDocument {
  kind: Kind;
  /** `kind:api_id:n`. */
  key: string;
  /** Payload's id; undefined when the document has been deleted since. */
  id: Id | undefined;
  /** An editor has put the document into the trash. */
  trashed: boolean;
  listed: boolean;
  position: number | null;
  published: boolean;
  /** By what a person knows it; undefined for one that has been deleted. */
  name?: ElementName | undefined;
  /** What the last import noted of it; undefined for a document that was never finished. */
  base: LedgerEntry | undefined;
  /** What it says, of those that are compared with the source. */
  content?: StoredContent;
}

/** What a document says here, published and in its newest version. Without drafts, both are the document. */
export interface StoredContent {
  shown: StoredDocument;
  isPublished: boolean;
  /** Undefined where no save has left a version: an import was killed before it had finished the document. */
  latest: (StoredDocument & { _status?: unknown }) | undefined;
  /** Differs after every save of an editor. */
  stamp: string;
}

/** By what a person tells an element from others. */
export interface ElementName {
  api_id: number;
  slug: unknown;
  title: unknown;
}

/** What the database has before an import, read in bulk. */
export interface StoredState {
  shapes: Record<Kind, KindShape>;
  /** What earlier imports left. */
  documents: ImportedDocument[];
  /** Every document of a kind, by its id as a text, the trash among them. */
  named: Record<Kind, Map<string, ElementName>>;
  /** What the last finished import found out of the settings. */
  findings: FoundSettings | undefined;
  /** When the legacy system gave what was imported last, where that is known. */
  lastCapture?: string | undefined;
  /** The settings as stored, by names such as `news-posts ordering`. */
  settings: Record<string, unknown>;
  /** The highest rank of a link that was handed out. */
  topRank: number;
  /** Images that are not in the trash, by address. */
  images: Map<string, Id>;
  /** Addresses, or names of files, of all images, by their id as a text. */
  addresses: Map<string, string>;
}

/** Values that belong to the place of a document, not to what it says. */
export const PLACE: ReadonlySet<string> = new Set(['position', 'listed', 'api_id']);

/** The name of what a reference stands for; undefined for what is not there. */
export type NameOf = (field: FieldShape, id: string) => string | undefined;

/** What a document says by itself, by field: what it refers to goes in by name, and hidden ranks are left out. */
export type OwnContent = Record<string, unknown>;

/**
 * What a document says by itself. A category that is renamed does not change its posts.
 * @param like a document with the same fields, where `document` may have others besides
 */
export function ownContent(
  document: NewDocument,
  { fields }: KindShape,
  nameOf: NameOf,
  like: NewDocument = document,
): OwnContent {
  const content: OwnContent = {};
  for (const name of Object.keys(like).sort()) {
    if (PLACE.has(name)) continue;
    const field = fields.get(name);
    const value = document[name];
    if (field?.to !== undefined) {
      const names = [value ?? []].flat().flatMap((id) => nameOf(field, String(id)) ?? []);
      content[name] = Array.isArray(value) ? names : (names[0] ?? null);
    } else {
      const by = field?.rankedBy;
      content[name] =
        by && Array.isArray(value)
          ? value.map((row) => Object.fromEntries(by.map((each) => [each, row[each]])))
          : said(value);
    }
  }
  return content;
}

/** What a source says: stored groups, rows and blocks have ids and empty fields besides. */
function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((row) => members(row, OF_ROWS) ?? said(row));
  return members(value) ?? value;
}

/** What Payload adds to rows and blocks. */
const OF_ROWS = ['id', 'blockName'];

/** The members of an object that are there, by name; undefined for what is none. */
function members(value: unknown, without: string[] = []): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value)
    .filter(([name, each]) => (each ?? null) !== null && !without.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, said(each)]));
}

/** Without what no editor types. */
export function typedOf(content: OwnContent, { fields }: KindShape): OwnContent {
  return Object.fromEntries(Object.entries(content).filter(([name]) => !fields.get(name)?.isModified));
}

/** As long as a digest: what is shorter stands for itself. */
const SHORT = 64;

/** Tells values of a field apart: its JSON where that is short or names documents, else the SHA-256 of it. */
export function fingerprint(value: unknown, field?: FieldShape): string {
  const json = JSON.stringify(value ?? null);
  return json.length <= SHORT || field?.to !== undefined ? json : digestOf(json);
}

/** Those of what a document says, by field. */
export function fingerprints(content: OwnContent, { fields }: KindShape): Record<string, string> {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, fingerprint(value, fields.get(name))]),
  );
}

/** The plan ids in one field of a planned document. */
export function referencesIn(document: NewDocument, { name, to }: FieldShape): string[] {
  if (to === undefined) return [];
  return [document[name] ?? []].flat().filter((id) => typeof id === 'string');
}

/** Those that a planned document cannot do without. */
export function requiredReferences(document: NewDocument, { fields }: KindShape): string[] {
  return [...fields.values()].flatMap((field) =>
    Array.isArray(document[field.name]) ? [] : referencesIn(document, field),
  );
}
