import { isDeepStrictEqual } from 'node:util';
import type { StoredDocument } from '../../../endpoints/lists/index.ts';
import { OperatorError } from '../../system/logging/OperatorError.ts';
import type { Captured, CapturedDocument } from './captured.ts';
import {
  type Change,
  isDeleted,
  type Matched,
  type Names,
  referencedFirst,
  sourceContent,
} from './change.ts';
import {
  type FieldShape,
  fingerprint,
  type ImportedDocument,
  type OwnContent,
  ownContent,
  referencesIn,
  requiredReferences,
  typedOf,
} from './stored.ts';

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
  /** Deleted here, or in the trash: left so. */
  | 'deleted-here'
  /** Deleted here, and something that is written cannot do without it: it comes back, outside of its list. */
  | 'restored'
  /** The database does not take it, or what it cannot do without is not here. */
  | 'refused';

/** What differs in one field. */
export interface FieldConflict {
  field: string;
  /** What editors left here, and what the source says; references by name, rich texts as HTML. */
  here: unknown;
  source: unknown;
}

/** A reference of the source that a document lacks here, since what it refers to, by plan id, was refused. */
interface MissingReference {
  field: string;
  target: string;
}

/** A change, and what is done with it. */
export interface DecidedChange extends Change {
  rule: Rule;
  /** Whether it goes into its own list. */
  listed: boolean;
  /** Where editors and the source have both changed it; none for what an editor has deleted. */
  conflicts?: FieldConflict[];
  /** What changes in a document that is written over. */
  differences?: FieldConflict[];
  /** The fields that are written; all, where it does not say. */
  fields?: string[];
  /** Why it is refused. */
  reason?: string;
  /** What it refers to in the source and lacks here, since that was refused. */
  lacks: MissingReference[];
}

const WRITTEN: ReadonlySet<Rule> = new Set(['new', 'begun', 'changed', 'merged', 'restored']);

/** Whether a document is written, by the rule. */
export const isWritten = ({ rule }: DecidedChange) => WRITTEN.has(rule);

/** Whose side counts where both have changed something: lists (`news-posts`), documents (`news-posts/7`), or all (`*`). */
export interface Sides {
  theirs?: readonly string[];
  ours?: readonly string[];
}

/** A side is said to count for what the capture does not have, so nothing is imported. */
class UnknownSide extends OperatorError {
  override readonly name = 'UnknownSide';
}

/** @throws UnknownSide naming every list and document that is none of the capture */
export function refuseUnknownSides(sides: Sides, { lists, documents }: Captured): void {
  const keys = lists.map(({ key }) => key);
  const elements = new Set([...documents.values()].map(({ kind, document }) => `${kind}/${document.api_id}`));
  const problems = (['theirs', 'ours'] as const).flatMap((side) =>
    (sides[side] ?? [])
      .filter((name) => name !== '*' && !keys.includes(name) && !elements.has(name))
      .map((name) => {
        const [key = ''] = name.split('/');
        const reason = keys.includes(key)
          ? `the capture has no such element of ${key}`
          : `there is no list ${key}; the lists are ${keys.join(', ')}, and one document is ${keys[0]}/7`;
        return `--${side} ${name}: ${reason}.`;
      }),
  );
  if (problems.length > 0) throw new UnknownSide([...problems, 'Nothing is imported.'].join('\n'));
}

/** What has to be read whole before {@link decide} can tell what is done with it. */
export function toCompare({ changes, here }: Matched): ImportedDocument[] {
  const changed = [...changes.values()].flatMap((each) => (newsOf(each, []) && each.stored) || []);
  const begun = here.documents.filter(({ base }) => !base);
  return [...new Set([...changed, ...begun])].filter(({ id, trashed }) => id !== undefined && !trashed);
}

/**
 * What is new in the source since the base: the element itself, or nothing but that a reference which was refused is accepted now.
 * @param lacks names of what it refers to and is refused
 */
function newsOf({ base, element, entry }: Change, lacks: string[]): 'element' | 'reference' | undefined {
  if (!base || base.withdrawn || base.listed !== entry.listed) return 'element';
  const isSame = element.listed ? isDeepStrictEqual(base.fields, entry.fields) : base.shared === entry.shared;
  if (!isSame) return 'element';
  return base.lacks?.some((key) => !lacks.includes(key)) ? 'reference' : undefined;
}

/**
 * Decides what to do with every change.
 * @param rejected what the database has not taken in this import, by plan id, and why
 */
export function decide(
  matched: Matched,
  rejected: ReadonlyMap<string, string>,
  sides: Sides = {},
): DecidedChange[] {
  const { changes, names } = matched;
  const refused = refusedOf(matched, rejected);
  const all = [...changes.values()].map((change) => {
    const lacks = references(change, (target) => {
      const { base, stored } = changes.get(target) ?? {};
      return refused.has(target) && !base && !stored?.content?.latest;
    });
    const keys = lacks.map(({ target }) => names.planned(target));
    const entry = { ...change.entry, ...(keys.length > 0 && { lacks: keys }) };
    // Taken out again by a rest, each would have a hidden class of its own, as large as the change.
    return { change: { ...change, entry, lacks, listed: entry.listed }, news: newsOf(change, keys) };
  });
  const needed = new Set(
    all
      .filter(({ change, news }) => news && !isDeleted(change))
      .flatMap(({ change: { element, shape } }) => requiredReferences(element.document, shape)),
  );
  return all.map(({ change, news }): DecidedChange => {
    const { element, stored, base } = change;
    if (isDeleted(change)) {
      if (needed.has(element.id)) return { ...change, rule: 'restored', listed: false, conflicts: [] };
      const side = news && sideOf(element, sides);
      if (side) return { ...change, rule: side === 'ours' ? 'ours' : 'restored' };
      return { ...change, rule: 'deleted-here', ...(news && { conflicts: [] }) };
    }
    if (!news) return { ...change, rule: 'unchanged' };
    const compared = comparison(matched, change);
    if (compared.verdict === 'same') return { ...change, rule: 'same' };
    const side = news === 'element' ? sideOf(element, sides) : undefined;
    const merged =
      compared.verdict === 'changed' ? mergedWith(change, compared, { news, side, names }) : undefined;
    if (merged && !isWritten(merged)) return merged;
    const reason = refused.get(element.id);
    if (reason !== undefined) return { ...change, rule: 'refused', reason };
    if (merged) return merged;
    if (base) return { ...change, rule: 'changed', differences: compared.differences };
    return { ...change, rule: stored?.id === undefined || stored.trashed ? 'new' : 'begun' };
  });
}

/** What is refused, by plan id, and why: also what cannot do without something that is refused, or that an editor has unpublished. */
function refusedOf(
  { captured, here, changes }: Matched,
  rejected: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const refused = new Map(rejected);
  const whyNot = (planId: string) => {
    const needed = changes.get(planId);
    if (!needed) return [];
    const { key, stored, base } = needed;
    if (refused.has(planId)) return `${key}, which could not be stored`;
    const isHidden = stored && !stored.published && !isDeleted(needed) && (base ?? stored.content?.latest);
    return isHidden ? `${key}, which an editor unpublished here` : [];
  };
  for (const kind of referencedFirst(captured, here)) {
    for (const { element, shape } of changes.values()) {
      if (element.kind !== kind || refused.has(element.id)) continue;
      const [reason] = requiredReferences(element.document, shape).flatMap(whyNot);
      if (reason !== undefined) refused.set(element.id, `needs ${reason}`);
    }
  }
  return refused;
}

function references({ element, shape }: Change, isMeant: (planId: string) => boolean): MissingReference[] {
  return [...shape.fields.values()].flatMap((field) =>
    referencesIn(element.document, field)
      .filter(isMeant)
      .map((target) => ({ field: field.name, target })),
  );
}

/** The side that counts for a document, if who imports has said so. */
function sideOf({ kind, document }: CapturedDocument, { theirs, ours }: Sides): keyof Sides | undefined {
  const isNamed = (names: readonly string[] = []) =>
    ['*', kind, `${kind}/${document.api_id}`].some((name) => names.includes(name));
  if (isNamed(theirs)) return 'theirs';
  return isNamed(ours) ? 'ours' : undefined;
}

type OpenChange = Omit<DecidedChange, 'rule'>;

interface Merging {
  news: 'element' | 'reference';
  side: keyof Sides | undefined;
  names: Names;
}

/** What becomes of a document that an editor has changed, too. */
function mergedWith(
  change: OpenChange,
  { differences, merge }: Comparison,
  { news, side, names }: Merging,
): DecidedChange {
  const { base, entry } = change;
  const { take = [], conflicts = differences } = merge ?? {};
  if (!merge && side === 'theirs') return { ...change, rule: 'changed', differences };
  if (news === 'reference' && take.length === 0) {
    // What an editor has changed gets no reference by itself.
    const lacks = base?.lacks ?? [];
    const lacking = references(change, (target) => lacks.includes(names.planned(target)));
    return { ...change, rule: 'unchanged', entry: { ...entry, lacks }, lacks: lacking };
  }
  const fields = side === 'theirs' ? [...take, ...conflicts.map(({ field }) => field)] : take;
  const merged = { fields, differences: differences.filter(({ field }) => fields.includes(field)) };
  const isOpen = side === undefined && conflicts.length > 0;
  // What both have changed is named each time.
  const noted = { ...entry.fields };
  for (const { field } of isOpen ? conflicts : []) noted[field] = base?.fields[field] ?? '';
  const left = { ...change, ...(isOpen && { conflicts, entry: { ...entry, fields: noted } }) };
  if (fields.length > 0) return { ...left, ...merged, rule: 'merged' };
  return { ...left, rule: conflicts.length === 0 ? 'same' : isOpen ? 'both-changed' : 'ours' };
}

/** What stands in the database, beside what the source says now. */
interface Comparison {
  /**
   * `untouched`: what an import wrote, or began to write. `same`: whole, and as the source says, whoever wrote it.
   * `changed`: by an editor, and not what the source says.
   */
  verdict: 'untouched' | 'same' | 'changed';
  /** Where it differs from the source. */
  differences: FieldConflict[];
  /** Field by field, where that can be told: published as it is in its newest version, and noted by an import. */
  merge?: {
    /** Fields that have changed in the source alone. */
    take: string[];
    /** Fields that both have changed. */
    conflicts: FieldConflict[];
  };
}

/**
 * Tells what editors have made of a document from what an import has, and compares it with what is going to be written. Every save
 * of an editor leaves a version, which is then the newest; a write that was killed leaves none, or one that is published and not
 * what the document says. Without drafts, the document is all there is.
 */
function comparison({ changes, names }: Matched, change: OpenChange): Comparison {
  const { element, stored, base, shape, listed, lacks } = change;
  const { content } = stored ?? {};
  if (stored?.id === undefined || !content?.latest || (!base && !shape.hasDrafts))
    return { verdict: 'untouched', differences: [] };
  const source = sourceContent(element, shape, (planId) => {
    const target = changes.get(planId);
    const isGone = target && isDeleted(target) && !target.stored?.trashed;
    return isGone || lacks.some((each) => each.target === planId) ? undefined : names.planned(planId);
  });
  const contentOf = (document: StoredDocument) => ownContent(document, shape, names.stored, element.document);
  const [shown, latest] = [contentOf(content.shown), contentOf(content.latest)];
  const typed = typedOf(source, shape);
  const isSource = (own: OwnContent) => isDeepStrictEqual(typedOf(own, shape), typed);
  /** Whether a document says what the source says now, or what the last import wrote. */
  const isImported = (own: OwnContent) =>
    isSource(own) ||
    (base !== undefined && Object.entries(typedOf(own, shape)).every((each) => isBaseField(...each)));
  const hasDraft = content.latest._status !== 'published';
  const isUntouched = hasDraft
    ? isImported(shown) && isImported(latest)
    : isImported(latest) || isSource(shown);
  const wasListed = base?.listed ?? listed;
  // What an import has withdrawn, no editor has.
  const isPublished = content.isPublished || Boolean(base?.withdrawn);
  const isListed = !shape.hasListed || content.latest.listed === wasListed;
  const isListedNow = !shape.hasListed || content.latest.listed === listed;
  const inList = isListedNow ? [] : [{ field: 'listed', here: content.latest.listed, source: listed }];
  if (isUntouched && isPublished && isListed) {
    const isWhole = content.isPublished && wasListed === listed;
    return isWhole && isSource(latest) && isSource(shown)
      ? { verdict: 'same', differences: [] }
      : { verdict: 'untouched', differences: [...inList, ...differing(shown, source)] };
  }
  const ofLatest = differing(latest, typed);
  const differences = [
    ...(isPublished ? [] : [{ field: '_status', here: 'draft', source: 'published' }]),
    ...inList,
    ...(ofLatest.length > 0 ? ofLatest : differing(shown, typed)),
  ];
  if (differences.length === 0) return { verdict: 'same', differences };
  const isPlain =
    !hasDraft && content.isPublished && (isListed || isListedNow) && isDeepStrictEqual(shown, latest);
  if (!isPlain || !base) return { verdict: 'changed', differences };

  const unit = (name: string) => shape.fields.get(name)?.pairedWith ?? name;
  const changedSince = (own: OwnContent) =>
    new Set(
      Object.keys(typed)
        .filter((name) => !isBaseField(name, own[name]))
        .map(unit),
    );
  const [byEditors, bySource] = [changedSince(latest), changedSince(source)];
  const open = differing(latest, typed).filter(({ field }) => bySource.has(unit(field)));
  const isTaken = ({ field }: FieldConflict) => !byEditors.has(unit(field));
  const merge = {
    take: [...inList, ...open.filter(isTaken)].map(({ field }) => field),
    conflicts: open.filter((each) => !isTaken(each)),
  };
  return { verdict: 'changed', differences, merge };

  function differing(here: OwnContent, there: OwnContent): FieldConflict[] {
    return Object.keys(there)
      .filter((field) => !isDeepStrictEqual(here[field], there[field]))
      .map((field) => ({ field, here: names.shown(here[field]), source: names.shown(there[field]) }));
  }

  /** Whether a field says what the last import wrote. Of references, some were never written, and some of the documents are gone since. */
  function isBaseField(name: string, value: unknown): boolean {
    const before = base?.fields[name];
    if (before === undefined) return true;
    const field: FieldShape | undefined = shape.fields.get(name);
    const all: unknown = field?.to === undefined ? undefined : JSON.parse(before);
    const expected = Array.isArray(all)
      ? JSON.stringify(all.filter((each) => !base?.lacks?.includes(each) && names.isPresent(each)))
      : before;
    return fingerprint(value, field) === expected;
  }
}
