import type { FlattenedField, SanitizedConfig } from 'payload';
import { localizer } from '../../collections/portal/locale.ts';
import type { RawDocument } from '../../collections/portal/portal.ts';
import { kindOf, type Portal, portalOf } from '../../collections/portal/portal.ts';
import { idOf, namesIn, referencesOf } from '../../collections/portal/references.ts';
import { companions, isBookkeeping, roleOf } from '../../collections/portal/roles.ts';
import { htmlTexts } from '../../collections/values/html.ts';
import { refersKey, type TextReference } from '../../endpoints/lists/documentLinks.ts';
import type { StoredDocument } from '../../endpoints/lists/index.ts';

function idIn(value: unknown): string | null {
  const id = idOf(value);
  return id === undefined ? null : String(id);
}

/**
 * The id behind a reference that an element can't do without. One that the database emptied stays, to what was noted: its
 * document is gone, not forgotten.
 */
function idBehind(raw: RawDocument, { name, last }: { name: string; last: string }): string | null {
  const noted = raw[last];
  return idIn(raw[name]) ?? (typeof noted === 'string' ? `last:${noted}` : null);
}

function value(field: FlattenedField, raw: RawDocument): unknown {
  const { name } = field;
  const stored = raw[name];
  const role = roleOf(field);
  switch (role?.role) {
    case 'html':
      return raw[role.html] ?? (role.nullable ? null : '');
    case 'date':
      return raw[role.exact];
    case 'reference':
      return idBehind(raw, { ...role, name });
    case 'text':
      // What was never entered is the empty string, unless the contract has null for it.
      return stored ?? (role.nullable ? null : '');
  }
  switch (field.type) {
    case 'relationship':
    case 'upload':
      if (!field.hasMany) return idIn(stored);
      return (Array.isArray(stored) ? stored : []).map(idIn).filter((id) => id !== null);
    case 'checkbox':
      return stored ?? false;
    case 'array':
      return (Array.isArray(stored) ? stored : []).map((row) => ({ ...row }));
    default:
      return stored ?? null;
  }
}

function referenceOf(portal: Portal, named: string): TextReference {
  const at = named.indexOf('/');
  return { named, kind: kindOf(portal, named.slice(0, at)), id: named.slice(at + 1) };
}

/** A document that another one embeds, and by what it can be found again. */
export interface Embedded {
  kind: string;
  id: string;
  last: string | null;
}

/** How documents of one collection become what the lists take. */
export interface DocumentMapping {
  /** The stored fields that are needed: all but the editor states, which are most of the bytes. */
  select: Record<string, true>;
  toStored(raw: RawDocument): StoredDocument;
  /** What the document embeds. */
  embedded(raw: RawDocument): Embedded[];
}

/**
 * The mapping for a collection of a list: rich texts as their HTML, dates as their exact strings, what a host has localized
 * in the locale of the lists.
 */
export function documentMapping(flattenedFields: FlattenedField[], config: SanitizedConfig): DocumentMapping {
  const portal = portalOf(config);
  const localized = localizer(flattenedFields, config);
  const references = referencesOf({ flattenedFields });
  const texts = htmlTexts(flattenedFields);
  const states = new Set(texts.map(({ name }) => name));
  const beside = companions(flattenedFields);
  const content = flattenedFields.filter((field) => field.name !== 'id' && !isBookkeeping(field));
  const served = content.filter(({ name }) => !beside.has(name));
  const needed = content.filter(({ name }) => !states.has(name));
  return {
    select: Object.fromEntries(needed.map(({ name }) => [name, true])),
    embedded: (raw) =>
      references.flatMap((each) => {
        const id = idBehind(raw, each);
        const kind = kindOf(portal, each.to);
        return id === null ? [] : [{ kind, id, last: (raw[each.last] ?? null) as string | null }];
      }),
    toStored(everyLocale) {
      const raw = localized(everyLocale);
      const document: StoredDocument = { id: String(raw.id), api_id: Number(raw.api_id), position: null };
      for (const field of served) document[field.name] = value(field, raw);
      for (const { name, refers } of texts) {
        const names = namesIn(raw[refers]);
        if (names.length > 0) document[refersKey(name)] = names.map((named) => referenceOf(portal, named));
      }
      document.listed = raw.listed !== false;
      return document;
    },
  };
}
