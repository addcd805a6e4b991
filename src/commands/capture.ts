import { type Command, InvalidArgumentError } from 'commander';
import { captureLegacy, changedSince, type Manifest } from '../migration/index.ts';
import {
  captureProgress,
  type FolderOptions,
  portalOptions,
  requestOptions,
  withRequestOptions,
} from './captureFolder.ts';
import { explain } from './explain.ts';
import { type ProgressDisplay, progressDisplay } from './progress.ts';

const HELP = `
URL is the address of the legacy system, or of its lists (…/el/api/v1/, …/api/v1/), or of this server. Each list and each
documented ordering is asked for, one after the other, until two rounds are equal up to the order of elements that tie: five
rounds at most. DIR gets the bodies as they were served and manifest.json, which says when each was served, with which
headers, and its SHA-256. A capture that is there already is replaced when the new one is whole. The proxies are those of
http_proxy, https_proxy and no_proxy.

Exit status: 0 captured, or with --still nothing has changed; 1 with --still something has changed, and is named; 2 nothing
was captured, or the question could not be answered.`;

interface Options extends FolderOptions {
  from?: string;
  lists?: string[];
  ordering?: Record<string, string[]>;
  still?: boolean;
  to: string;
}

/** Adds `portal-content capture --from URL --to DIR`. */
export function registerCapture(program: Command): void {
  const command = program
    .command('capture')
    .description('save what the legacy system, or this server, answers into a folder')
    .option('--from <url>', 'the address; with --still that of the capture is known')
    .requiredOption('--to <dir>', 'the folder for the capture')
    .option('--still', 'only say whether anything has changed since the capture in DIR')
    .option('--lists <keys>', 'the lists that there are, separated by commas (default: all)', (keys) =>
      keys.split(',').map((key) => key.trim()),
    )
    .option(
      '--ordering <list=value>',
      'one more ordering, such as news-posts=-created_timestamp; repeatable',
      moreOrderings,
    );
  withRequestOptions(command)
    .addHelpText('after', HELP)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (_: Options, action: Command) => {
      process.exitCode = await runCapture(action.optsWithGlobals());
    });
}

function moreOrderings(value: string, before: Record<string, string[]> = {}): Record<string, string[]> {
  const [, list, ordering] = /^([^=]+)=(.*)$/.exec(value) ?? [];
  if (list === undefined || ordering === undefined)
    throw new InvalidArgumentError('It has to be LIST=VALUE, such as news-posts=-created_timestamp.');
  return { ...before, [list]: [...(before[list] ?? []), ordering] };
}

async function runCapture(options: Options): Promise<0 | 1 | 2> {
  const progress = progressDisplay();
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => interrupted.abort());
  try {
    return await (options.still
      ? still(options, progress, interrupted.signal)
      : capture(options, progress, interrupted.signal));
  } catch (error) {
    progress.stop();
    console.error(interrupted.signal.aborted ? 'Interrupted.' : explain(error));
    console.error(options.still ? 'It is not known whether anything has changed.' : 'Nothing was captured.');
    return 2;
  }
}

async function capture(options: Options, progress: ProgressDisplay, signal: AbortSignal): Promise<0 | 2> {
  const { from, to, lists, ordering } = options;
  if (from === undefined) {
    console.error('--from URL says whom to ask.');
    return 2;
  }
  const manifest = await captureLegacy({
    ...(await portalOptions(options.config)),
    from,
    to,
    ...(lists && { only: lists }),
    ...(ordering && { orderings: ordering }),
    request: { ...requestOptions(options, progress), signal },
    onProgress: captureProgress(progress),
  });
  progress.stop();
  console.log(captureSummary(manifest, to));
  return 0;
}

function captureSummary({ from, responses, rounds }: Manifest, to: string): string {
  return [
    ...responses.map(({ file, count, bytes }) => `${file}: ${count} elements, ${Math.ceil(bytes / 1024)} KB`),
    `Captured ${from} into ${to}, in ${rounds} rounds.`,
  ].join('\n');
}

async function still(options: Options, progress: ProgressDisplay, signal: AbortSignal): Promise<0 | 1> {
  const { from, to } = options;
  const moved = await changedSince({
    ...(await portalOptions(options.config)),
    ...(from !== undefined && { from }),
    to,
    request: { ...requestOptions(options, progress), signal },
    onProgress: captureProgress(progress),
  });
  progress.stop();
  if (moved.length === 0) {
    console.log(`Nothing has changed since ${to} was captured.`);
    return 0;
  }
  console.log(
    [`Changed since ${to} was captured:`, ...moved.map(({ file, what }) => `  ${file}: ${what}`)].join('\n'),
  );
  return 1;
}
