import { type Element, KeptJson, type List, type StoredDocument } from '../lists/index.ts';
import type { Row } from './Row.ts';

// A document and its element say mostly the same, so a row keeps only what the element does not say.

/** A document as text of one byte per character: half the memory of a string with Greek in it. */
export function pack(document: object): string {
  return Buffer.from(JSON.stringify(document)).toString('latin1');
}

export function unpack(packed: string): StoredDocument {
  return JSON.parse(Buffer.from(packed, 'latin1').toString());
}

const OF_THE_ROW = ['id', 'api_id', 'position'];
/** Marks a rest that is the whole document. */
const WHOLE = '=';

/** What a document says beyond its element. */
export function restOf(list: List, document: StoredDocument, element: Element): string {
  const isTold = (key: string) => key === 'id' || Object.hasOwn(document, key);
  if (!list.keys.every(isTold) || !isPlainJson(element)) return WHOLE + pack(document);
  const rest = Object.entries(document).filter(
    ([key, value]) => !OF_THE_ROW.includes(key) && !(isScalar(value) && value === element[key]),
  );
  return pack(Object.fromEntries(rest));
}

/** The document of which a row was made, or undefined if that is not known. */
export function documentOf(list: List, row: Row): StoredDocument | undefined {
  const { rest, documentId, apiId, position } = row;
  if (rest === undefined) return undefined;
  if (rest.startsWith(WHOLE)) return unpack(rest.slice(1));
  const element = JSON.parse(row.json) as Element;
  const own = Object.entries(element).filter(([key, value]) => list.keys.includes(key) && isScalar(value));
  return {
    ...Object.fromEntries(own),
    ...unpack(rest),
    id: documentId,
    api_id: apiId,
    position: position === Infinity ? null : position,
  };
}

function isScalar(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && value !== undefined);
}

/** Kept JSON is whatever was stored; what is no JSON would make the element unreadable. */
function isPlainJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (!(value instanceof KeptJson)) return Object.values(value).every(isPlainJson);
  try {
    JSON.parse(value.text);
    return true;
  } catch {
    return false;
  }
}
