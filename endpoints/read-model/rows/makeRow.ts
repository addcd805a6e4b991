import { createHash } from 'node:crypto';
import type { Element, List, StoredDocument } from '../../lists/index.ts';
import type { Pace } from '../Pace.ts';
import type { Provenance } from './Dependencies.ts';
import { shortDigest } from './digest.ts';
import { type Encoding, encodeWith, type Lookup, messageOf } from './encodeWith.ts';
import { linkRanksOf, type Row, readElement } from './Row.ts';

/** In characters: what is written to bytes, and digested, in one step. */
const STEP = 64 * 1024;

export interface MadeRow extends Provenance {
  /** Undefined if there is nothing to serve. */
  row: Row | undefined;
}

export interface RowOptions {
  lookup: Lookup;
  /** The row whose element is served if none can be made. */
  last: Row | undefined;
  pace: Pace;
}

/** Makes a document's row, and says what it took. It never throws for what a document holds. */
export async function makeRow(
  list: List,
  document: StoredDocument,
  { lookup, last, pace }: RowOptions,
): Promise<MadeRow> {
  const encoding = encodeWith(list, document, lookup);
  let made: ElementParts | undefined;
  if (encoding.element) {
    try {
      made = { element: encoding.element, ...(await write(list, encoding.element, pace)) };
    } catch (error) {
      delete encoding.element;
      encoding.failure = messageOf(error);
    }
  }
  made ??= last && lastElement(list, last);
  const row = made && {
    ...made,
    documentId: document.id,
    apiId: document.api_id,
    position: document.position ?? Infinity,
    linkRanks: list.perLink ? linkRanksOf(document[list.perLink.field]) : [],
  };
  return { row, ...provenanceOf(list, document, encoding, row !== undefined) };
}

/** Its bytes as a copy: they may be a part of the body that they were read from. */
function lastElement(list: List, { element, bytes, digest }: Row): ElementParts {
  return { element: element ?? readElement(list, bytes), bytes: Buffer.from(bytes), digest };
}

type ElementParts = Pick<Row, 'element' | 'bytes' | 'digest'>;

async function write(list: List, element: Element, pace: Pace): Promise<Omit<ElementParts, 'element'>> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let text = '';
  function flush() {
    const chunk = Buffer.from(text);
    hash.update(chunk);
    chunks.push(chunk);
    text = '';
  }
  for (const piece of list.pieces(element)) {
    text += piece;
    if (text.length < STEP) continue;
    flush();
    if (pace.isDue) await pace.breathe();
  }
  flush();
  const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  return { bytes, digest: shortDigest(hash) };
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
