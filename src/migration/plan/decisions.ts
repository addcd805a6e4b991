import { OperatorError } from '../../system/logging/OperatorError.ts';
import type { Captured, CapturedDocument } from './captured.ts';
import type { FieldConflict, StoredComparison } from './compareWithStored.ts';
import type { MatchedDocument, MatchedDocuments, MissingReference } from './matchedDocuments.ts';
import { type ImportedDocument, type LedgerEntry, requiredReferences } from './stored.ts';

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

/** What is done with a document. */
export interface Decision {
  captured: CapturedDocument;
  key: string;
  here: ImportedDocument | undefined;
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
  lacks: MissingReference[];
}

const WRITTEN: ReadonlySet<Rule> = new Set(['new', 'begun', 'changed', 'merged', 'restored']);

/** Whether a document is written, by the rule. */
export const isWritten = ({ rule }: Decision) => WRITTEN.has(rule);

/** What has to be read whole before it can be decided what is done with it. */
export function toCompare({ documents, here }: MatchedDocuments): ImportedDocument[] {
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

/**
 * Decides what to do with every captured document.
 * @param refused those that the database has refused in this import, by plan id, and why
 */
export function decide(
  matched: MatchedDocuments,
  refused: ReadonlyMap<string, string>,
  sides: Sides = {},
): Decision[] {
  matched.applyRefusals(refused);
  const needed = new Set(
    [...matched.documents.values()]
      .filter(({ isDeleted, hasChanged }) => hasChanged && !isDeleted)
      .flatMap(({ captured }) => requiredReferences(captured.document, matched.shapeOf(captured.kind))),
  );
  return [...matched.documents.values()].map((each) => decisionOf(each, needed.has(each.captured.id)));

  function decisionOf(each: MatchedDocument, isNeeded: boolean): Decision {
    const { captured, key, here, isDeleted, hasChanged, entry, lacks } = each;
    const decision = { captured, key, here, entry, lacks, listed: entry.listed };
    if (isDeleted && isNeeded) return { ...decision, rule: 'restored', listed: false, conflicts: [] };
    if (isDeleted) return deletedDecision(decision, hasChanged);
    if (!hasChanged) return { ...decision, rule: 'unchanged' };
    const comparison = matched.comparisonOf(each);
    if (comparison.verdict === 'same') return { ...decision, rule: 'same' };
    const settled = comparison.verdict === 'changed' ? mergedDecision(each, decision, comparison) : undefined;
    if (settled && !isWritten(settled)) return settled;
    const reason = matched.refusal(captured.id);
    if (reason !== undefined) return { ...decision, rule: 'refused', reason };
    if (settled) return settled;
    if (here?.entry) return { ...decision, rule: 'changed', changes: comparison.differences };
    return { ...decision, rule: here?.id === undefined || here.trashed ? 'new' : 'begun' };
  }

  /** The side that counts for a document, if who imports has said so. */
  function sideOf({ kind, document }: CapturedDocument): keyof Sides | undefined {
    const isNamed = (names: readonly string[] = []) =>
      ['*', kind, `${kind}/${document.api_id}`].some((name) => names.includes(name));
    if (isNamed(sides.theirs)) return 'theirs';
    return isNamed(sides.ours) ? 'ours' : undefined;
  }

  function deletedDecision(decision: Omit<Decision, 'rule'>, hasChanged: boolean): Decision {
    const side = hasChanged ? sideOf(decision.captured) : undefined;
    if (side === 'ours') return { ...decision, rule: 'ours' };
    if (side === 'theirs') return { ...decision, rule: 'restored' };
    return { ...decision, rule: 'deleted-here', ...(hasChanged && { conflicts: [] }) };
  }

  /** What becomes of a document that an editor has changed, too. */
  function mergedDecision(
    each: MatchedDocument,
    decision: Omit<Decision, 'rule'>,
    { differences, merge }: StoredComparison,
  ): Decision {
    const { captured, entry, here, referenceReturned } = each;
    const side = referenceReturned ? undefined : sideOf(captured);
    const { take = [], conflicts = differences } = merge ?? {};
    if (!merge && side === 'theirs') return { ...decision, rule: 'changed', changes: differences };
    if (referenceReturned && take.length === 0)
      return { ...decision, rule: 'unchanged', ...matched.stillLacking(each) };
    const fields = side === 'theirs' ? [...take, ...conflicts.map(({ field }) => field)] : take;
    const changes = differences.filter(({ field }) => fields.includes(field));
    if (side !== undefined) {
      return fields.length > 0
        ? { ...decision, rule: 'merged', fields, changes }
        : { ...decision, rule: conflicts.length > 0 ? 'ours' : 'same' };
    }
    // What both have changed is named each time.
    const base = { ...entry.base };
    for (const { field } of conflicts) base[field] = here?.entry?.base[field] ?? '';
    const left = conflicts.length > 0 ? { conflicts, entry: { ...entry, base } } : {};
    if (fields.length > 0) return { ...decision, ...left, rule: 'merged', fields, changes };
    return { ...decision, ...left, rule: conflicts.length > 0 ? 'both-changed' : 'same' };
  }
}
