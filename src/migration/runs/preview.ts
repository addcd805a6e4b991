import type { Decision, FieldConflict, Here, Plan, Rule } from '../plan/index.ts';
import { nameHere, nameOf } from './names.ts';

/** One document, and what an import would do with it. */
export interface PlannedChange {
  list: string;
  apiId: number;
  title: string | null;
  /** Why. `vanished`: the source does not have it any more; it is left as it is, or `withdrawn`. */
  rule: Rule | 'vanished' | 'withdrawn';
  /** What would change in it. */
  fields: FieldConflict[];
  /** What both sides have changed, and stays as it is here. */
  conflicts: FieldConflict[];
  /** Why it is refused. */
  reason?: string;
}

const QUIET: ReadonlySet<Rule> = new Set(['unchanged', 'same']);

/** What a plan does, document by document; what stays as it is because nothing has changed is left out. */
export function changesOf({ decisions, vanished, withdrawn }: Plan, here: Here): PlannedChange[] {
  const gone = vanished.map((document): PlannedChange => {
    const rule = withdrawn.has(document.key) ? 'withdrawn' : 'vanished';
    return { ...nameHere(document, here), rule, fields: [], conflicts: [] };
  });
  return [...decisions.filter(isTold).map(changeOf), ...gone];
}

const isTold = ({ rule, conflicts }: Decision) =>
  !QUIET.has(rule) && (rule !== 'deleted-here' || conflicts !== undefined);

function changeOf(decision: Decision): PlannedChange {
  const { rule, changes = [], conflicts = [], reason } = decision;
  return {
    ...nameOf(decision),
    rule,
    fields: changes,
    conflicts,
    ...(reason !== undefined && { reason }),
  };
}
