import type { Kind } from '../../../endpoints/lists/index.ts';
import { type Captured, type CapturedDocument, MEDIA } from './captured.ts';
import {
  baseOf,
  contentDigest,
  type OwnContent,
  ownContent,
  referencesIn,
  requiredReferences,
  typedOf,
} from './content.ts';
import type { FieldShape, Here, HereDocument, LedgerEntry } from './here.ts';
import { matchDocuments } from './matching.ts';
import { Names } from './names.ts';
import { type FieldConflict, type Weighed, weigh } from './weigh.ts';

/** Why something is, or is not, done with a document. */
export type Rule =
  /** Not here yet. */
  | 'new'
  /** An import that broke off has not finished it. */
  | 'begun'
  /** Changed in the source since the last import, and not here. */
  | 'changed'
  /** Not changed in the source since the last import: left as it is, whatever an editor did to it. */
  | 'unchanged'
  /** It says here what the source says, whoever wrote it. */
  | 'same'
  /** Changed in the source and by an editor, in different fields: the source's change goes in beside the editor's. */
  | 'merged'
  /** Changed in the source, and by an editor in the same field: left as the editor has it. */
  | 'both-changed'
  /** The same, and who imports has said that the editor's side counts: it is not named again. */
  | 'ours'
  /** Somebody has it open in a form, and would undo the change by saving it: left for the next import. */
  | 'open-in-form'
  /** Deleted here, or in the trash: left so. */
  | 'deleted-here'
  /** Deleted here, and something that is written cannot do without it: it comes back, outside of its list. */
  | 'restored'
  /** The database does not take it, or what it cannot do without is not here. */
  | 'refused';

/** What is done with a document. */
export interface Decision {
  captured: CapturedDocument;
  key: string;
  here: HereDocument | undefined;
  rule: Rule;
  /** What to note of it when it is whole. */
  entry: LedgerEntry;
  /** Whether it goes into its own list. */
  listed: boolean;
  /** Where editors and the source have both changed it; none for what an editor has deleted. */
  conflicts?: FieldConflict[];
  /** What changes in a document that is written over. */
  changes?: FieldConflict[];
  /** The fields that are written; all, where it does not say. */
  fields?: string[];
  /** Why it is refused. */
  reason?: string;
  /** What it refers to in the source and lacks here, since that was refused. */
  lacks: { field: string; target: string }[];
}

const WRITTEN: ReadonlySet<Rule> = new Set(['new', 'begun', 'changed', 'merged', 'restored']);

/** Whether a document is written, by the rule. */
export const isWritten = ({ rule }: Decision) => WRITTEN.has(rule);

/** What has to be read whole before it can be decided what is done with it. */
export function toWeigh(captured: Captured, here: Here): HereDocument[] {
  const { documents } = new Deciding(captured, here, new Map());
  const changed = [...documents.values()].flatMap(({ here: known, hasChanged }) =>
    known && hasChanged ? known : [],
  );
  const begun = here.documents.filter(({ entry }) => !entry);
  return [...new Set([...changed, ...begun])].filter(({ id, trashed }) => id !== undefined && !trashed);
}

/** Whose side counts where both have changed something: lists (`news-posts`), documents (`news-posts/7`), or all (`*`). */
export interface Sides {
  theirs?: readonly string[];
  ours?: readonly string[];
}

/**
 * Decides what to do with every captured document.
 * @param refused those that the database has refused in this import, by plan id, and why
 */
export function decide(
  captured: Captured,
  here: Here,
  refused: ReadonlyMap<string, string>,
  sides: Sides = {},
): Decision[] {
  return new Deciding(captured, here, refused, sides).decisions();
}

/** A captured document, and what is here of it. */
interface Placed {
  captured: CapturedDocument;
  key: string;
  here: HereDocument | undefined;
  /** What the source says, references by name. */
  source: OwnContent;
  isDeleted: boolean;
  /** In the source, since the last import. */
  hasChanged: boolean;
  /** It has not, and what it refers to there was refused then and is not now. */
  isOnlyBack: boolean;
  entry: LedgerEntry;
  lacks: Decision['lacks'];
}

class Deciding {
  readonly documents = new Map<string, Placed>();
  readonly #captured: Captured;
  readonly #here: Here;
  readonly #names: Names;
  readonly #sides: Sides;
  /** By plan id, why; those among them that cannot do without another. */
  readonly #refused: Map<string, string>;

  constructor(captured: Captured, here: Here, refused: ReadonlyMap<string, string>, sides: Sides = {}) {
    this.#sides = sides;
    this.#captured = captured;
    this.#here = here;
    this.#refused = new Map(refused);
    const all = [...captured.documents.values()].filter(({ kind }) => kind !== MEDIA);
    const matches = matchDocuments(all, here.documents);
    this.#names = new Names(captured, here, matches);
    const known = new Map(here.documents.map((each) => [each.key, each]));
    for (const each of all) {
      const key = matches.get(each.id)?.key ?? '';
      this.documents.set(each.id, this.#placed(each, key, known.get(key)));
    }
    this.#refuseNeedy();
    for (const each of this.documents.values()) this.#settle(each);
  }

  decisions(): Decision[] {
    const needed = new Set(
      [...this.documents.values()]
        .filter(({ isDeleted, hasChanged }) => hasChanged && !isDeleted)
        .flatMap(({ captured }) => requiredReferences(captured.document, this.#fields(captured.kind))),
    );
    return [...this.documents.values()].map((each) => this.#decision(each, needed.has(each.captured.id)));
  }

  #fields(kind: Kind): readonly FieldShape[] {
    return this.#here.shapes[kind]?.fields ?? [];
  }

  #placed(captured: CapturedDocument, key: string, here: HereDocument | undefined): Placed {
    const source = this.#content(captured, this.#names.planned);
    const { digest, shared } = captured;
    const listed = captured.listed || (here?.listed ?? false);
    const isDeleted =
      here !== undefined && (here.trashed || (here.entry !== undefined && here.id === undefined));
    const entry: LedgerEntry = { digest, shared, listed, base: baseOf(source, this.#fields(captured.kind)) };
    return { captured, key, here, source, isDeleted, hasChanged: true, isOnlyBack: false, entry, lacks: [] };
  }

  #content({ kind, document }: CapturedDocument, nameOf: (planId: string) => string | undefined): OwnContent {
    return ownContent(document, this.#fields(kind), (_, id) => nameOf(id));
  }

  /** Refuses what cannot do without something that is refused, or that an editor has unpublished. */
  #refuseNeedy(): void {
    for (const kind of referencedFirst(this.#captured, this.#here)) {
      for (const { captured } of this.documents.values()) {
        if (captured.kind !== kind || this.#refused.has(captured.id)) continue;
        const needs = requiredReferences(captured.document, this.#fields(kind));
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
    const isHidden = here && !isDeleted && !here.published && (here.entry ?? this.#contentOf(here)?.latest);
    return isHidden ? `${key}, which an editor unpublished here` : undefined;
  }

  #contentOf({ key }: HereDocument) {
    return this.#here.contents.get(key);
  }

  /** Whether the source has changed, and what is lacking. */
  #settle(each: Placed): void {
    const { captured, here, entry } = each;
    const before = here?.entry;
    for (const field of this.#fields(captured.kind)) {
      const lost = referencesIn(captured.document, field).filter((id) => this.#isLacking(id));
      each.lacks.push(...lost.map((target) => ({ field: field.name, target })));
    }
    const lacks = each.lacks.map(({ target }) => this.#names.planned(target));
    if (lacks.length > 0) entry.lacks = lacks;
    if (!before) return;
    const hasChanged = this.#hasChanged(each, before);
    each.isOnlyBack = !hasChanged && this.#isBack(each, before, lacks);
    each.hasChanged = hasChanged || each.isOnlyBack;
  }

  #hasChanged({ captured, source, entry }: Placed, before: LedgerEntry): boolean {
    if (before.withdrawn) return true;
    if (!captured.listed) return before.shared !== entry.shared;
    if (!before.listed) return true;
    if (before.base) return !isSameBase(before.base, entry.base);
    return before.digest !== entry.digest && before.own !== contentDigest(source);
  }

  #isBack(
    { captured, source }: Placed,
    { lacks: before, base, written }: LedgerEntry,
    lacks: string[],
  ): boolean {
    if (base || written === undefined) return before?.some((key) => !lacks.includes(key)) ?? false;
    return captured.listed && written !== contentDigest(typedOf(source, this.#fields(captured.kind)));
  }

  /** Whether it is refused, and was never here. */
  #isLacking(planId: string): boolean {
    const target = this.documents.get(planId);
    if (!target || !this.#refused.has(planId)) return false;
    return !target.here?.entry && !(target.here && this.#contentOf(target.here)?.latest);
  }

  #decision(each: Placed, isNeeded: boolean): Decision {
    const { captured, key, here, isDeleted, hasChanged, entry, lacks } = each;
    const decision = { captured, key, here, entry, lacks, listed: entry.listed };
    if (isDeleted && isNeeded) return { ...decision, rule: 'restored', listed: false, conflicts: [] };
    if (isDeleted) return this.#deleted(decision, hasChanged);
    if (!hasChanged) return { ...decision, rule: 'unchanged' };
    const weighed = this.#weighed(each);
    if (weighed.is === 'same') return { ...decision, rule: 'same' };
    const settled = weighed.is === 'changed' ? this.#merged(each, decision, weighed) : undefined;
    if (settled && !isWritten(settled)) return settled;
    const reason = this.#refused.get(captured.id);
    if (reason !== undefined) return { ...decision, rule: 'refused', reason };
    const changes = weighed.differences;
    if (here?.entry && this.#contentOf(here)?.isOpen)
      return { ...decision, rule: 'open-in-form', conflicts: settled?.changes ?? changes };
    if (settled) return settled;
    if (here?.entry) return { ...decision, rule: 'changed', changes };
    return { ...decision, rule: here?.id === undefined ? 'new' : 'begun' };
  }

  /** The side that counts for a document, if who imports has said so. */
  #side({ kind, document }: CapturedDocument): keyof Sides | undefined {
    const isNamed = (names: readonly string[] = []) =>
      ['*', kind, `${kind}/${document.api_id}`].some((name) => names.includes(name));
    if (isNamed(this.#sides.theirs)) return 'theirs';
    return isNamed(this.#sides.ours) ? 'ours' : undefined;
  }

  #deleted(decision: Omit<Decision, 'rule'>, hasChanged: boolean): Decision {
    const side = hasChanged ? this.#side(decision.captured) : undefined;
    if (side === 'ours') return { ...decision, rule: 'ours' };
    if (side === 'theirs') return { ...decision, rule: 'restored' };
    return { ...decision, rule: 'deleted-here', ...(hasChanged && { conflicts: [] }) };
  }

  /** What becomes of a document that an editor has changed, too. */
  #merged(each: Placed, decision: Omit<Decision, 'rule'>, { differences, merge }: Weighed): Decision {
    const { captured, entry, here, isOnlyBack } = each;
    const side = isOnlyBack ? undefined : this.#side(captured);
    const { take = [], conflicts = differences } = merge ?? {};
    if (!merge && side === 'theirs') return { ...decision, rule: 'changed', changes: differences };
    if (isOnlyBack && take.length === 0)
      return { ...decision, rule: 'unchanged', ...this.#stillLacking(each) };
    const fields = side === 'theirs' ? [...take, ...conflicts.map(({ field }) => field)] : take;
    const changes = differences.filter(({ field }) => fields.includes(field));
    if (side !== undefined) {
      return fields.length > 0
        ? { ...decision, rule: 'merged', fields, changes }
        : { ...decision, rule: conflicts.length > 0 ? 'ours' : 'same' };
    }
    // What both have changed is named each time.
    const base = { ...entry.base };
    for (const { field } of conflicts) base[field] = here?.entry?.base?.[field] ?? '';
    const left = conflicts.length > 0 ? { conflicts, entry: { ...entry, base } } : {};
    if (fields.length > 0) return { ...decision, ...left, rule: 'merged', fields, changes };
    return { ...decision, ...left, rule: conflicts.length > 0 ? 'both-changed' : 'same' };
  }

  /** What an editor has changed gets no reference by itself. */
  #stillLacking({ captured, here, entry }: Placed): Pick<Decision, 'entry' | 'lacks'> {
    const { lacks: keys = [] } = here?.entry ?? {};
    const lacks = this.#fields(captured.kind).flatMap((field) =>
      referencesIn(captured.document, field)
        .filter((target) => keys.includes(this.#names.planned(target)))
        .map((target) => ({ field: field.name, target })),
    );
    return { entry: { ...entry, ...(keys.length > 0 && { lacks: keys }) }, lacks };
  }

  #weighed({ captured, here, lacks }: Placed): Weighed {
    const shape = this.#here.shapes[captured.kind];
    if (here?.id === undefined || !shape) return { is: 'untouched', differences: [] };
    const missing = new Set(lacks.map(({ target }) => target));
    const written = this.#content(captured, (planId) => {
      const target = this.documents.get(planId);
      const isGone = target?.isDeleted && !target.here?.trashed;
      return missing.has(planId) || isGone ? undefined : this.#names.planned(planId);
    });
    return weigh(captured, here, this.#contentOf(here), written, { names: this.#names, shape });
  }

  /** Whether editors have made something else of a document than the source says. */
  isEdited(planId: string): boolean {
    const placed = this.documents.get(planId);
    return placed !== undefined && this.#weighed(placed).is === 'changed';
  }
}

/** Plan ids of documents that say something else here than in the source. */
export function editedHere(captured: Captured, here: Here): Set<string> {
  const deciding = new Deciding(captured, here, new Map());
  return new Set([...deciding.documents.keys()].filter((id) => deciding.isEdited(id)));
}

function isSameBase(one: Record<string, string>, other: Record<string, string> = {}): boolean {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].every((field) => one[field] === other[field]);
}

/** The lists in an order in which whatever refers to others comes after them. */
export function referencedFirst({ lists }: Captured, { shapes }: Here): Kind[] {
  const kinds = lists.map(({ key }) => key);
  const order: Kind[] = [];
  const visit = (kind: Kind, path: Kind[]) => {
    if (order.includes(kind) || path.includes(kind)) return;
    for (const { to } of shapes[kind]?.fields ?? []) {
      if (to !== undefined && to !== kind && kinds.includes(to)) visit(to, [...path, kind]);
    }
    order.push(kind);
  };
  for (const kind of kinds) visit(kind, []);
  return order;
}
