import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { isAddress } from '../capture/address.ts';
import { compareWithCapture } from '../migration/parity/compare.ts';
import { readKnownDifferences } from '../migration/parity/known.ts';
import { exitStatus } from '../migration/parity/report.ts';
import {
  captureProgress,
  type FolderOptions,
  keysOf,
  leanHeap,
  ORIGIN_HELP,
  originsOf,
  portalOptions,
  requestOptions,
  withRequestOptions,
} from './captureFolder.ts';
import { type ProgressDisplay, type Report, reports } from './output.ts';
import { parityPage, paritySummary, rowLine } from './paritySummary.ts';

const HELP = `
Either side is a folder with a capture, or the address of a system that runs. A legacy system that runs is captured first, in
captures/ of this folder, and asked twice: what differs from one time to the next is its own. Every response of it is asked for
at its own path at URL, unless URL ends with another such as /el/api/v1, or where --config has the lists. Status, headers that a client may go by (Vary may name more) and the bytes
of the body have to be the same; only elements that tie under the response's ordering may stand in another order. --header goes
to the legacy system alone; a password for the other side stands in its address. --origin names sites whose pages read the lists in
browsers, where the legacy system is an address; of a folder, capture --origin has.

FILE of --known is a JSON array: [{ "list": "news-posts", "id": 7, "key": "title", "reason": "corrected here" }]. An entry
names a list, a reason, and at least one of id, key (or what is within it), header (Status and Location, too) and kind (changed,
missing, surplus, order, bytes); "ordering" narrows it to one ordering. What it names is counted apart, and an entry that nothing
matches is named.

FILE of --requests holds what clients have asked: lines of an access log in the common or combined format, or one path a line, such
as /el/api/v1/news-posts/7/, perhaps after HEAD or OPTIONS. Each that is for a list, or for what is below one, is asked of both sides
as it is. Where the legacy system answers with an error itself, another status is named, and does not count. A folder answers only
what was captured. Values of parameters are not shown, but for ordering, format and pages, nor what differs in answers to them;
--show-values shows them.

Exit status: 0 the same, 1 different, or a list is missing or misnamed in a capture, 2 something could not be compared (no
connection, 503, a broken capture).`;

interface Options extends FolderOptions {
  legacy: string;
  new: string;
  known?: string;
  lists?: string[];
  html?: string;
  json?: string;
  origin?: string[];
  requests?: string;
  showValues?: boolean;
}

/** Adds `portal-content parity --legacy DIR --new URL [--known FILE] [--html FILE] [--json FILE]`. */
export function registerParity(program: Command): void {
  const command = program
    .command('parity')
    .description('compare what a portal answers with what the legacy one answers, byte for byte')
    .requiredOption(
      '--from, --legacy <dir|url>',
      'the legacy system: a folder with a capture, or its address',
    )
    .requiredOption(
      '--new <url|dir>',
      'the running portal, such as https://content.portal.example, or a folder',
    )
    .option('--lists <keys>', 'the lists that are compared, separated by commas (default: all)', keysOf)
    .option('--known <file>', 'differences that are wanted, each with its reason, as JSON')
    .option('--origin <url>', ORIGIN_HELP, originsOf)
    .option('--requests <file>', 'what clients have asked: lines of an access log, or one path a line')
    .option('--show-values', 'show these with all values, which may be of a person')
    .option('--html <file>', 'write a page for people to a file')
    .option('--json <file>', 'write everything that was found to a file, as JSON');
  reports<Options>(withRequestOptions(command).addHelpText('after', HELP), 2, compared);
}

async function compared(
  { legacy, new: url, lists, known, html, json, ...options }: Options,
  progress: ProgressDisplay,
): Promise<Report> {
  leanHeap();
  const report = await compareWithCapture({
    ...(await portalOptions(options.config)),
    legacy,
    url,
    only: lists,
    known: known === undefined ? [] : await readKnownDifferences(known),
    origins: options.origin,
    requests: options.requests,
    showsValues: options.showValues,
    request: requestOptions(options, progress),
    onProgress: captureProgress(progress),
    onRow: (row, done, total) => {
      if (row.isOfClients) return;
      progress.stop();
      console.log(`[${done}/${total}] ${rowLine(row)}`);
    },
    onRequest: (done, total) => progress.show({ title: 'What clients ask', done, total }),
  });
  if (isAddress(legacy)) progress.say(`Captured into ${report.legacy}`);
  if (json !== undefined) await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
  if (html !== undefined) await writeFile(html, parityPage(report));
  return { says: ['', paritySummary(report)], status: exitStatus(report) };
}
