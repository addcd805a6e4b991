import type { Decision, FieldConflict, Here, Plan, Rule } from '../plan/index.ts';
import { nameOf } from './names.ts';

/** One document, and what an import would do with it. */
export interface PlannedChange {
  list: string;
  apiId: number;
  title: string | null;
  /** Why. `vanished`: the source does not have it any more; it is left as it is. */
  rule: Rule | 'vanished';
  /** What would change in it, or what both sides have changed. */
  fields: FieldConflict[];
  /** Why it is refused. */
  reason?: string;
}

const QUIET: ReadonlySet<Rule> = new Set(['unchanged', 'same']);

/** What a plan does, document by document; what stays as it is because nothing has changed is left out. */
export function changesOf(
  { decisions }: Plan,
  here: Here,
  isRead: (list: string) => boolean,
): PlannedChange[] {
  const matched = new Set(decisions.map(({ key }) => key));
  const vanished = here.documents.flatMap(({ kind, key, id, entry, trashed }): PlannedChange[] => {
    if (matched.has(key) || !entry?.listed || id === undefined || trashed || !isRead(kind)) return [];
    const { api_id, title } = here.named[kind]?.get(String(id)) ?? {};
    const name = typeof title === 'string' ? title : null;
    return [{ list: kind, apiId: Number(api_id), title: name, rule: 'vanished', fields: [] }];
  });
  return [...decisions.filter(isTold).map(changeOf), ...vanished];
}

const isTold = ({ rule, conflicts }: Decision) =>
  !QUIET.has(rule) && (rule !== 'deleted-here' || conflicts !== undefined);

function changeOf(decision: Decision): PlannedChange {
  const { rule, changes = [], conflicts = [], reason } = decision;
  return {
    ...nameOf(decision),
    rule,
    fields: [...changes, ...conflicts],
    ...(reason !== undefined && { reason }),
  };
}
