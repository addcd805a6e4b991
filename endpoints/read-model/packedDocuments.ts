import { type Element, KeptJson, type List, type StoredDocument } from '../lists/index.ts';
import type { Row } from './Row.ts';
import { textOf } from './Writer.ts';

// A document and its element say mostly the same, so a row keeps only what the element does not say.

/** Members that the element does not have or has otherwise, and keys of the element that the document lacks. */
type Rest = [members: Record<string, unknown>, lacking: string[]];

const OF_THE_ROW = ['id', 'api_id', 'position'];
/** Marks a rest that is the whole document. */
const WHOLE = '=';

/** What a document says beyond its element, as JSON. */
export function restOf(list: List, document: StoredDocument, element: Element): string {
  if (!isPlainJson(element)) return WHOLE + JSON.stringify(document);
  const members = Object.entries(document).filter(
    ([key, value]) => !OF_THE_ROW.includes(key) && !(isScalar(value) && value === element[key]),
  );
  const lacking = list.keys.filter((key) => !Object.hasOwn(document, key));
  const rest: Rest = [Object.fromEntries(members), lacking];
  return JSON.stringify(rest);
}

/** The document of which a row was made, or undefined if that is not known. */
export function documentOf(row: Row): StoredDocument | undefined {
  const { documentId, apiId, position } = row;
  if (!row.rest) return undefined;
  const rest = textOf(row.rest);
  if (rest.startsWith(WHOLE)) return JSON.parse(rest.slice(WHOLE.length));
  const element = JSON.parse(row.json) as Element;
  const [members, lacking] = JSON.parse(rest) as Rest;
  const told = Object.entries(element).filter(([key, value]) => isScalar(value) && !lacking.includes(key));
  return {
    ...Object.fromEntries(told),
    ...members,
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
