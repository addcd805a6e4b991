import type { FlattenedField } from 'payload';
import type { RichTextProblem } from '../../src/rich-text/index.ts';
import { idOf } from '../portal/references.ts';
import { roleOf } from '../portal/roles.ts';
import { authorshipOf } from './content.ts';
import { htmlValues } from './html.ts';
import { broughtFor, type Data, type Save, statusAfter, trustedPlaces } from './known.ts';
import { exactDate, modifiedDate } from './timestamps.ts';

export interface StoredValues {
  /**
   * The values by field. Undefined if a value must be drawn or looked up: the number of a new document, the rank of a new row,
   * the key of a new reference.
   */
  values: Data;
  /** Fields whose text may not be stored, and why. */
  problems: { field: string; problems: RichTextProblem[] }[];
  /** Fields whose imported tags lose attributes. */
  removed: { field: string; attributes: string[] }[];
}

/**
 * Computes all values of a document that editors do not type, for saves and imports. It has no side effects. `data` is the
 * input; computed values in it are ignored, since a client may have sent them.
 */
export function storedValues(fields: readonly FlattenedField[], data: Data, save: Save): StoredValues {
  const stored: StoredValues = { values: {}, problems: [], removed: [] };
  const { values } = stored;
  for (const field of fields) {
    const { name } = field;
    const role = roleOf(field);
    switch (role?.role) {
      case 'api_id':
        values[name] = (save.imported ?? save.main)?.[name] ?? undefined;
        break;
      case 'position':
      case 'source_key':
        values[name] = (save.imported ?? save.main)?.[name] ?? null;
        break;
      case 'edited_by':
        values[name] = save.editor;
        break;
      case 'sole_editor':
        values[name] = isSoleEditor(name, save) ? save.editorKey : null;
        break;
      case 'look_again':
        // No save writes it.
        values[name] = undefined;
        break;
      case 'standing':
        values[name] = statusAfter({ ...save, status: data._status }, name);
        break;
      case 'text':
        if (role.nullable) values[name] = nullWhenCleared(data, name, save);
        break;
      case 'html': {
        const text = htmlValues(data, { ...role, name }, save);
        Object.assign(values, text.values);
        if (text.problems.length > 0) stored.problems.push({ field: name, problems: text.problems });
        if (text.removed.length > 0) stored.removed.push({ field: name, attributes: text.removed });
        break;
      }
      case 'date':
        values[role.exact] = exactDate(data, { ...role, name }, save);
        break;
      case 'kept':
        values[name] = keptValue(data, { ...role, name }, save);
        break;
      case 'ranked':
        values[name] = rankedRows(data, { ...role, name }, save);
        break;
      case 'reference':
        values[role.last] = lastReference(data, { ...role, name }, save);
        break;
    }
  }
  for (const field of fields) {
    if (roleOf(field)?.role !== 'modified') continue;
    values[field.name] = modifiedDate(fields, { ...data, ...values }, field.name, save);
  }
  Object.assign(values, authorshipOf(fields, { ...data, ...values }, save));
  return stored;
}

/** True if only the current user has worked on the document, and it was never published. */
function isSoleEditor(name: string, { editorKey, imported, latest, main, publishes }: Save): boolean {
  return !publishes && !imported && (main === undefined || latest?.[name] === editorKey);
}

/** A text that an editor empties becomes null. An imported `""` stays, and returns when the draft is reverted. */
function nullWhenCleared(data: Data, name: string, save: Save): unknown {
  const value = data[name];
  return value === '' && !trustedPlaces(data, save).some((place) => place[name] === '') ? null : value;
}

/**
 * A legacy value stays as imported. That of an image stays until an image is chosen, and returns when the draft is
 * reverted.
 */
function keptValue(data: Data, { name, until }: { name: string; until?: string }, save: Save): unknown {
  const { restored, latest, main } = save;
  const own = broughtFor(name, save) ?? (restored ? data : undefined);
  if (own) return own[name] ?? null;
  if (until !== undefined && data[until]) return null;
  return latest?.[name] ?? main?.[name] ?? null;
}

/** The stored key of a reference; undefined if no stored state has this reference. */
function lastReference(data: Data, { name, last }: { name: string; last: string }, save: Save): unknown {
  const id = idOf(data[name]);
  if (id === undefined) return null;
  const known = trustedPlaces(data, save).filter((place) => String(idOf(place[name])) === String(id));
  return known.map((place) => place[last]).find((each) => typeof each === 'string');
}

interface RankedRows {
  name: string;
  rank: string;
  by: string[];
}

/**
 * Rows with their hidden ranks; undefined for a new row (contract: "each link keeps a hidden rank … a link that an editor adds
 * gets the highest"). Stored rows are recognized by id, or by their values if a client sends no ids. The rows of a duplicate
 * are new.
 */
function rankedRows(data: Data, { name, rank, by }: RankedRows, save: Save): unknown {
  if (!Array.isArray(data[name])) return data[name];
  const places = trustedPlaces(data, save.main ? save : { ...save, latest: undefined });
  const free = places.map((place) => [...((place[name] ?? []) as Data[])]);
  const claim = (matches: (row: Data) => boolean): number | undefined => {
    const found = free.flat().find((row) => typeof row[rank] === 'number' && matches(row));
    if (!found) return undefined;
    // The same row may be in several states.
    for (const rows of free) {
      const at = rows.includes(found)
        ? rows.indexOf(found)
        : rows.findIndex((row) => row[rank] === found[rank]);
      if (at !== -1) rows.splice(at, 1);
    }
    return found[rank] as number;
  };
  const rows = (data[name] as Data[]).map((row): Data => {
    return { ...row, [rank]: row.id ? claim((old) => old.id === row.id) : undefined };
  });
  for (const row of rows) row[rank] ??= claim((old) => by.every((each) => old[each] === row[each]));
  return rows;
}
