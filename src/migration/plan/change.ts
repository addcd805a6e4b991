import { unsharedOf } from '../../../endpoints/lists/definition/codec.ts';
import { MEDIA } from '../../../endpoints/lists/definition/references.ts';
import type { Kind, NewDocument } from '../../../endpoints/lists/index.ts';
import { type Captured, type CapturedDocument, imageId } from './captured.ts';
import {
  type FieldShape,
  fingerprints,
  type ImportedDocument,
  type KindShape,
  type LedgerEntry,
  type OwnContent,
  ownContent,
  type StoredState,
} from './stored.ts';

/** One element of the source on its way through an import. */
export interface Change {
  /** `kind:api_id:n`, the same with every import. */
  key: string;
  /** What the source says. */
  element: CapturedDocument;
  /** What is here of it. */
  stored: ImportedDocument | undefined;
  /** What the last import noted of it. Since then the source and editors may each have changed it. */
  base: LedgerEntry | undefined;
  /** What to note of it when it is whole. */
  entry: LedgerEntry;
  shape: KindShape;
}

/** The elements of a capture beside what is here. */
export interface Matched {
  captured: Captured;
  here: StoredState;
  names: Names;
  /** By plan id. */
  changes: ReadonlyMap<string, Change>;
}

/** Finds for each element of a capture what is here of it. */
export function matchStored(captured: Captured, here: StoredState): Matched {
  const elements = [...captured.documents.values()].filter(({ kind }) => kind !== MEDIA);
  const isWhole = isWholeAt(captured);
  const matches = matchDocuments(elements, here.documents, ({ key }) => isWhole(key));
  const names = new Names(captured, here, matches);
  const changes = new Map<string, Change>();
  for (const whole of elements) {
    const { key = '', stored } = matches.get(whole.id) ?? {};
    const shape = here.shapes[whole.kind] ?? { fields: new Map(), hasDrafts: false, hasListed: false };
    const staysListed = stored?.listed && !stored.base?.withdrawn && !isWhole(key);
    const listed = whole.listed || Boolean(staysListed);
    // What only stands in others shows a part of itself, which says nothing of the rest.
    const before = whole.listed ? undefined : stored?.base;
    const element = before ? shownElsewhere(captured, whole) : whole;
    const fields = {
      ...fingerprints(sourceContent(whole, shape, names.planned), shape),
      ...before?.fields,
      ...fingerprints(sourceContent(element, shape, names.planned), shape),
    };
    const digest = (listed && before?.digest) || element.digest;
    const entry = { digest, shared: element.shared, listed, fields };
    changes.set(whole.id, { key, element, stored, base: stored?.base, entry, shape });
  }
  return { captured, here, names, changes };
}

function shownElsewhere({ lists }: Captured, element: CapturedDocument): CapturedDocument {
  const list = lists.find(({ key }) => key === element.kind);
  const unshown = Object.keys(list ? unsharedOf(list) : {});
  const shown = Object.entries(element.document).filter(([name]) => !unshown.includes(name));
  return { ...element, document: Object.fromEntries(shown) as NewDocument };
}

/** What an element says by itself. @param nameOf the name of a plan id; undefined for what is left out */
export function sourceContent(
  { document }: CapturedDocument,
  shape: KindShape,
  nameOf: (planId: string) => string | undefined,
): OwnContent {
  return ownContent(document, shape, (_, id) => nameOf(id));
}

/** Deleted here, or in the trash. What was never noted came with no import, so that its trash says nothing of the source. */
export const isDeleted = ({ stored, base }: Change): boolean =>
  base !== undefined && (stored?.trashed || stored?.id === undefined);

/** The key of an element, and what is here under it already. */
export interface Match {
  key: string;
  stored: ImportedDocument | undefined;
}

/**
 * Finds for every element the document that an earlier import made of it.
 *
 * The legacy ids may repeat, so an id narrows it down to a few: first those whose content is the same, then, for elements
 * that changed, in the order in which they occur. What is only embedded never takes the place of a listed document, unless
 * it is the same, or has left its list: a list that is not in the capture must not change because a post embeds something.
 * @param mayHaveLeft whether a listed document that no listed element matches has left its list
 */
export function matchDocuments(
  elements: Iterable<CapturedDocument>,
  stored: readonly ImportedDocument[],
  mayHaveLeft: (document: ImportedDocument) => boolean,
): Map<string, Match> {
  const storedById = groupBy(stored, ({ key }) => idOf(key));
  const matches = new Map<string, Match>();
  for (const [id, group] of groupBy(elements, ({ kind, document }) => `${kind}:${document.api_id}`)) {
    const there = (storedById.get(id) ?? []).sort((a, b) => numberOf(a.key) - numberOf(b.key));
    const free = new Set(there);
    const open = new Map(group.map((element, index) => [element, `${id}:${index + 1}`]));
    for (const rule of [...RULES, leftItsList(mayHaveLeft)]) {
      for (const [element, ownKey] of open) {
        const found = [...free].find((each) => rule(element, each, ownKey));
        if (!found) continue;
        free.delete(found);
        open.delete(element);
        matches.set(element.id, { key: found.key, stored: found });
      }
    }
    const taken = new Set(there.map(({ key }) => key));
    let next = 1;
    for (const [element] of open) {
      while (taken.has(`${id}:${next}`)) next++;
      matches.set(element.id, { key: `${id}:${next++}`, stored: undefined });
    }
  }
  return matches;
}

type Rule = (element: CapturedDocument, stored: ImportedDocument, ownKey: string) => boolean;

/** From the surest to the mere order of occurrence. */
const RULES: Rule[] = [
  ({ listed, digest }, { key, base, listed: was }, ownKey) =>
    key === ownKey && was === listed && base?.digest === digest,
  ({ listed, digest }, { base, listed: was }) => was && listed && base?.digest === digest,
  ({ listed, shared }, { base, listed: was }) => !was && !listed && base?.shared === shared,
  ({ listed, shared }, { base }) => !listed && base?.shared === shared,
  ({ listed }, { key, base, listed: was }, ownKey) => !base && key === ownKey && was === listed,
  ({ listed }, { listed: was }) => was && listed,
  ({ listed, shared }, { base, listed: was }) => listed && !was && base?.shared === shared,
  ({ listed }, { listed: was }) => !was && !listed,
  ({ listed }, { listed: was }) => listed && !was,
];

const leftItsList =
  (mayHaveLeft: (document: ImportedDocument) => boolean): Rule =>
  ({ listed }, stored) =>
    !listed && stored.listed && mayHaveLeft(stored);

function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** The part of a key that repeats with the legacy id, and the number that tells the documents of one id apart. */
const idOf = (key: string) => key.slice(0, key.lastIndexOf(':'));
const numberOf = (key: string) => Number(key.slice(key.lastIndexOf(':') + 1));

/** Whether a list was read whole around this key: then what it does not have of it is not there. An element that is refused is. */
export function isWholeAt({
  states,
  refused,
}: Pick<Captured, 'states' | 'refused'>): (key: string) => boolean {
  const unsure = new Set(refused.map(({ list, id }) => `${list}:${Number(id)}`));
  return (key) => states[key.split(':')[0] ?? ''] === 'read' && !unsure.has(idOf(key));
}

/** The lists in an order in which whatever refers to others comes after them. */
export function referencedFirst(
  { lists }: Pick<Captured, 'lists'>,
  { shapes }: Pick<StoredState, 'shapes'>,
): Kind[] {
  const kinds = lists.map(({ key }) => key);
  const order: Kind[] = [];
  const visit = (kind: Kind, path: Kind[]) => {
    if (order.includes(kind) || path.includes(kind)) return;
    for (const { to } of shapes[kind]?.fields.values() ?? []) {
      if (to !== undefined && to !== kind && kinds.includes(to)) visit(to, [...path, kind]);
    }
    order.push(kind);
  };
  for (const kind of kinds) visit(kind, []);
  return order;
}

/** What references stand for, here and in the source: documents by their keys, images by their plan ids. */
export class Names {
  readonly #matches: ReadonlyMap<string, Match>;
  readonly #here: StoredState;
  readonly #keys: ReadonlyMap<string, string>;
  /** Keys of what is here. */
  readonly #present: ReadonlySet<string>;
  /** What a person is shown in place of an image's name. */
  readonly #addresses = new Map<string, string>();

  constructor(captured: Pick<Captured, 'documents'>, here: StoredState, matches: ReadonlyMap<string, Match>) {
    this.#matches = matches;
    this.#here = here;
    const there = here.documents.filter(({ id }) => id !== undefined);
    this.#keys = new Map(there.map(({ kind, id, key }) => [`${kind} ${id}`, key]));
    this.#present = new Set(there.map(({ key }) => key));
    for (const { id, kind, document } of captured.documents.values()) {
      if (kind === MEDIA) this.#addresses.set(id, String(document.url));
    }
  }

  /** Of an element or image of the capture. */
  planned = (planId: string): string => this.#matches.get(planId)?.key ?? planId;

  /** Of what Payload has under an id; undefined for a document that is gone, to which MongoDB keeps references. */
  stored = ({ to, isImage }: FieldShape, id: string): string | undefined => {
    if (isImage) {
      const address = this.#here.addresses.get(id);
      if (address === undefined) return undefined;
      const name = imageId(address);
      this.#addresses.set(name, address);
      return name;
    }
    const key = this.#keys.get(`${to} ${id}`);
    const isThere = id.startsWith('last:') || this.#here.named[String(to)]?.has(id);
    return key ?? (isThere ? `${to} ${id}` : undefined);
  };

  isPresent(name: string): boolean {
    return name.startsWith(`${MEDIA}:`) || this.#present.has(name);
  }

  /** A value for a person. */
  shown(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.shown(each));
    return typeof value === 'string' ? (this.#addresses.get(value) ?? value) : value;
  }
}
