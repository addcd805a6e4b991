import { MEDIA } from '../../../endpoints/lists/definition/references.ts';
import { type Captured, type CapturedDocument, imageId } from './captured.ts';
import type { FieldShape, KnownDocument, StoredState } from './stored.ts';

/** The key of a planned document, and what is there under it already. */
export interface Match {
  key: string;
  known: KnownDocument | undefined;
}

/**
 * Finds for every planned document the one that an earlier import made of the same element.
 *
 * The legacy ids may repeat, so an id narrows it down to a few: first those whose content is the same, then, for elements
 * that changed, in the order in which they occur. What is only embedded never takes the place of a listed document, unless
 * it is the same, or has left its list: a list that is not in the capture must not change because a post embeds something.
 * @param mayHaveLeft whether a listed document that no listed element matches has left its list
 */
export function matchDocuments(
  planned: Iterable<CapturedDocument>,
  known: KnownDocument[],
  mayHaveLeft: (document: KnownDocument) => boolean,
): Map<string, Match> {
  const knownById = groupBy(known, ({ key }) => key.slice(0, key.lastIndexOf(':')));
  const matches = new Map<string, Match>();
  for (const [prefix, group] of groupBy(planned, ({ kind, document }) => `${kind}:${document.api_id}`)) {
    const there = (knownById.get(prefix) ?? []).sort((a, b) => numberOf(a.key) - numberOf(b.key));
    for (const [id, match] of matchGroup(prefix, group, there, mayHaveLeft)) matches.set(id, match);
  }
  return matches;
}

type Rule = (planned: CapturedDocument, known: KnownDocument, ownKey: string) => boolean;

/** From the surest to the mere order of occurrence. */
const RULES: Rule[] = [
  (planned, { key, entry, listed }, ownKey) =>
    key === ownKey && listed === planned.listed && entry?.digest === planned.digest,
  (planned, { entry, listed }) => listed && planned.listed && entry?.digest === planned.digest,
  (planned, { entry, listed }) => !listed && !planned.listed && entry?.shared === planned.shared,
  (planned, { entry }) => !planned.listed && entry?.shared === planned.shared,
  (planned, { key, entry, listed }, ownKey) => !entry && key === ownKey && listed === planned.listed,
  (planned, { listed }) => listed && planned.listed,
  (planned, { entry, listed }) => planned.listed && !listed && entry?.shared === planned.shared,
  (planned, { listed }) => !listed && !planned.listed,
  (planned, { listed }) => planned.listed && !listed,
];

function matchGroup(
  prefix: string,
  group: CapturedDocument[],
  there: KnownDocument[],
  mayHaveLeft: (document: KnownDocument) => boolean,
): Map<string, Match> {
  const matches = new Map<string, Match>();
  const free = new Set(there);
  const open = new Map(group.map((planned, index) => [planned, `${prefix}:${index + 1}`]));
  const mayLeave: Rule = (planned, each) => !planned.listed && each.listed && mayHaveLeft(each);
  for (const rule of [...RULES, mayLeave]) {
    for (const [planned, ownKey] of open) {
      const known = [...free].find((each) => rule(planned, each, ownKey));
      if (!known) continue;
      free.delete(known);
      open.delete(planned);
      matches.set(planned.id, { key: known.key, known });
    }
  }
  const taken = new Set(there.map(({ key }) => key));
  let next = 1;
  for (const [planned] of open) {
    while (taken.has(`${prefix}:${next}`)) next++;
    matches.set(planned.id, { key: `${prefix}:${next}`, known: undefined });
    next++;
  }
  return matches;
}

/** Whether a list was read whole around this id: then what it does not have of it is not there. An element that is refused is. */
export function isWholeAt({
  states,
  refused,
}: Pick<Captured, 'states' | 'refused'>): (key: string) => boolean {
  const unsure = new Set(refused.map(({ list, id }) => `${list}:${Number(id)}`));
  return (key) => {
    const [kind = ''] = key.split(':');
    return states[kind] === 'read' && !unsure.has(key.slice(0, key.lastIndexOf(':')));
  };
}

const numberOf = (key: string) => Number(key.slice(key.lastIndexOf(':') + 1));

function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
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

  /** Of a planned document or image. */
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
