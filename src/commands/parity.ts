import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { isAddress } from '../capture/address.ts';
import { LOG_KEYS } from '../migration/parity/accessLog.ts';
import { compareWithCapture } from '../migration/parity/compare.ts';
import { readKnownDifferences } from '../migration/parity/known.ts';
import { exitStatus } from '../migration/parity/report.ts';
import {
  captureProgress,
  type FolderOptions,
  keysOf,
  portalOptions,
  positive,
  requestOptions,
  withRequestOptions,
} from './captureFolder.ts';
import { leanHeap } from './leanHeap.ts';
import { explain, progressDisplay } from './output.ts';
import { parityPage, paritySummary, responseLine } from './paritySummary.ts';

const HELP = `
Either side is a folder with a capture, or the address of a system that runs. A legacy system that runs is captured first, in
captures/ of this folder, and asked twice: what differs from one time to the next is its own. Every response of it is asked for
at URL/el/api/v1/, or where --config has the lists. Status, headers that a client may go by (Vary may name more) and the bytes
of the body have to be the same; only elements that tie under the response's ordering may stand in another order. --header goes
to the legacy system alone; a password for the other side stands in its address.

FILE of --known is a JSON array: [{ "list": "news-posts", "id": 7, "key": "title", "reason": "corrected here" }]. An entry
names a list, a reason, and at least one of id, key, header and kind (changed, missing, surplus, order, bytes); "ordering"
narrows it to one ordering. What it names is counted apart, and an entry that nothing matches is named.

--requests reads the access logs of the legacy system (plain or gzip: --requests access.log access.log.*.gz), and asks both sides
what clients have asked: each distinct GET, HEAD and OPTIONS for a list, or for what is below one, with User-Agent, Accept and
Accept-Encoding as they are logged. Known are the common and the combined format, and JSON, an object a line, with these keys (a
dot leads into an object, or is part of the key):
${Object.entries(LOG_KEYS)
  .map(([name, keys]) => `  ${`${name}:`.padEnd(16)}${keys.join(', ')}`)
  .join('\n')}
Of requests that differ only in values which the report
does not show, the first 1,000 are asked. A folder answers only what was captured. "Can I switch?" is Yes if everything that the
legacy system answers without an error is answered the same; where it answers with an error, or OPTIONS describes a list in
other words, a difference is counted and named. Values of parameters are not shown, but for ordering, format and
pages, nor are addresses of clients; --show-values shows an example of each difference as it was logged.

Exit status: 0 the same, 1 different, or a list is missing or misnamed in a capture, 2 something could not be compared (no
connection, 503, a broken capture).`;

interface Options extends FolderOptions {
  legacy: string;
  new: string;
  known?: string;
  lists?: string[];
  html?: string;
  json?: string;
  requests?: string[];
  rate?: number;
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
    .option(
      '--requests <logs...>',
      'access logs of the legacy system: what clients have asked is asked of both; repeatable',
    )
    .option(
      '--rate <count>',
      'how many of these a second are asked of each side at most (default: 10)',
      positive,
    )
    .option('--show-values', 'show examples of these with all values, which may be of a person')
    .option('--html <file>', 'write a page for people to a file')
    .option('--json <file>', 'write everything that was found to a file, as JSON');
  withRequestOptions(command)
    .addHelpText('after', HELP)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (_: Options, command: Command) => {
      process.exitCode = await runParity(command.optsWithGlobals());
    });
}

async function runParity({
  legacy,
  new: url,
  lists,
  known,
  html,
  json,
  requests: files,
  rate,
  showValues,
  ...options
}: Options): Promise<0 | 1 | 2> {
  leanHeap();
  const progress = progressDisplay();
  try {
    const report = await compareWithCapture({
      ...(await portalOptions(options.config)),
      legacy,
      url,
      only: lists,
      known: known === undefined ? [] : await readKnownDifferences(known),
      requests: files && {
        files,
        ...(rate !== undefined && { rate }),
        ...(showValues && { showsValues: true }),
      },
      request: requestOptions(options, progress),
      onProgress: captureProgress(progress),
      onResponse: (response, done, total) => {
        progress.stop();
        console.log(`[${done}/${total}] ${responseLine(response)}`);
      },
      onRequest: (done, total) => progress.show({ title: 'What clients ask', done, total }),
    });
    progress.stop();
    if (isAddress(legacy)) progress.say(`Captured into ${report.legacy}`);
    if (json !== undefined) await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
    if (html !== undefined) await writeFile(html, parityPage(report));
    console.log(`\n${paritySummary(report)}`);
    return exitStatus(report);
  } catch (error) {
    progress.stop();
    console.error(explain(error));
    return 2;
  }
}
