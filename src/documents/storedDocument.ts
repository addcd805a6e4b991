import type { FlattenedField } from 'payload';
import { htmlNames } from '../../collections/fields/htmlText.ts';
import { htmlTextNames } from '../../collections/hooks/htmlValues.ts';
import { idOf } from '../../collections/hooks/references.ts';
import type { StoredDocument } from '../../endpoints/lists/index.ts';

/** A document as the database layer gives it. */
export type RawDocument = Record<string, unknown> & { id: number | string };

function reference(value: unknown): string | null {
  const id = idOf(value);
  return id === undefined ? null : String(id);
}

function value(field: FlattenedField, raw: RawDocument): unknown {
  const stored = raw[field.name];
  switch (field.type) {
    case 'relationship':
    case 'upload':
      if (!field.hasMany) return reference(stored);
      return (Array.isArray(stored) ? stored : []).map(reference).filter((id) => id !== null);
    case 'checkbox':
      return stored ?? false;
    case 'text':
    case 'textarea':
      // What was never entered is the empty string, unless the contract has null for it.
      return stored ?? (field.custom?.nullable === false ? '' : null);
    case 'array':
      return (Array.isArray(stored) ? stored : []).map((row) => ({ ...row }));
    default:
      return stored ?? null;
  }
}

/** How documents of one collection become what the lists take. */
export interface DocumentMapping {
  /** The stored fields that are needed: all but the editor states, which are most of the bytes. */
  select: Record<string, true>;
  toStored(raw: RawDocument): StoredDocument;
}

/** The mapping for a collection made by `listCollection`: rich texts as their HTML, dates as their exact strings. */
export function documentMapping(fields: FlattenedField[]): DocumentMapping {
  const texts = htmlTextNames(fields);
  const states = new Set(texts.map((text) => text.name));
  const exact = fields.filter((field) => field.name.endsWith('_exact')).map((field) => field.name);
  const mapped = fields.filter((field) => field.name !== 'id' && !states.has(field.name));
  return {
    select: Object.fromEntries(mapped.map((field) => [field.name, true])),
    toStored(raw) {
      const document: StoredDocument = { id: String(raw.id), api_id: Number(raw.api_id), position: null };
      for (const field of mapped) document[field.name] = value(field, raw);
      for (const { name, nullable } of texts) {
        document[name] = raw[htmlNames(name).html] ?? (nullable ? null : '');
        delete document[htmlNames(name).html];
        delete document[htmlNames(name).source];
      }
      for (const name of exact) {
        document[name.replace(/_exact$/, '')] = raw[name];
        delete document[name];
      }
      document.listed = raw.listed !== false;
      return document;
    },
  };
}
