import type { FlattenedField } from 'payload';
import { fieldsWithRole, roleOf } from '../../collections/portal/roles.ts';
import type { NewDocument } from '../../endpoints/lists/index.ts';
import { digestOf } from '../../endpoints/read-model/index.ts';
import { PLACE } from './documentData.ts';

/** The name of what a reference into a collection stands for; undefined for what is not there. */
export type NameOf = (slug: string, id: string) => string | undefined;

/** What a document says by itself, by field: what it refers to goes in by name, and hidden ranks are left out. */
export type OwnContent = Record<string, unknown>;

/**
 * What a document says by itself. A category that is renamed does not change its posts.
 * @param like a document with the same fields, where `document` may have others besides
 */
export function ownContent(
  document: NewDocument,
  fields: FlattenedField[],
  nameOf: NameOf,
  like: NewDocument = document,
): OwnContent {
  const known = new Map(fields.map((field) => [field.name, field]));
  const content: OwnContent = {};
  for (const name of Object.keys(like).sort()) {
    if (PLACE.has(name)) continue;
    const field = known.get(name);
    const value = document[name];
    if (field?.type === 'relationship' || field?.type === 'upload') {
      const slug = String([field.relationTo].flat()[0]);
      const names = [value ?? []].flat().flatMap((id) => nameOf(slug, String(id)) ?? []);
      content[name] = Array.isArray(value) ? names : (names[0] ?? null);
    } else {
      const role = roleOf(field);
      const isRanked = role?.role === 'ranked' && Array.isArray(value);
      content[name] = isRanked ? value.map((row) => pick(row, role.by)) : said(value);
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

/** Without what no editor types: the time of a change says nothing of what was changed. */
export function typedOf(content: OwnContent, fields: FlattenedField[]): OwnContent {
  const modified = new Set(fieldsWithRole(fields, 'modified').map(({ name }) => name));
  return Object.fromEntries(Object.entries(content).filter(([name]) => !modified.has(name)));
}
