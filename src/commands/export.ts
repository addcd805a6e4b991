import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { Export, type ExportOptions } from '../capture/exportLive.ts';
import { NoCapture } from '../capture/manifest.ts';
import { exportedLists } from '../migration/parity/captureLegacy.ts';
import { ownAddress } from '../system/settings/env.ts';
import { loadEnvironment } from '../system/settings/prepare.ts';
import { type FolderOptions, portalOptions, requestOptions, withRequestOptions } from './captureFolder.ts';
import { explain, progressDisplay } from './output.ts';

const HELP = `
DIR gets each list and each documented ordering, as this server serves them, and manifest.json: a capture, which a web server can
serve, and other commands can read. A second export writes only what has changed, each file in one step (rename), so that a web
server never sees half of one. Who may read DIR may read its files.

--watch goes on until it is told to stop (SIGTERM, Ctrl-C): it asks every second, by entity tags, and has a line for each change.
While the server does not answer, or DIR cannot be written, what is there stays, and it tries again.

Without --from it asks the server that is configured here (HOST, PORT), past any proxy in front.

Exit status: 0 exported, or with --watch told to stop; 2 not exported.`;

interface Options extends FolderOptions {
  from?: string;
  to: string;
  watch?: boolean;
}

/** Adds `portal-content export --to DIR`. */
export function registerExport(program: Command): void {
  const command = program
    .command('export')
    .description('keep a folder with the lists of this server, for a web server or an object storage')
    .requiredOption('--to <dir>', 'the folder')
    .option('--from <url>', 'the address of the server (default: the one that is configured here)')
    .option('--watch', 'go on, and write what changes');
  withRequestOptions(command)
    .addHelpText('after', HELP)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (_: Options, action: Command) => {
      process.exitCode = await runExport(action.optsWithGlobals());
    });
}

/** Milliseconds between two questions; while nothing answers, at most. */
const PAUSE = { usual: 1000, longest: 8000 };
/** So often it is asked until nothing has changed meanwhile. */
const MAX_ROUNDS = 5;

async function runExport(options: Options): Promise<0 | 2> {
  const stopped = new AbortController();
  // systemd gives SIGTERM to both processes of the command, and the one passes its own on. A second Ctrl-C ends it at once.
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopped.abort());
  process.once('SIGINT', () => stopped.abort());
  const { signal } = stopped;
  try {
    const opened = await Export.open(await exportOptions(options, signal));
    try {
      await (options.watch ? watch(opened, options, signal) : once(opened, options));
    } finally {
      await opened.close();
    }
    return 0;
  } catch (error) {
    if (signal.aborted && options.watch) return 0;
    console.error(signal.aborted ? 'Interrupted.' : explain(error));
    console.error('Not exported.');
    return 2;
  }
}

async function exportOptions(options: Options, signal: AbortSignal): Promise<ExportOptions> {
  const { config, from, to, watch } = options;
  const request = { ...requestOptions(options, progressDisplay()), signal, ...(watch && { retries: 0 }) };
  if (config !== undefined && from === undefined) throw new NoCapture('--from URL says whom to ask.');
  const portal = await portalOptions(config);
  const lists = exportedLists(portal);
  if (from !== undefined) return { from, to, lists, request, prefixes: portal.prefixes ?? [] };
  const environment = loadEnvironment();
  const own = `http://${ownAddress(environment)}:${environment.port}`;
  return { from: own, to, lists, request, prefixes: environment.prefixes };
}

async function once(opened: Export, { to }: Options): Promise<void> {
  const changed = new Set<string>();
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const files = await opened.update();
    for (const file of files) changed.add(file);
    if (files.length === 0) break;
  }
  for (const file of changed) console.log(file);
  console.log(changed.size === 0 ? `Nothing has changed in ${to}.` : `Exported into ${to}.`);
}

async function watch(opened: Export, { to }: Options, signal: AbortSignal): Promise<void> {
  let failures = 0;
  console.log(`${to} is kept current.`);
  while (!signal.aborted) {
    try {
      const files = await opened.update();
      if (failures > 0) console.error('It is kept current again.');
      failures = 0;
      if (files.length > 0) console.log(`${new Date().toISOString()} ${files.join(', ')}`);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof NoCapture)) throw error;
      if (failures === 0) console.error(`${explain(error)}\nWhat is in ${to} stays; it is tried again.`);
      failures += 1;
    }
    const pause = Math.min(PAUSE.usual * 2 ** failures, PAUSE.longest);
    await sleep(failures > 0 ? pause : PAUSE.usual, undefined, { signal }).catch(() => {});
  }
}
