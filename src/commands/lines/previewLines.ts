import type { ImportPreview, PlannedChange } from '../../migration/index.ts';
import { fieldLines } from './conflictLines.ts';
import { nameOf } from './findingLines.ts';

/** What is done by each rule, in the order in which they are printed. */
const HEADINGS: Record<Exclude<PlannedChange['rule'], 'unchanged' | 'same'>, string> = {
  new: 'would be created',
  begun: 'would be finished: an import broke off',
  changed: 'would be updated: changed in the source, and not here',
  merged: 'would be updated beside what an editor has changed',
  restored: 'would come back, but not into its list: deleted here, and needed by something new',
  'both-changed': 'would be left as editors have it: changed here and in the source',
  ours: 'would be left as editors have it, and not named again',
  'open-in-form': 'would be left for the next import: open in a form here',
  'deleted-here': 'would be left: deleted here, and changed in the source',
  refused: 'would be refused',
  vanished: 'would be left: no longer in the source',
  withdrawn: 'would be taken out of publication: no longer in the source',
};

/** So many new documents of a list are named. */
const MOST_NEW = 20;

/** What an import would do, document by document, and how to have just that done. */
export function previewLines({ changes, plan }: ImportPreview, command: string): string[] {
  return [
    ...Object.entries(HEADINGS).flatMap(([rule, heading]) => ruleLines(rule, heading, changes)),
    `Nothing has been written. To do this and nothing else: ${command} --plan ${plan}`,
  ];
}

function ruleLines(rule: string, heading: string, changes: PlannedChange[]): string[] {
  const own = changes.filter((each) => each.rule === rule);
  if (own.length === 0) return [];
  const shown = rule === 'new' ? own.filter(isAmongFirst(own)) : own;
  const more = own.length - shown.length;
  return [
    `${rule} (${own.length}): ${heading}`,
    ...shown.flatMap((change) => [nameLine(change), ...changedLines(change)]),
    ...(more > 0 ? [`  … and ${more} more (--json names all)`] : []),
    '',
  ];
}

function changedLines({ rule, fields, conflicts }: PlannedChange): string[] {
  const note = rule === 'merged' ? ' (both have changed it; it stays)' : '';
  return [
    ...fields.flatMap((each) => fieldLines(each)),
    ...conflicts.flatMap((each) => fieldLines({ ...each, field: `${each.field}${note}` })),
  ];
}

function isAmongFirst(own: PlannedChange[]) {
  const first = new Set(
    [...new Set(own.map(({ list }) => list))].flatMap((key) =>
      own.filter(({ list }) => list === key).slice(0, MOST_NEW),
    ),
  );
  return (change: PlannedChange) => first.has(change);
}

function nameLine(change: PlannedChange): string {
  const { reason } = change;
  return `  ${nameOf(change)}${reason === undefined ? '' : `: ${reason}`}`;
}
