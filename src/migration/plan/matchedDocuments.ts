import { unsharedOf } from '../../../endpoints/lists/definition/codec.ts';
import { MEDIA } from '../../../endpoints/lists/definition/references.ts';
import type { Kind, NewDocument } from '../../../endpoints/lists/index.ts';
import type { Captured, CapturedDocument } from './captured.ts';
import { compareWithStored, type StoredComparison } from './compareWithStored.ts';
import { isWholeAt, matchDocuments, Names } from './matching.ts';
import {
  baseOf,
  type ImportedDocument,
  type KindShape,
  type LedgerEntry,
  type OwnContent,
  ownContent,
  referencesIn,
  requiredReferences,
  type StoredState,
} from './stored.ts';

/** A reference of the source that a document lacks here, since what it refers to, by plan id, was refused. */
export interface MissingReference {
  field: string;
  target: string;
}

/** A captured document, and what is here of it. */
export interface MatchedDocument {
  captured: CapturedDocument;
  key: string;
  here: ImportedDocument | undefined;
  /** What the source says, references by name. */
  source: OwnContent;
  isDeleted: boolean;
  /** In the source, since the last import. */
  hasChanged: boolean;
  /** Unchanged itself; a reference that was refused last time is accepted now. */
  referenceReturned: boolean;
  entry: LedgerEntry;
  lacks: MissingReference[];
}

/** All captured documents beside what is here: what has changed in the source, what is refused, what is lacking. */
export class MatchedDocuments {
  /** By plan id. */
  readonly documents = new Map<string, MatchedDocument>();
  readonly captured: Captured;
  readonly here: StoredState;
  readonly #names: Names;
  /** By plan id, why; those among them that cannot do without another. */
  #refused = new Map<string, string>();

  constructor(captured: Captured, here: StoredState) {
    this.captured = captured;
    this.here = here;
    const all = [...captured.documents.values()].filter(({ kind }) => kind !== MEDIA);
    const isWhole = isWholeAt(captured);
    const matches = matchDocuments(all, here.documents, ({ key }) => isWhole(key));
    this.#names = new Names(captured, here, matches);
    const known = new Map(here.documents.map((each) => [each.key, each]));
    for (const each of all) {
      const key = matches.get(each.id)?.key ?? '';
      const there = known.get(key);
      const staysListed = there?.listed && !there.entry?.withdrawn && !isWhole(key);
      const listed = each.listed || Boolean(staysListed);
      this.documents.set(each.id, this.#matched(each, key, there, listed));
    }
    this.applyRefusals(new Map());
  }

  /** Says what has changed in the source and what is lacking, where these are refused: by plan id, why. */
  applyRefusals(refused: ReadonlyMap<string, string>): void {
    this.#refused = new Map(refused);
    this.#refuseNeedy();
    for (const each of this.documents.values()) this.#applyRefusal(each);
  }

  /** Why a document is refused, if it is. */
  refusal(planId: string): string | undefined {
    return this.#refused.get(planId);
  }

  shapeOf(kind: Kind): KindShape {
    return this.here.shapes[kind] ?? { fields: new Map(), hasDrafts: false, hasListed: false };
  }

  /** @param listed whether it stands in its own list now */
  #matched(
    whole: CapturedDocument,
    key: string,
    here: ImportedDocument | undefined,
    listed: boolean,
  ): MatchedDocument {
    const before = whole.listed ? undefined : here?.entry;
    const captured = before ? this.#shown(whole) : whole;
    const source = this.#content(captured, this.#names.planned);
    const { shared } = captured;
    const digest = (listed && before?.digest) || captured.digest;
    const shape = this.shapeOf(captured.kind);
    const base = {
      ...baseOf(this.#content(whole, this.#names.planned), shape),
      ...before?.base,
      ...baseOf(source, shape),
    };
    // What was never noted came with no import, so that its trash says nothing of what is in the source.
    const isDeleted = here?.entry !== undefined && (here.trashed || here.id === undefined);
    const entry: LedgerEntry = { digest, shared, listed, base };
    return {
      captured,
      key,
      here,
      source,
      isDeleted,
      hasChanged: true,
      referenceReturned: false,
      entry,
      lacks: [],
    };
  }

  /** What only stands in others shows a part of itself, which says nothing of the rest. */
  #shown(captured: CapturedDocument): CapturedDocument {
    const list = this.captured.lists.find(({ key }) => key === captured.kind);
    const unshown = Object.keys(list ? unsharedOf(list) : {});
    const shown = Object.entries(captured.document).filter(([name]) => !unshown.includes(name));
    return { ...captured, document: Object.fromEntries(shown) as NewDocument };
  }

  #content({ kind, document }: CapturedDocument, nameOf: (planId: string) => string | undefined): OwnContent {
    return ownContent(document, this.shapeOf(kind), (_, id) => nameOf(id));
  }

  /** Refuses what cannot do without something that is refused, or that an editor has unpublished. */
  #refuseNeedy(): void {
    for (const kind of referencedFirst(this.captured, this.here)) {
      for (const { captured } of this.documents.values()) {
        if (captured.kind !== kind || this.#refused.has(captured.id)) continue;
        const needs = requiredReferences(captured.document, this.shapeOf(kind));
        const [reason] = needs.flatMap((each) => this.#whyNot(each) ?? []);
        if (reason !== undefined) this.#refused.set(captured.id, `needs ${reason}`);
      }
    }
  }

  /** Why a document that another one cannot do without is not published, if so. */
  #whyNot(planId: string): string | undefined {
    const needed = this.documents.get(planId);
    if (!needed) return undefined;
    if (this.#refused.has(planId)) return `${needed.key}, which could not be stored`;
    const { here, key, isDeleted } = needed;
    const isHidden = here && !isDeleted && !here.published && (here.entry ?? this.contentOf(here)?.latest);
    return isHidden ? `${key}, which an editor unpublished here` : undefined;
  }

  contentOf({ key }: ImportedDocument) {
    return this.here.contents.get(key);
  }

  /** Whether the source has changed, and what is lacking. */
  #applyRefusal(each: MatchedDocument): void {
    const { captured, here, entry } = each;
    const before = here?.entry;
    each.lacks = this.#referring(captured, (target) => this.#isLacking(target));
    const lacks = each.lacks.map(({ target }) => this.#names.planned(target));
    if (lacks.length > 0) entry.lacks = lacks;
    else delete entry.lacks;
    if (!before) return;
    const hasChanged = this.#hasChanged(each, before);
    each.referenceReturned = !hasChanged && (before.lacks ?? []).some((key) => !lacks.includes(key));
    each.hasChanged = hasChanged || each.referenceReturned;
  }

  #hasChanged({ captured, entry }: MatchedDocument, before: LedgerEntry): boolean {
    if (before.withdrawn) return true;
    if (before.listed !== entry.listed) return true;
    if (!captured.listed) return before.shared !== entry.shared;
    return !isSameBase(before.base, entry.base);
  }

  /** Whether it is refused, and was never here. */
  #isLacking(planId: string): boolean {
    const target = this.documents.get(planId);
    if (!target || !this.#refused.has(planId)) return false;
    return !target.here?.entry && !(target.here && this.contentOf(target.here)?.latest);
  }

  /** What an editor has changed gets no reference by itself. */
  stillLacking({ captured, here, entry }: MatchedDocument): Pick<MatchedDocument, 'entry' | 'lacks'> {
    const { lacks: keys = [] } = here?.entry ?? {};
    const lacks = this.#referring(captured, (target) => keys.includes(this.#names.planned(target)));
    return { entry: { ...entry, ...(keys.length > 0 && { lacks: keys }) }, lacks };
  }

  #referring({ kind, document }: CapturedDocument, isMeant: (planId: string) => boolean): MissingReference[] {
    return [...this.shapeOf(kind).fields.values()].flatMap((field) =>
      referencesIn(document, field)
        .filter(isMeant)
        .map((target) => ({ field: field.name, target })),
    );
  }

  comparisonOf({ captured, entry, here, lacks }: MatchedDocument): StoredComparison {
    if (here?.id === undefined) return { verdict: 'untouched', differences: [] };
    const shape = this.shapeOf(captured.kind);
    const missing = new Set(lacks.map(({ target }) => target));
    const written = this.#content(captured, (planId) => {
      const target = this.documents.get(planId);
      const isGone = target?.isDeleted && !target.here?.trashed;
      return missing.has(planId) || isGone ? undefined : this.#names.planned(planId);
    });
    const content = this.contentOf(here);
    return compareWithStored(captured, here, content, written, entry.listed, this.#names, shape);
  }
}

function isSameBase(one: Record<string, string>, other: Record<string, string>): boolean {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].every((field) => one[field] === other[field]);
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
