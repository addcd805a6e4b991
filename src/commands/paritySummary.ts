import { escapeUTF8 } from 'entities';
import { isAddress } from '../capture/address.ts';
import { knowsOrigins, siteLines } from '../capture/otherRequests.ts';
import type { Difference, ParityReport, ParityRow } from '../migration/index.ts';
import { counts } from '../migration/parity/differences.ts';
import { listed, prefixLines } from './output.ts';

/** How many differences of a row are shown. */
const MAX_SHOWN = 5;
const MAX_IDS = 12;
/** How many kinds of requests of clients are shown. */
const MAX_OF_CLIENTS = 20;

const number = (value: number) => value.toLocaleString('en-US');

const amount = (value: number, one: string, several = `${one}s`) =>
  `${number(value)} ${value === 1 ? one : several}`;

/** One line: what was asked and what came of it. */
export function rowLine(row: ParityRow): string {
  const { count, differences, reason, request, verdict } = row;
  const name = count === 1 ? request : `${request} (${number(count)})`;
  if (verdict === 'same') return `${name}: same`;
  if (verdict === 'ties') return `${name}: same, but for the order of elements that tie`;
  if (verdict === 'known') return `${name}: same, but for ${amount(differences.length, 'known difference')}`;
  if (verdict === 'not compared') return `${name}: NOT COMPARED. ${reason}`;
  return `${name}: DIFFERENT (${amount(differences.filter(counts).length, 'difference')})`;
}

/** What is to be known, the first differences of every row that has some, and whether to switch. */
export function paritySummary(report: ParityReport): string {
  return [
    ...remarks(report),
    ...blocks(report).map(([title, ...lines]) => [title, ...lines.map((line) => `  ${line}`)].join('\n')),
    ...verdictLines(report),
    `${question(report)} ${report.canSwitch}`,
  ].join('\n\n');
}

/** What a report answers: to a capture nobody switches. */
const question = ({ new: current }: ParityReport) =>
  isAddress(current) ? 'Can I switch?' : 'Are both captures the same?';

/** What a report says besides the rows: a paragraph each. */
function remarks(report: ParityReport): string[] {
  const { excused, known, moved, otherHeaders, rows } = report;
  const isWhole = rows.every(({ verdict }) => verdict !== 'not compared');
  const named = (entry: object) => Object.values(entry).join(' ');
  const entries = known.map(({ count, reason, ...entry }) => ({ count, reason, request: named(entry) }));
  const paragraph = (title: string, lines: string[]) =>
    lines.length === 0 ? [] : [listed(title, lines).join('\n')];
  return [
    ...report.misnamed.map(
      ({ file, list, expected }) =>
        `Misnamed: ${file}. Rename it as a capture of ${list} (${expected}, or the same with .ordering=VALUE), or take it away.`,
    ),
    ...Object.values(report.missing).map(
      (file) => `Missing: ${file}. Save it as the legacy system answers, and start again.`,
    ),
    ...placeLines(rows),
    ...report.unknownFiles.map((file) => `Passed over: ${file} is of no list of this project.`),
    ...paragraph(
      'The legacy system changed while it was asked, which is not counted:',
      moved.map(({ file, what }) => `${file}: ${what}`),
    ),
    ...paragraph(
      'Known, and not counted:',
      [...entries, ...excused]
        .filter(({ count }) => count > 0)
        .map(({ count, reason, request }) => `${number(count)} of ${request}: ${reason}`),
    ),
    ...paragraph(
      'Known, but met nowhere any more; take it out of the file:',
      entries
        .filter(({ count }) => isWhole && count === 0)
        .map(({ reason, request }) => `${request}: ${reason}`),
    ),
    ...paragraph('Other than here, and not counted:', [...report.notes]),
    ...(knowsOrigins(report) ? siteLines(report) : []),
    ...paragraph('Sent by the legacy system alone, and not counted:', otherHeaders),
    ...paragraph('Of the requests of clients:', logLines(report)),
  ];
}

function logLines({ log }: ParityReport): string[] {
  if (!log) return [];
  const { lines, unreadable, firstUnreadable, notAsked } = log;
  const passedOver = `${number(unreadable)} of ${amount(lines, 'line')}`;
  return [
    ...Object.entries(notAsked).map(([why, count]) => `not asked: ${amount(count, 'request')} ${why}`),
    ...(unreadable > 0
      ? [`passed over: ${passedOver}, which are no requests; the first is line ${firstUnreadable}`]
      : []),
  ];
}

/** Where lists are not at a place at which the legacy system has them: what to do. */
function placeLines(rows: readonly ParityRow[]): string[] {
  const isAway = ({ differences }: ParityRow) =>
    differences.some((each) => each.kind === 'header' && each.name === 'Status' && each.new === '404');
  const asked = rows.filter(({ isOfClients, url }) => !isOfClients && url !== null && isAddress(url));
  const ofLists = asked.filter(({ file }) => file !== null);
  const placeOf = ({ url }: ParityRow) => new URL(url ?? '');
  const prefixOf = (row: ParityRow) => placeOf(row).pathname.replace(/\/[^/]*\/$/, '');
  const [first] = ofLists;
  if (!first) return [];
  const { origin } = placeOf(first);
  const prefix = prefixOf(first);
  if (ofLists.every(isAway))
    return [
      `No list is at ${origin}${prefix}/. For clients that ask at ${prefix}/, set PREFIXES=${prefix} there; if a proxy sends them to another path, give --new the address at which the lists stand.`,
    ];
  const statusOf = ({ differences }: ParityRow) =>
    differences.find((each) => each.kind === 'header' && each.name === 'Status');
  const bare = asked.find((row) => statusOf(row) && !placeOf(row).pathname.startsWith(`${prefix}/`));
  if (!bare) return [];
  const leads = /^3/.test(String(Object(statusOf(bare)).legacy)) ? `>${prefix}` : '';
  return prefixLines({ prefixes: [prefix, `${prefixOf(bare)}${leads}`] });
}

/** How many of what was captured, and of what clients ask, are the same: a line each. */
function verdictLines({ misnamed, missing, rows }: ParityReport): string[] {
  const lacking = Object.keys(missing).length;
  const ofCapture = [
    ...(lacking > 0 ? [`${amount(lacking, 'list is', 'lists are')} missing in the capture`] : []),
    ...(misnamed.length > 0 ? [`${amount(misnamed.length, 'capture is', 'captures are')} misnamed`] : []),
  ];
  const clients = rows.filter(({ isOfClients }) => isOfClients);
  const captured = rows.filter(({ isOfClients }) => !isOfClients);
  return [
    verdictLine(captured, 'captured responses', ofCapture),
    ...(clients.length > 0 ? [verdictLine(clients, 'requests of clients', [])] : []),
  ];
}

function verdictLine(rows: readonly ParityRow[], what: string, more: string[]): string {
  const count = (...of: ParityRow['verdict'][]) =>
    rows.reduce((sum, row) => (of.includes(row.verdict) ? sum + row.count : sum), 0);
  const [total, same, known] = [
    rows.reduce((sum, row) => sum + row.count, 0),
    count('same', 'ties', 'known'),
    count('known'),
  ];
  const ofTotal = `${number(same)} of ${number(total)} ${what}`;
  const isSame = total > 0 && same === total && more.length === 0;
  const parts = [
    isSame ? ofTotal : `${ofTotal} are the same`,
    ...(known > 0 ? [`${number(known)} of them but for known differences`] : []),
    ...(count('different') > 0 ? [`${number(count('different'))} differ`] : []),
    ...(count('not compared') > 0 ? [`${number(count('not compared'))} could not be compared`] : []),
    ...more,
  ];
  return `${isSame ? 'The same: ' : ''}${parts.join(', ')}.`;
}

/** What differs and what could not be compared: of each a title and the first differences that count. */
function blocks({ rows }: ParityReport): string[][] {
  const left = rows.filter(({ verdict }) => verdict === 'different' || verdict === 'not compared');
  const clients = left.filter(({ isOfClients }) => isOfClients);
  const more = clients.length - MAX_OF_CLIENTS;
  const shown = [...left.filter(({ isOfClients }) => !isOfClients), ...clients.slice(0, MAX_OF_CLIENTS)];
  return [
    ...shown.map((row) => {
      if (row.verdict === 'not compared') return [rowLine(row)];
      const against = row.url === null ? '' : ` against ${row.url}`;
      return [`${row.file ?? rowLine(row)}${against}`, ...differenceTexts(row.differences.filter(counts))];
    }),
    ...(more > 0 ? [[`And ${more} more kinds of requests of clients (--json FILE has them all).`]] : []),
  ];
}

function differenceTexts(differences: readonly Difference[]): string[] {
  const more = differences.length - MAX_SHOWN;
  return [
    ...differences.slice(0, MAX_SHOWN).flatMap(differenceLines),
    ...(more > 0 ? [`and ${more} more (--json FILE has them all)`] : []),
  ];
}

function differenceLines(difference: Difference): string[] {
  const values = (legacy: string, current: string) => [`    legacy  ${legacy}`, `    new     ${current}`];
  switch (difference.kind) {
    case 'header': {
      const name = difference.name === 'Status' ? 'status' : `header ${difference.name}`;
      return [`${name}: legacy ${difference.legacy}, new ${difference.new ?? '(none)'}`];
    }
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

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1a1a1a; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.2rem; margin-top: 2rem }
.answer { font-size: 1.25rem; padding: .75rem 1rem; border-left: .5rem solid; margin: 1rem 0 }
.yes { border-color: #2e7d32; background: #edf7ee } .no { border-color: #c62828; background: #fdeeee }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ddd; vertical-align: top }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; background: #f5f5f5; padding: .75rem }
@media print { body { margin: 0; max-width: none } }`;

const WORDS: Record<ParityRow['verdict'], string> = {
  same: 'the same',
  ties: 'the same; elements of equal rank stand in another order',
  known: 'the same, but for known differences',
  different: 'DIFFERENT',
  'not compared': 'NOT COMPARED',
};

const minute = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** A report as one page of HTML that needs nothing else: no script, no other file. */
export function parityPage(report: ParityReport): string {
  const { legacy, new: current, time, captured, rows, canSwitch } = report;
  const text = escapeUTF8;
  const answer = `<p class="answer ${report.verdict === 'same' ? 'yes' : 'no'}"><strong>${question(report)}</strong> ${text(canSwitch)}</p>`;
  const section = (title: string, paragraphs: string[]) =>
    paragraphs.length === 0
      ? []
      : [`<h2>${title}</h2>`, ...paragraphs.map((each) => `<pre>${text(each)}</pre>`)];
  const table = (title: string, some: readonly ParityRow[]) => [
    `<h2>${title}</h2>`,
    '<table><tr><th>Request</th><th>Times</th><th>Answer</th></tr>',
    ...some.map(
      ({ request, count, verdict }) =>
        `<tr><td>${text(request)}</td><td>${count}</td><td>${WORDS[verdict]}</td></tr>`,
    ),
    '</table>',
  ];
  const clients = rows.filter(({ isOfClients }) => isOfClients);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><title>Parity with the legacy system</title>',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>`,
    `<h1>${isAddress(current) ? 'Does the new system answer as the legacy one?' : 'What differs between the two captures?'}</h1>`,
    `<p>${text(legacy)}${captured === null ? '' : `, captured ${minute(captured)},`} compared with ${text(current)}, ${minute(time)}.</p>`,
    answer,
    ...verdictLines(report).map((line) => `<p>${text(line)}</p>`),
    ...table(
      'Lists',
      rows.filter(({ isOfClients }) => !isOfClients),
    ),
    ...(clients.length > 0 ? table('What clients ask', clients) : []),
    ...section(
      'What differs',
      blocks(report).map((lines) => lines.join('\n')),
    ),
    ...section('Worth knowing', remarks(report)),
    answer,
    '</body></html>\n',
  ].join('\n');
}
