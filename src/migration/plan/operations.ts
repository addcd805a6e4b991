import { createHash } from 'node:crypto';
import type { Kind, NewDocument } from '../../../endpoints/lists/index.ts';
import type { FoundSettings } from '../discover/discoverSettings.ts';
import type { Id, LedgerEntry } from './stored.ts';

/** Writes a document as a whole, publishes it, and then notes it. */
export interface Write {
  do: 'write';
  /** The plan id. */
  id: string;
  kind: Kind;
  key: string;
  /** What the source says; references are plan ids. */
  document: NewDocument;
  /** Hidden values that the source does not bring. */
  values: { listed?: boolean; deletedAt?: null };
  /** What is here of it, and is written over; undefined for what is new. */
  here:
    | {
        id: Id;
        /** As it was when the plan was made: an editor may have saved it since. Undefined for what nobody has seen yet. */
        stamp: string | undefined;
        /** An import that broke off may have left versions of it. */
        isBegun: boolean;
      }
    | undefined;
  /** Plan ids that it refers to and that have to be there by now. */
  needs: string[];
  entry: LedgerEntry;
}

/** One thing that is done with the database. None of them is seen in a list before it is whole. */
export type Operation =
  /** Makes sure that numbers of new documents of a kind, or ranks of new links (null), are above this. */
  | { do: 'raise'; of: Kind | null; least: number }
  /** Makes the image of an address. */
  | { do: 'image'; id: string; url: string }
  /** Makes a draft that shows nowhere, so that others can refer to it before it is written. */
  | { do: 'reserve'; id: string; kind: Kind; key: string; apiId: number; listed: boolean }
  /** Stores settings, by names such as `news-posts ordering`. */
  | { do: 'set'; values: Record<string, unknown> }
  | Write
  /** Moves a document to its place in the default list. Nothing else of it changes, a newer draft included. */
  | { do: 'move'; kind: Kind; here: Id; position: number }
  /** Takes a document out of publication, as an editor would, and notes it. */
  | { do: 'withdraw'; kind: Kind; key: string; here: Id; entry: LedgerEntry }
  /** LedgerEntries a document. */
  | { do: 'note'; key: string; entry: LedgerEntry }
  /** Removes what an import that broke off has only begun to write. */
  | { do: 'remove'; kind: Kind; here: Id }
  /** LedgerEntries what was found out of the settings. */
  | { do: 'remember'; findings: FoundSettings };

/** Tells a plan from others: what is done, in which order, and with which values of the source. */
export function digestOfOperations(operations: readonly Operation[]): string {
  const hash = createHash('sha256');
  for (const operation of operations) {
    // What a document says is in its entry; when it was saved here last says nothing of what is done.
    const told =
      operation.do === 'write' ? { ...operation, document: null, here: operation.here?.id } : operation;
    hash.update(`${JSON.stringify(told)}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** The writes in an order in which whatever refers to others comes after them, where they do not refer to each other in a circle. */
export function referencedBefore(writes: readonly Write[]): Write[] {
  const left = new Map(writes.map((each) => [each.id, each]));
  const order: Write[] = [];
  const path: { write: Write; needs: Iterator<string> }[] = [];
  const enter = (write: Write | undefined) => {
    if (write && left.delete(write.id)) path.push({ write, needs: write.needs.values() });
  };
  for (const each of writes) {
    enter(each);
    // Chains may be as long as a list: no recursion.
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const { done, value } = last.needs.next();
      if (!done) enter(left.get(value));
      else order.push(...path.splice(-1).map(({ write }) => write));
    }
  }
  return order;
}
