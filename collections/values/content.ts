import { createHash } from 'node:crypto';
import type { FlattenedField } from 'payload';
import { idOf } from '../portal/references.ts';
import { fieldsWithRole, roleOf } from '../portal/roles.ts';
import type { Data, Save } from './known.ts';

/** The names of fields of which two states of a document say something else. */
export function changedFields(
  { flattenedFields }: { flattenedFields: readonly FlattenedField[] },
  data: Data,
  previous: Data | undefined,
): string[] {
  return flattenedFields
    .filter((field) => isContent(field) && contentOf(field, data) !== contentOf(field, previous ?? {}))
    .map(({ name }) => name);
}

/** Fields of Payload's own, and what editors do not see, are no content. */
function isContent(field: FlattenedField): boolean {
  const admin = (field as { admin?: { hidden?: unknown } }).admin ?? {};
  // What is drawn or noted for it.
  if (['api_id', 'modified'].includes(roleOf(field)?.role ?? '')) return false;
  const isOwn = ['_status', 'createdAt', 'updatedAt', 'deletedAt', 'id', 'sizes'].includes(field.name);
  return (
    !isOwn &&
    !('hidden' in field && field.hidden) &&
    admin.hidden !== true &&
    !('virtual' in field && field.virtual)
  );
}

/** What a field says, as text: no order of keys, times in one form, nothing that is empty, and ids in place of documents. */
function contentOf(field: FlattenedField, data: Data): string | undefined {
  return JSON.stringify(plainValue(field, data));
}

function plainValue(field: FlattenedField, data: Data): unknown {
  const role = roleOf(field);
  const value = data[field.name];
  // An editor's state may differ in what is never served.
  if (role?.role === 'html' && role.html in data) return plain(data[role.html]);
  if (field.type === 'relationship' || field.type === 'upload') return plain(ids(value));
  if (field.type === 'array' && 'flattenedFields' in field && Array.isArray(value))
    return plain(value.map((row) => plainRow(field.flattenedFields, row as Data)));
  if (field.type === 'date' && value) {
    const time = new Date(value as string);
    return Number.isNaN(time.getTime()) ? plain(value) : time.toISOString();
  }
  return plain(value);
}

const plainRow = (fields: readonly FlattenedField[], row: Data) =>
  Object.fromEntries(fields.filter(isContent).map((field) => [field.name, plainValue(field, row)] as const));

function ids(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ids);
  const { relationTo, value: of } = Object(value) as Data;
  if (typeof relationTo === 'string') return `${relationTo} ${ids(of)}`;
  const id = idOf(value);
  return id === undefined ? undefined : String(id);
}

function plain(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(plain);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, plain(each)]));
}

/** Who has written what a version says. */
export interface Authorship {
  /** A digest of what it says; undefined of what was stored before it was noted. */
  digest: string | undefined;
  /** The key of the account that wrote it; null for imports and commands. */
  writer: string | null;
  /** Whether somebody else has published it. */
  isSeconded: boolean;
}

/** The hidden fields of a version with its authorship. */
export const AUTHORSHIP = ['words_digest', 'words_writer', 'words_seconded'] as const;

export function authorshipIn(version: Data): Authorship {
  const { words_digest, words_seconded, words_writer } = version;
  return {
    digest: (words_digest as string | null) ?? undefined,
    writer: (words_writer as string | null) ?? null,
    isSeconded: words_seconded === true,
  };
}

/** The fields of {@link authorshipIn} for a save: they stay as long as the document says the same. */
export function authorshipOf(fields: readonly FlattenedField[], data: Data, save: Save): Data {
  if (fieldsWithRole(fields, 'words').length === 0) return {};
  const { editorKey, imported, latest, main, publishes } = save;
  // A duplicate is new.
  const before = main || imported ? latest : undefined;
  const stays = before && changedFields({ flattenedFields: fields }, data, before).length === 0;
  const { digest, isSeconded, writer }: Authorship = stays
    ? authorshipIn(before)
    : { digest: undefined, isSeconded: false, writer: imported ? null : editorKey };
  // Who brings it back from the trash has not read it.
  const seconds = publishes && !main?.deletedAt && editorKey !== null && editorKey !== writer;
  return {
    words_digest: digest ?? digestOf(fields, data, before),
    words_writer: writer,
    words_seconded: isSeconded || seconds,
  };
}

function digestOf(fields: readonly FlattenedField[], data: Data, before: Data | undefined): string {
  const says: unknown[] = fields.filter(isContent).map((field) => [field.name, plainValue(field, data)]);
  // A save has one locale: what the others say is in the digest before.
  const isLocalized = fields.some((field) => 'localized' in field && field.localized);
  if (isLocalized && before) says.push(authorshipIn(before).digest);
  return createHash('sha256').update(JSON.stringify(says)).digest('base64url');
}
