import type { NewDocument } from '../../../endpoints/lists/index.ts';
import { digestOf } from '../../../endpoints/read-model/index.ts';
import type { FieldShape, KindShape } from './here.ts';

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
      content[name] = by && Array.isArray(value) ? value.map((row) => pick(row, by)) : said(value);
    }
  }
  return content;
}

function pick(row: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
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

/** SHA-256 of what a document says by itself. */
export function contentDigest(content: OwnContent): string {
  return digestOf(...Object.entries(content).map((entry) => JSON.stringify(entry)));
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

/** The fingerprints of a document, by field. */
export function baseOf(content: OwnContent, { fields }: KindShape): Record<string, string> {
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
