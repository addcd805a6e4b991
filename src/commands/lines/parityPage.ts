import { escapeUTF8 } from 'entities';
import type { ParityReport, ResponseParity } from '../../migration/index.ts';
import { isAddress } from '../../migration/source/index.ts';
import {
  differenceTexts,
  heading,
  question,
  remarks,
  requestBlocks,
  responseLine,
  verdictLine,
} from '../paritySummary.ts';

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
