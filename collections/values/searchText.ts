import type { FlattenedField } from 'payload';
import { htmlToText } from '../../src/rich-text/index.ts';
import { fieldsWithRole, roleOf } from '../portal/roles.ts';
import { words } from './words.ts';

type Data = Record<string, unknown>;

/** The maximum length of the search words of a document, in characters. */
const LONGEST = 10_000;

/**
 * The search words of a document without duplicates: its number, and its texts in the order of the fields. `document` includes
 * the HTML of its rich texts.
 */
export function searchText(fields: readonly FlattenedField[], document: Data, also: string[]): string {
  const found = new Set<string>();
  let length = 0;
  for (const word of textsOf(fields, document, also).flatMap(words)) {
    if (found.has(word)) continue;
    length += word.length + 1;
    if (length > LONGEST) break;
    found.add(word);
  }
  return [...found].join(' ');
}

function textsOf(fields: readonly FlattenedField[], document: Data, also: string[]): string[] {
  const numbers = fieldsWithRole(fields, 'api_id').map(({ name }) => document[name]);
  const texts = fields.flatMap((field) => {
    const role = roleOf(field);
    const value = document[field.name];
    if (role?.role === 'html') return [htmlToText(String(document[role.html] ?? ''))];
    if ((role?.role === 'rows' || role?.role === 'ranked') && 'flattenedFields' in field) {
      const rows = (Array.isArray(value) ? value : []) as Data[];
      return rows.flatMap((row) => textsOf(field.flattenedFields, row, []));
    }
    return role?.role === 'text' || also.includes(field.name) ? [value] : [];
  });
  return [...numbers, ...texts].map((value) => String(value ?? ''));
}
