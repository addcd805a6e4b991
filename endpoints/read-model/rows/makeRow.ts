import { createHash } from 'node:crypto';
import { readJson } from '../../lists/definition/parse.ts';
import type { Element, List, StoredDocument } from '../../lists/index.ts';
import type { Provenance } from './Dependencies.ts';
import { shortDigest } from './digest.ts';
import { type Encoding, encodeWith, type Lookup, messageOf } from './encodeWith.ts';
import { linkRanksOf, Row } from './Row.ts';

export interface MadeRow extends Provenance {
  /** Undefined if there is nothing to serve. */
  row: Row | undefined;
}

export interface RowOptions {
  lookup: Lookup;
  /** The row whose element is served if none can be made. */
  last: Row | undefined;
}

const NONE: readonly number[] = [];

/** Makes a document's row, and says what it took. It never throws for what a document holds. */
export function makeRow(list: List, document: StoredDocument, { lookup, last }: RowOptions): MadeRow {
  const encoding = encodeWith(list, document, lookup);
  let made: ElementParts | undefined;
  if (encoding.element) {
    try {
      made = write(list, encoding.element);
    } catch (error) {
      delete encoding.element;
      encoding.failure = messageOf(error);
    }
  }
  made ??= last && lastElement(list, last);
  const row =
    made &&
    new Row({
      ...made,
      documentId: document.id,
      apiId: document.api_id,
      position: document.position ?? Infinity,
      linkRanks: list.perLink ? linkRanksOf(document[list.perLink.field]) : NONE,
    });
  return { row, ...provenanceOf(list, document, encoding, row !== undefined) };
}

/** Its bytes as a copy: they may be a part of the body that they were read from. */
function lastElement(list: List, { element, bytes, digest }: Row): ElementParts {
  return {
    element: element ?? (readJson(String(bytes), list.keptKeys) as Element),
    bytes: Buffer.from(bytes),
    digest,
  };
}

type ElementParts = Pick<Row, 'element' | 'bytes' | 'digest'>;

function write(list: List, element: Element): ElementParts {
  const bytes = Buffer.from(list.serialize(element));
  return { element, bytes, digest: shortDigest(createHash('sha256').update(bytes)) };
}

function provenanceOf(
  list: List,
  document: StoredDocument,
  { sought, departed, missing, element, failure }: Encoding,
  isServed: boolean,
): Provenance {
  const about = { list: list.key, document: document.id, api_id: document.api_id };
  const instead = isServed ? 'last element' : 'nothing';
  const served = element === undefined ? instead : 'last value';
  return {
    sought,
    departed,
    missing: missing.map(({ field, kind, id }) => ({ ...about, field, kind, id, served })),
    failed: failure === undefined ? [] : [{ ...about, reason: failure, served: instead }],
  };
}
