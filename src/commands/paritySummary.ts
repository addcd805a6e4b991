import { escapeUTF8 } from 'entities';
import { isAddress } from '../capture/address.ts';
import type {
  BodyDifference,
  HeaderDifference,
  MisnamedFile,
  ParityReport,
  RequestParity,
  RequestsReport,
  ResponseParity,
} from '../migration/index.ts';
import { prefixLines } from './output.ts';

/** How many differences of a response are shown. */
const MAX_SHOWN = 5;
const MAX_IDS = 12;
/** How many kinds of requests and orderings of clients are shown. */
const MAX_GROUPS = 20;

/** One line: what was compared and what came of it. */
export function responseLine({
  list,
  ordering,
  path,
  verdict,
  differences,
  headers,
  status,
  reason,
}: ResponseParity): string {
  const name = path ? `${list}, ${path}` : ordering === null ? list : `${list} ordering=${ordering}`;
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
    ...(report.requests ? requestBlocks(report.requests) : []),
    verdictLine(report),
    `${question(report)} ${report.canSwitch}`,
  ].join('\n\n');
}

/** What a report answers: to a capture nobody switches. */
const question = ({ new: current }: ParityReport) =>
  isAddress(current) ? 'Can I switch?' : 'Are both captures the same?';

/** What a report says besides the responses: a paragraph each. */
function remarks(report: ParityReport): string[] {
  const { known, moved, otherHeaders, responses } = report;
  const met = known.filter(({ count }) => count > 0);
  const isWhole = responses.every(({ verdict }) => verdict !== 'not compared');
  const outdated = isWhole ? known.filter(({ count }) => count === 0) : [];
  const paragraph = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : [[title, ...lines.map((line) => `  ${line}`)].join('\n')];
  return [
    ...captureLines(Object.values(report.missing), report.misnamed),
    ...placeLines(responses),
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

/** Where lists are not at a place at which the legacy system has them: what to do. */
function placeLines(responses: readonly ResponseParity[]): string[] {
  const ofLists = responses.filter(({ path, url }) => path === undefined && isAddress(url));
  const [first] = ofLists;
  if (!first) return [];
  const isAway = ({ status }: ResponseParity) => status === 404;
  const prefixOf = (path: string) => path.replace(/\/[^/]*\/$/, '');
  const { origin, pathname } = new URL(first.url);
  const prefix = prefixOf(pathname);
  if (ofLists.every(isAway))
    return [
      `No list is at ${origin}${prefix}/. Give --new the address at which the lists stand, such as ${origin}/api/v1; for clients that ask at ${prefix}/, set PREFIXES=${prefix} there.`,
    ];
  const other = responses.find((each) => each.path?.startsWith('/') && isAway(each))?.path;
  return other ? prefixLines({ prefixes: [prefix, prefixOf(other)] }) : [];
}

const named = (entry: object) => Object.values(entry).join(' ');
const counts = ({ known }: { known?: string }) => known === undefined;

/** What came of all captured responses, in one line. */
function verdictLine({ misnamed, missing, responses }: ParityReport): string {
  const count = (...of: ResponseParity['verdict'][]) =>
    responses.filter((each) => of.includes(each.verdict)).length;
  const known = count('known') > 0 ? [`${count('known')} of them but for known differences`] : [];
  const isSame = responses.length > 0 && count('same', 'ties', 'known') === responses.length;
  const lacking = Object.keys(missing).length;
  if (isSame && lacking === 0 && misnamed.length === 0)
    return `The same: ${[`${responses.length} of ${responses.length} captured responses`, ...known].join(', ')}.`;
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
const heading = ({ file, url }: ResponseParity) => `${file} against ${url}`;

/** The first differences of a response that count, a line or three each. */
function differenceTexts(response: ResponseParity): string[] {
  const headers = response.headers.filter(counts);
  const differences = response.differences.filter(counts);
  return [
    ...(response.status === 200 ? [] : [`status ${response.status}`]),
    ...headers.map(headerLine),
    ...differences.slice(0, MAX_SHOWN).flatMap(differenceLines),
    ...(differences.length > MAX_SHOWN
      ? [`and ${differences.length - MAX_SHOWN} more (--json FILE has them all)`]
      : []),
  ];
}

const headerLine = ({ name, expected, actual }: HeaderDifference) =>
  `${name === 'Status' ? 'status' : `header ${name}`}: legacy ${expected}, new ${actual ?? '(none)'}`;

const amount = (number: number, one: string, several = `${one}s`) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : several}`;

/** What clients ask: first what was in the logs, then a paragraph for each kind of requests that is not answered the same. */
function requestBlocks(report: RequestsReport): string[] {
  const groups = report.groups.filter(({ verdict }) => verdict !== 'same');
  const shown = ['different', 'not compared', 'ignored'].flatMap((verdict) =>
    groups.filter((group) => group.verdict === verdict),
  );
  return [
    logLines(report).join('\n'),
    ...shown.slice(0, MAX_GROUPS).map((group) => requestLines(group).join('\n  ')),
    ...(shown.length > MAX_GROUPS
      ? [`And ${shown.length - MAX_GROUPS} more kinds of requests (--json FILE has them all).`]
      : []),
  ];
}

function logLines(report: RequestsReport): string[] {
  const { from, to, undocumented, lines, unreadable, firstUnreadable } = report;
  const period = from && to ? ` from ${from.slice(0, 10)} to ${to.slice(0, 10)}` : '';
  const orderings = undocumented
    .slice(0, MAX_GROUPS)
    .map(
      ({ list, ordering, count: asked }) => `    ${list} ordering=${ordering}: ${amount(asked, 'request')}`,
    );
  const isMore = undocumented.length > MAX_GROUPS;
  return [
    `What clients ask${period}: ${amount(report.count, 'request')} for lists, of which ${amount(report.asked, 'distinct one was', 'distinct ones were')} asked.`,
    ...Object.entries(report.notTaken).map(
      ([reason, number]) => `  Not asked: ${amount(number, 'request')} ${reason}.`,
    ),
    ...(unreadable > 0
      ? [
          `  Passed over: ${unreadable.toLocaleString('en-US')} of ${amount(lines, 'line')} in no known format. The first is ${firstUnreadable}`,
        ]
      : []),
    ...(orderings.length > 0 ? ['  Orderings that the API does not document:', ...orderings] : []),
    ...(isMore ? [`    and ${undocumented.length - MAX_GROUPS} more`] : []),
  ];
}

const OUTCOMES: Record<Exclude<RequestParity['verdict'], 'same'>, [one: string, several: string]> = {
  different: ['request differs', 'requests differ'],
  'not compared': ['request could NOT be COMPARED', 'requests could NOT be COMPARED'],
  ignored: ['request differs, which does not count', 'requests differ, which does not count'],
};

function requestLines(group: RequestParity): string[] {
  const { verdict, counted, request, accept, acceptEncoding, reason, differing, differences, example } =
    group;
  if (verdict === 'same') return [];
  const sent = [
    ...(accept === null ? [] : [`Accept: ${accept}`]),
    ...(acceptEncoding === null ? [] : [`Accept-Encoding: ${acceptEncoding}`]),
  ];
  const isAll = counted[verdict] === group.count;
  const number = isAll ? '' : `, of ${group.count.toLocaleString('en-US')}`;
  return [
    `${amount(counted[verdict], ...OUTCOMES[verdict])}${number}: ${request}`,
    ...sent,
    ...(example
      ? [`for example ${example.target}${example.userAgent ? ` by ${example.userAgent}` : ''}`]
      : []),
    ...(reason === null ? [] : [reason]),
    ...differences
      .slice(0, MAX_SHOWN)
      .flatMap((each) => ('name' in each ? headerLine(each) : differenceLines(each))),
    ...(differing > MAX_SHOWN ? [`and ${differing - MAX_SHOWN} more`] : []),
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
  const rest = all.length > MAX_IDS ? ` … (${all.length} elements)` : '';
  return `ids ${all.slice(0, MAX_IDS).join(', ')}${rest}`;
}

/** What is wrong with the files of a capture, and what to do: a line each. */
function captureLines(missing: readonly string[], misnamed: readonly MisnamedFile[]): string[] {
  return [
    ...misnamed.map(
      ({ file, list, expected }) =>
        `Misnamed: ${file}. Rename it as a capture of ${list} (${expected}, or the same with .ordering=VALUE), or take it away.`,
    ),
    ...missing.map((file) => `Missing: ${file}. Save it as the legacy system answers, and start again.`),
  ];
}

/** How many files are misnamed, in words. */
function misnamedCount({ length }: readonly MisnamedFile[]): string[] {
  if (length === 0) return [];
  return [length === 1 ? '1 capture is misnamed' : `${length} captures are misnamed`];
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1a1a1a; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2rem } h3 { font-size: 1rem }
.answer { font-size: 1.25rem; padding: .75rem 1rem; border-left: .5rem solid; margin: 1rem 0 }
.yes { border-color: #2e7d32; background: #edf7ee } .no { border-color: #c62828; background: #fdeeee }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ddd; vertical-align: top }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; background: #f5f5f5; padding: .75rem }
@media print { body { margin: 0; max-width: none } }`;

const WORDS: Record<ResponseParity['verdict'], string> = {
  same: 'the same',
  ties: 'the same; elements of equal rank stand in another order',
  known: 'the same, but for known differences',
  different: 'DIFFERENT',
  'not compared': 'NOT COMPARED',
};

const minute = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** A report as one page of HTML that needs nothing else: no script, no other file. */
export function parityPage(report: ParityReport): string {
  const { legacy, new: current, time, captured, responses, canSwitch } = report;
  const text = escapeUTF8;
  const answer = `<p class="answer ${report.verdict === 'same' ? 'yes' : 'no'}"><strong>${question(report)}</strong> ${text(canSwitch)}</p>`;
  const rows = responses.map(
    ({ list, ordering, verdict }) =>
      `<tr><td>${text(list)}</td><td>${text(ordering ?? 'default')}</td><td>${WORDS[verdict]}</td></tr>`,
  );
  const details = responses.flatMap((response) => {
    if (response.verdict === 'not compared') return `<pre>${text(responseLine(response))}</pre>`;
    if (response.verdict !== 'different') return [];
    return `<h3>${text(heading(response))}</h3>\n<pre>${text(differenceTexts(response).join('\n'))}</pre>`;
  });
  const section = (title: string, parts: string[]) =>
    parts.length === 0 ? [] : [`<h2>${title}</h2>`, ...parts];
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Parity with the legacy system</title>',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>`,
    `<h1>${isAddress(current) ? 'Does the new system answer as the legacy one?' : 'What differs between the two captures?'}</h1>`,
    `<p>${text(legacy)}${captured === null ? '' : `, captured ${minute(captured)},`} compared with ${text(current)}, ${minute(time)}.</p>`,
    answer,
    `<p>${text(verdictLine(report))}</p>`,
    '<h2>Lists</h2>',
    '<table><tr><th>List</th><th>Order</th><th>Answer</th></tr>',
    ...rows,
    '</table>',
    ...section('What differs', details),
    ...section(
      'What clients ask',
      report.requests ? requestBlocks(report.requests).map((block) => `<pre>${text(block)}</pre>`) : [],
    ),
    ...section(
      'Worth knowing',
      remarks(report).map((remark) => `<pre>${text(remark)}</pre>`),
    ),
    answer,
    '</body></html>\n',
  ].join('\n');
}
