import {
  type Element,
  type Embeddable,
  type Kind,
  MissingReference,
  type StoredDocument,
} from '../lists/index.ts';

/** A reference to a document, as one string. */
export const keyOf = (kind: Kind, id: string): string => `${kind}/${id}`;

/** The reverse of {@link keyOf}. */
export function referenceOf(key: string): { kind: Kind; id: string } {
  const at = key.indexOf('/');
  return { kind: key.slice(0, at), id: key.slice(at + 1) };
}

export interface Lookup {
  /** A document that is published. */
  published(kind: Kind, id: string): StoredDocument | undefined;
  /** The last value of one that no longer is. */
  departed(key: string): StoredDocument | undefined;
}

export interface Encoding {
  /** Undefined if it could not be made. */
  element?: Element;
  /** Every document that was looked for, found or not. */
  asked: ReadonlySet<string>;
  /** The departed ones whose last value was used. */
  lent: ReadonlySet<string>;
  missing: readonly MissingReference[];
  /** Why the element could not be made, if not for something missing. */
  failure?: string;
}

/**
 * Makes an element. What it needs and does not find is lent from the departed documents, one after the other, as
 * `encode` names them. It never throws.
 */
function encodeWith(list: Embeddable, document: StoredDocument, lookup: Lookup): Encoding {
  const asked = new Set<string>();
  const lent = new Set<string>();
  const missing: MissingReference[] = [];
  const context = {
    find(kind: Kind, id: string) {
      const key = keyOf(kind, id);
      asked.add(key);
      return lookup.published(kind, id) ?? (lent.has(key) ? lookup.departed(key) : undefined);
    },
  };
  for (;;) {
    try {
      return { element: list.encode(document, context), asked, lent, missing };
    } catch (error) {
      if (!(error instanceof MissingReference)) return { asked, lent, missing, failure: messageOf(error) };
      missing.push(error);
      const key = error.id === null ? '' : keyOf(error.kind, error.id);
      if (lent.has(key) || !lookup.departed(key)) return { asked, lent, missing };
      lent.add(key);
    }
  }
}

/** The same with the element's JSON, which is there if the element is. */
export function serializeWith(
  list: Embeddable,
  document: StoredDocument,
  lookup: Lookup,
): Encoding & { json?: string } {
  const encoding = encodeWith(list, document, lookup);
  if (!encoding.element) return encoding;
  try {
    return { ...encoding, json: list.serialize(encoding.element) };
  } catch (error) {
    const { asked, lent, missing } = encoding;
    return { asked, lent, missing, failure: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
