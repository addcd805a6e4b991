import type { BodyDifference, ParityReport, ResponseParity } from '../migration/index.ts';
import { captureLines, misnamedCount } from './lines/captureLines.ts';

/** How many differences of a response are shown. */
const SHOWN = 5;
const SHOWN_IDS = 12;

/** One line: what was compared and what came of it. */
export function responseLine({
  list,
  ordering,
  verdict,
  differences,
  headers,
  status,
  reason,
}: ResponseParity): string {
  const name = ordering === null ? list : `${list} ordering=${ordering}`;
  if (verdict === 'same') return `${name}: same`;
  if (verdict === 'ties') return `${name}: same, but for the order of elements that tie`;
  if (verdict === 'not compared') return `${name}: NOT COMPARED. ${reason}`;
  const causes = [
    ...(status === 200 ? [] : [`status ${status}`]),
    ...(headers.length > 0 ? [`headers: ${headers.map((header) => header.name).join(', ')}`] : []),
    ...(differences.length > 0 ? [`${differences.length} in the body`] : []),
  ];
  return `${name}: DIFFERENT (${causes.join('; ')})`;
}

/** The first differences of every response that has some, and the verdict on the whole. */
export function paritySummary(report: ParityReport): string {
  const blocks = report.responses.filter(({ verdict }) => verdict === 'different').map(differenceBlock);
  const unknown = report.unknownFiles.map((file) => `Passed over: ${file} is of no list of this project.`);
  const files = captureLines(Object.values(report.missing), report.misnamed);
  return [...files, ...unknown, ...blocks, verdictLine(report)].join('\n\n');
}

function verdictLine({ misnamed, missing, responses, verdict }: ParityReport): string {
  const count = (of: ResponseParity['verdict']) => responses.filter((each) => each.verdict === of).length;
  if (verdict === 'same') return `The same: ${responses.length} of ${responses.length} captured responses.`;
  const lacking = Object.keys(missing).length;
  const parts = [
    `${count('same') + count('ties')} of ${responses.length} captured responses are the same`,
    ...(count('different') > 0 ? [`${count('different')} differ`] : []),
    ...(count('not compared') > 0 ? [`${count('not compared')} could not be compared`] : []),
    ...(lacking > 0 ? [`${lacking} ${lacking === 1 ? 'list is' : 'lists are'} missing in the capture`] : []),
    ...misnamedCount(misnamed),
  ];
  return `${parts.join(', ')}.`;
}

function differenceBlock(response: ResponseParity): string {
  const { file, url, headers, differences } = response;
  const lines = [
    ...headers.map(
      ({ name, expected, actual }) => `header ${name}: legacy ${expected}, new ${actual ?? '(none)'}`,
    ),
    ...differences.slice(0, SHOWN).flatMap(differenceLines),
    ...(differences.length > SHOWN
      ? [`and ${differences.length - SHOWN} more (--json FILE has them all)`]
      : []),
  ];
  return [`${file} against ${url}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

function differenceLines(difference: BodyDifference): string[] {
  const values = (legacy: string, current: string) => [`    legacy  ${legacy}`, `    new     ${current}`];
  switch (difference.kind) {
    case 'changed': {
      const { id, place, newPlace, key, offset } = difference;
      const moved = place === newPlace ? '' : ` (place ${newPlace} in the new list)`;
      const what = key || 'the same values, written otherwise';
      return [
        `place ${place}, id ${id}: ${what}${moved}, from byte ${offset} of the capture`,
        ...values(difference.legacy, difference.new),
      ];
    }
    case 'missing':
      return [
        `place ${difference.place}, id ${difference.id}: missing in the new list (byte ${difference.offset} of the capture)`,
        `    legacy  ${difference.element}`,
      ];
    case 'surplus':
      return [
        `place ${difference.newPlace} of the new list, id ${difference.id}: not in the capture`,
        `    new     ${difference.element}`,
      ];
    case 'order':
      return [
        `places ${difference.place} to ${difference.end}: another order, and not of elements that tie (byte ${difference.offset} of the capture)`,
        ...values(ids(difference.legacyIds), ids(difference.newIds)),
      ];
    case 'bytes':
      return [
        `${difference.reason}; from byte ${difference.offset} on`,
        ...values(difference.legacy, difference.new),
      ];
  }
}

function ids(all: unknown[]): string {
  const rest = all.length > SHOWN_IDS ? ` … (${all.length} elements)` : '';
  return `ids ${all.slice(0, SHOWN_IDS).join(', ')}${rest}`;
}
