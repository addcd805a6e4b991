import type { FlattenedField } from 'payload';
import { htmlNames } from '../../collections/fields/htmlText.ts';
import { lastName } from '../../collections/fields/lastReference.ts';
import { htmlTexts } from '../../collections/hooks/htmlValues.ts';
import type { RawDocument } from '../../collections/hooks/mainDocument.ts';
import { idOf } from '../../collections/hooks/references.ts';
import type { StoredDocument } from '../../endpoints/lists/index.ts';

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

/** A document that another one embeds, and what `rememberReferences` noted of it. */
export interface Embedded {
  kind: string;
  id: string;
  last: string | null;
}

interface Reference {
  field: string;
  to: string;
}

function rememberedReferences(fields: FlattenedField[]): Reference[] {
  const names = new Set(fields.map((field) => field.name));
  return fields.flatMap((field) => {
    const refers =
      (field.type === 'relationship' || field.type === 'upload') && names.has(lastName(field.name));
    return refers && typeof field.relationTo === 'string'
      ? [{ field: field.name, to: field.relationTo }]
      : [];
  });
}

/** How documents of one collection become what the lists take. */
export interface DocumentMapping {
  /** The stored fields that are needed: all but the editor states, which are most of the bytes. */
  select: Record<string, true>;
  toStored(raw: RawDocument): StoredDocument;
  /** What the document embeds. */
  embedded(raw: RawDocument): Embedded[];
}

/** The mapping for a collection made by `listCollection`: rich texts as their HTML, dates as their exact strings. */
export function documentMapping(fields: FlattenedField[]): DocumentMapping {
  const texts = htmlTexts(fields);
  const states = new Set(texts.map((text) => text.name));
  const exact = fields.filter((field) => field.name.endsWith('_exact')).map((field) => field.name);
  const references = rememberedReferences(fields);
  /** A reference that the database emptied stays one, to what was noted: its document is gone, not forgotten. */
  const idBehind = (raw: RawDocument, { field }: Reference) => {
    const last = raw[lastName(field)];
    return reference(raw[field]) ?? (typeof last === 'string' ? `last:${last}` : null);
  };
  const mapped = fields.filter((field) => field.name !== 'id' && !states.has(field.name));
  return {
    select: Object.fromEntries(mapped.map((field) => [field.name, true])),
    embedded: (raw) =>
      references.flatMap((each) => {
        const id = idBehind(raw, each);
        const last = (raw[lastName(each.field)] ?? null) as string | null;
        return id === null ? [] : [{ kind: each.to, id, last }];
      }),
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
      for (const each of references) {
        document[each.field] = idBehind(raw, each);
        delete document[lastName(each.field)];
      }
      document.listed = raw.listed !== false;
      return document;
    },
  };
}
