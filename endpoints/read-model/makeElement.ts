import type { Element, List, StoredDocument } from '../lists/index.ts';
import type { Made } from './Dependencies.ts';
import { type Encoding, type Lookup, serializeWith } from './encodeWith.ts';
import { restOf } from './packedDocuments.ts';
import { linkRanksOf, Row } from './Row.ts';
import type { Work } from './Slices.ts';
import type { Writer } from './Writer.ts';

export interface Making {
  lookup: Lookup;
  write: Writer;
  /** For what is kept beside the elements: it lasts longer than where their JSON is at first. */
  writeBeside: Writer;
  /** The row whose element is served if none can be made. */
  last: Row | undefined;
  /** Whether the row keeps what it was written from until it has its places. */
  keepsMade?: boolean;
}

export interface MadeElement extends Made {
  row: Row | undefined;
  /** Whether the row tells the whole document. */
  tellsDocument: boolean;
}

/** Makes a document's element, and notes what it took. It never throws. A step takes what a long text takes once. */
export function* makeElement(
  list: List,
  document: StoredDocument,
  { lookup, write, writeBeside, last, keepsMade = false }: Making,
): Work<MadeElement> {
  const encoding = serializeWith(list, document, lookup);
  yield;
  const { element, json } = encoding;
  const text = json ?? last?.json;
  const isMade = element !== undefined && json !== undefined;
  const rest = isMade ? writeBeside(restOf(list, document, element as Element)) : undefined;
  const written = text === undefined ? undefined : write(text);
  yield;
  const row =
    written &&
    new Row({
      documentId: document.id,
      apiId: document.api_id,
      position: document.position ?? Infinity,
      linkRanks: list.perLink ? linkRanksOf(document[list.perLink.field]) : [],
      json: written,
      made: keepsMade && isMade ? (element as Element) : undefined,
      rest,
    });
  return { row, tellsDocument: rest !== undefined, ...troubles(list, document, encoding, row !== undefined) };
}

function troubles(list: List, document: StoredDocument, encoding: Encoding, isServed: boolean): Made {
  const { asked, lent, failure } = encoding;
  const about = { list: list.key, document: document.id, api_id: document.api_id };
  const instead = isServed ? 'last element' : 'nothing';
  const served = encoding.element === undefined ? instead : 'last value';
  const missing = encoding.missing.map(
    ({ field, kind, id }) => ({ ...about, field, kind, id, served }) as const,
  );
  const failed = failure === undefined ? [] : [{ ...about, reason: failure, served: instead } as const];
  return { asked, lent, missing, failed };
}
