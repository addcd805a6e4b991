import {
  type Element,
  type Kind,
  type List,
  MissingReference,
  type StoredDocument,
} from '../../lists/index.ts';

/** A reference to a document, as one string. */
export const keyOf = (kind: Kind, id: string): string => `${kind}/${id}`;

/** The reverse of {@link keyOf}. */
export function referenceOf(key: string): { kind: Kind; id: string } {
  const at = key.indexOf('/');
  return { kind: key.slice(0, at), id: key.slice(at + 1) };
}

/** Where documents are looked for, by their keys. */
export interface Lookup {
  /** A document that is published. */
  published(key: string): StoredDocument | undefined;
  /** The last value of one that no longer is. */
  departed(key: string): StoredDocument | undefined;
}

/** What came of making an element. */
export interface Encoding {
  /** Undefined if it could not be made. */
  element?: Element;
  /** Every document that was looked for, found or not. */
  sought: ReadonlySet<string>;
  /** The departed ones whose last value was used. */
  departed: ReadonlySet<string>;
  missing: readonly MissingReference[];
  /** Why the element could not be made, if not for something missing. */
  failure?: string;
}

/**
 * Makes an element. For what it needs and does not find, it takes the last value of a departed document, one after the
 * other as `encode` names them. It never throws.
 */
export function encodeWith(list: List, document: StoredDocument, lookup: Lookup): Encoding {
  const sought = new Set<string>();
  const departed = new Set<string>();
  const missing: MissingReference[] = [];
  const context = {
    find(kind: Kind, id: string) {
      const key = keyOf(kind, id);
      sought.add(key);
      return lookup.published(key) ?? (departed.has(key) ? lookup.departed(key) : undefined);
    },
  };
  for (;;) {
    try {
      return { element: list.encode(document, context), sought, departed, missing };
    } catch (error) {
      if (!(error instanceof MissingReference))
        return { sought, departed, missing, failure: messageOf(error) };
      missing.push(error);
      const key = error.id === null ? '' : keyOf(error.kind, error.id);
      if (departed.has(key) || !lookup.departed(key)) return { sought, departed, missing };
      departed.add(key);
    }
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
