import type { BodyDifference, ParityReport, ResponseParity } from '../migration/index.ts';
import { isAddress } from '../migration/source/index.ts';
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
  if (verdict === 'known') {
    const count = headers.length + differences.length;
    return `${name}: same, but for ${count} known ${count === 1 ? 'difference' : 'differences'}`;
  }
  if (verdict === 'not compared') return `${name}: NOT COMPARED. ${reason}`;
  const causes = [
    ...(status === 200 ? [] : [`status ${status}`]),
    ...(headers.some(counts)
      ? [
          `headers: ${headers
            .filter(counts)
            .map((header) => header.name)
            .join(', ')}`,
        ]
      : []),
    ...(differences.some(counts) ? [`${differences.filter(counts).length} in the body`] : []),
  ];
  return `${name}: DIFFERENT (${causes.join('; ')})`;
}

/** The first differences of every response that has some, what is to be known besides, and whether to switch. */
export function paritySummary(report: ParityReport): string {
  const blocks = report.responses.filter(({ verdict }) => verdict === 'different');
  return [
    ...remarks(report),
    ...blocks.map((response) =>
      [heading(response), ...differenceTexts(response).map((line) => `  ${line}`)].join('\n'),
    ),
    verdictLine(report),
    `${question(report)} ${report.canSwitch}`,
  ].join('\n\n');
}

/** What a report answers: to a capture nobody switches. */
export const question = ({ new: current }: ParityReport) =>
  isAddress(current) ? 'Can I switch?' : 'Are both captures the same?';

/** What a report says besides the responses: a paragraph each. */
export function remarks(report: ParityReport): string[] {
  const { known, moved, otherHeaders, responses } = report;
  const met = known.filter(({ count }) => count > 0);
  const isWhole = responses.every(({ verdict }) => verdict !== 'not compared');
  const outdated = isWhole ? known.filter(({ count }) => count === 0) : [];
  const paragraph = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : [[title, ...lines.map((line) => `  ${line}`)].join('\n')];
  return [
    ...captureLines(Object.values(report.missing), report.misnamed),
    ...report.unknownFiles.map((file) => `Passed over: ${file} is of no list of this project.`),
    ...paragraph(
      'The legacy system changed while it was asked, which is not counted:',
      moved.map(({ file, what }) => `${file}: ${what}`),
    ),
    ...paragraph(
      'Known, and not counted:',
      met.map(({ count, reason, ...entry }) => `${count} of ${named(entry)}: ${reason}`),
    ),
    ...paragraph(
      'Known, but met nowhere any more; take it out of the file:',
      outdated.map(({ count: _, reason, ...entry }) => `${named(entry)}: ${reason}`),
    ),
    ...paragraph('Sent by the legacy system alone, and not counted:', otherHeaders),
  ];
}

const named = (entry: object) => Object.values(entry).join(' ');
const counts = ({ known }: { known?: string }) => known === undefined;

/** What came of all responses, in one line. */
export function verdictLine({ misnamed, missing, responses, verdict }: ParityReport): string {
  const count = (...of: ResponseParity['verdict'][]) =>
    responses.filter((each) => of.includes(each.verdict)).length;
  const known = count('known') > 0 ? [`${count('known')} of them but for known differences`] : [];
  if (verdict === 'same')
    return `The same: ${[`${responses.length} of ${responses.length} captured responses`, ...known].join(', ')}.`;
  const lacking = Object.keys(missing).length;
  const parts = [
    `${count('same', 'ties', 'known')} of ${responses.length} captured responses are the same`,
    ...known,
    ...(count('different') > 0 ? [`${count('different')} differ`] : []),
    ...(count('not compared') > 0 ? [`${count('not compared')} could not be compared`] : []),
    ...(lacking > 0 ? [`${lacking} ${lacking === 1 ? 'list is' : 'lists are'} missing in the capture`] : []),
    ...misnamedCount(misnamed),
  ];
  return `${parts.join(', ')}.`;
}

/** What was compared with what. */
export const heading = ({ file, url }: ResponseParity) => `${file} against ${url}`;

/** The first differences of a response that count, a line or three each. */
export function differenceTexts(response: ResponseParity): string[] {
  const headers = response.headers.filter(counts);
  const differences = response.differences.filter(counts);
  return [
    ...(response.status === 200 ? [] : [`status ${response.status}`]),
    ...headers.map(
      ({ name, expected, actual }) => `header ${name}: legacy ${expected}, new ${actual ?? '(none)'}`,
    ),
    ...differences.slice(0, SHOWN).flatMap(differenceLines),
    ...(differences.length > SHOWN
      ? [`and ${differences.length - SHOWN} more (--json FILE has them all)`]
      : []),
  ];
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
