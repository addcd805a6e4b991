import { isDeepStrictEqual } from 'node:util';
import type { Embeddable, List } from '../lists/index.ts';
import type { Find } from './Changed.ts';
import { referenceOf, serializeWith } from './encodeWith.ts';
import type { Row } from './Row.ts';
import type { Work } from './Slices.ts';

/** A document as it stands in elements, before and after a change. */
interface Value {
  before: Buffer;
  after: Buffer;
}

/** A document as it stands in elements, and what it asks for in turn. */
interface Shown {
  bytes: Buffer;
  asked: ReadonlySet<string>;
}

/**
 * Documents that change, as they stand in the elements that embed them (`embeds` of a list). Of such an element nothing else
 * changes, so the new text takes the place of the old one, and the document that embeds it need not be read at all.
 */
export class Embedded {
  readonly #before: Find;
  readonly #after: Find;
  readonly #values = new Map<List, Map<string, Value | undefined>>();

  /** @param before gives a document as it is until the changes show, @param after as it is then */
  constructor(before: Find, after: Find) {
    this.#before = before;
    this.#after = after;
  }

  /**
   * The row of an element with the new text of a document, itself where that is the old one. Undefined where this is not
   * all that the document means to the element: then it has to be made anew. A step takes what a long text takes once.
   */
  *replaceIn(list: List, row: Row, embedded: string): Work<Row | undefined> {
    if (row.rest === undefined) return undefined;
    const value = yield* this.#value(list, embedded);
    if (!value) return undefined;
    return value.before.equals(value.after) ? row : row.withValue(value.before, value.after);
  }

  *#value(list: List, embedded: string): Work<Value | undefined> {
    let values = this.#values.get(list);
    if (!values) {
      values = new Map();
      this.#values.set(list, values);
    }
    if (!values.has(embedded)) values.set(embedded, yield* this.#makeValue(list, embedded));
    return values.get(embedded);
  }

  *#makeValue({ embeds }: List, embedded: string): Work<Value | undefined> {
    const { kind } = referenceOf(embedded);
    const as = Object.values(embeds).find(({ key }) => key === kind);
    if (!as) return undefined;
    const before = yield* shown(as, embedded, this.#before);
    const after = yield* shown(as, embedded, this.#after);
    if (!before || !after || !isDeepStrictEqual(before.asked, after.asked)) return undefined;
    return { before: before.bytes, after: after.bytes };
  }
}

/** What a document shows, and what it shows in turn. Undefined where it, or some of that, is not published. */
function* shown(as: Embeddable, embedded: string, find: Find): Work<Shown | undefined> {
  const { kind, id } = referenceOf(embedded);
  const document = find(kind, id);
  yield;
  if (!document) return undefined;
  const { json, asked } = serializeWith(as, document, { published: find, departed: () => undefined });
  yield;
  if (json === undefined) return undefined;
  const bytes = Buffer.from(json);
  yield;
  return { bytes, asked };
}
