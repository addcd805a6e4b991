import type { List } from '../lists/index.ts';
import type { Find } from './Changed.ts';
import { referenceOf, serializeWith } from './encodeWith.ts';
import type { Row } from './Row.ts';

/** A member of an element, its key included, before and after a change. */
interface Member {
  before: Buffer;
  after: Buffer;
}

/**
 * Documents that change, as they stand in the elements that embed them (`embeds` of a list). Of such an element nothing else
 * changes, so the new text takes the place of the old one, and the document that embeds it need not be read at all.
 */
export class Embedded {
  readonly #before: Find;
  readonly #after: Find;
  readonly #members = new Map<List, Map<string, Member | undefined>>();

  /** @param before gives a document as it is until the changes show, @param after as it is then */
  constructor(before: Find, after: Find) {
    this.#before = before;
    this.#after = after;
  }

  /**
   * The row of an element with the new text of a document, itself where that is the old one. Undefined where this is not
   * all that the document means to the element: then it has to be made anew.
   */
  replaceIn(list: List, row: Row, embedded: string): Row | undefined {
    const member = this.#member(list, embedded);
    if (!member || row.rest === undefined) return undefined;
    return member.before.equals(member.after) ? row : row.withMember(member.before, member.after);
  }

  #member(list: List, embedded: string): Member | undefined {
    let members = this.#members.get(list);
    if (!members) {
      members = new Map();
      this.#members.set(list, members);
    }
    if (!members.has(embedded)) members.set(embedded, this.#makeMember(list, embedded));
    return members.get(embedded);
  }

  #makeMember({ embeds }: List, embedded: string): Member | undefined {
    const { kind } = referenceOf(embedded);
    const [key, shown] = Object.entries(embeds).find(([, { slug }]) => slug === kind) ?? [];
    if (key === undefined || !shown) return undefined;
    const before = memberOf(key, shown, embedded, this.#before);
    const after = memberOf(key, shown, embedded, this.#after);
    return before && after && { before, after };
  }
}

/** Undefined where the document is not published, or shows others in turn. */
function memberOf(key: string, shown: List, embedded: string, find: Find): Buffer | undefined {
  const { kind, id } = referenceOf(embedded);
  const document = find(kind, id);
  if (!document) return undefined;
  const { json, asked } = serializeWith(shown, document, { published: find, departed: () => undefined });
  return json === undefined || asked.size > 0 ? undefined : Buffer.from(`${JSON.stringify(key)}:${json}`);
}
