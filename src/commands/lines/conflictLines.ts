import type { Conflict, FieldConflict } from '../../migration/index.ts';
import { nameOf } from './findingLines.ts';

const NOTES: Record<Conflict['kind'], string> = {
  changed: '',
  deleted: ': deleted here, and changed in the source',
  open: ': open in a form here, whose save would undo it; the next import brings it',
  restored: ': deleted here, and needed by something new; it is there again, but not in its list',
};

/** What both editors and the source have changed, with both values. */
export function conflictLines(conflicts: readonly Conflict[]): string[] {
  if (conflicts.length === 0) return [];
  return [
    `Changed here and in the source (${conflicts.length}), and left as editors have it:`,
    ...conflicts.flatMap((conflict) => [
      `  ${nameOf(conflict)}${NOTES[conflict.kind]}`,
      ...conflict.fields.flatMap((each) => fieldLines(each)),
    ]),
    '',
  ];
}

/** One field, with both values where they part. */
export function fieldLines({ field, here, source }: FieldConflict): string[] {
  const [before, after] = [JSON.stringify(here) ?? 'null', JSON.stringify(source) ?? 'null'];
  const from = Math.max(0, firstDifference(before, after) - 40);
  const part = (text: string) => `${from > 0 ? '…' : ''}${text.slice(from, from + 120)}`;
  const shown = (text: string) => `${part(text)}${text.length > from + 120 ? '…' : ''}`;
  return [`    ${field}`, `      here    ${shown(before)}`, `      source  ${shown(after)}`];
}

function firstDifference(one: string, other: string): number {
  for (let at = 0; ; at++) if (one[at] !== other[at] || at >= one.length) return at;
}
