import { Presets, SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import type { HostCount, ImportReport } from '../migration/index.ts';
import { causesOf, describeError } from '../system/logging/describeError.ts';
import { OperatorError } from '../system/logging/OperatorError.ts';

interface Step {
  title: string;
  done: number;
  total: number;
  /** The current activity, if it takes long. */
  now?: string | undefined;
}

export interface ProgressDisplay {
  show(step: Step): void;
  /** Prints a permanent line. */
  say(line: string): void;
  stop(): void;
}

/** A progress bar per step on a terminal, otherwise plain lines. */
export function progressDisplay(stream: NodeJS.WriteStream = process.stderr): ProgressDisplay {
  return stream.isTTY ? bars(stream) : lines(stream);
}

function bars(stream: NodeJS.WriteStream): ProgressDisplay {
  let title = '';
  let bar: SingleBar | undefined;
  const stop = () => {
    bar?.stop();
    bar = undefined;
    title = '';
  };
  return {
    show(step) {
      const now = step.now ?? '';
      if (step.title !== title) {
        stop();
        title = step.title;
        const format = '{title} {bar} {value}/{total}, {eta_formatted} left {now}';
        const hasSteps = step.total > 1;
        bar = new SingleBar(
          { format: hasSteps ? format : '{title}', stream, hideCursor: null, etaBuffer: 200 },
          Presets.shades_grey,
        );
        bar.start(step.total, step.done, { title, now });
      }
      bar?.update(step.done, { now });
    },
    say(line) {
      stop();
      stream.write(`${line}\n`);
    },
    stop,
  };
}

/** Without a terminal, a step that takes long prints a line as often, in milliseconds. */
const PRINT_INTERVAL = 60_000;
/** So long has to have passed before it is told how long the rest takes. */
const SURE_AFTER = 10_000;

function lines(stream: NodeJS.WriteStream): ProgressDisplay {
  let last = '';
  let began = { time: 0, done: 0 };
  let printed = 0;
  return {
    show({ title, done, total, now }) {
      const time = Date.now();
      if (title !== last) began = { time, done };
      const left = timeLeft({ elapsed: time - began.time, did: done - began.done, left: total - done });
      if (title !== last) stream.write(total > 1 ? `${title}: ${total}\n` : `${title}\n`);
      else if (time - printed < PRINT_INTERVAL) return;
      else if (now !== undefined) stream.write(`${title}, ${done + 1} of ${total}${left}: ${now}\n`);
      else stream.write(`${title}: ${done} of ${total}${left}\n`);
      last = title;
      printed = time;
    },
    say(line) {
      stream.write(`${line}\n`);
    },
    stop() {},
  };
}

/** Empty before it can be told. */
function timeLeft({ elapsed, did, left }: { elapsed: number; did: number; left: number }): string {
  if (elapsed < SURE_AFTER || did <= 0) return '';
  const seconds = Math.ceil((elapsed / did) * left) / 1000;
  return seconds < 90 ? `, ${Math.ceil(seconds)} s left` : `, ${Math.ceil(seconds / 60)} min left`;
}

/** What a command has done or found, in lines, and what of it is not as it should be. */
export interface Report {
  says: readonly string[];
  /** For standard error. @default none */
  wrong?: readonly string[];
  /** @default 1 if something is wrong, otherwise 0 */
  status?: 0 | 1 | 2;
}

/**
 * Does the work of a command, prints its report, and ends its progress before.
 * @param failed the exit status of an error, and what it means
 * @returns the exit status
 */
export async function reported(
  failed: { status: 1 | 2; says?: string },
  work: (progress: ProgressDisplay) => Promise<Report>,
): Promise<0 | 1 | 2> {
  const progress = progressDisplay();
  try {
    const {
      says,
      wrong = [],
      status = wrong.length > 0 ? 1 : 0,
    } = await work(progress).finally(progress.stop);
    if (says.length > 0) console.log(says.join('\n'));
    if (wrong.length > 0) console.error(wrong.join('\n'));
    return status;
  } catch (error) {
    console.error([explain(error), ...(failed.says ? [failed.says] : [])].join('\n'));
    return failed.status;
  }
}

/**
 * Has a command do its work, and print its report.
 * @param failed the exit status of an error, and where its options cannot be read
 * @param work is given the options, the progress, the release, and the arguments
 */
export function reports<Options extends object>(
  command: Command,
  failed: 1 | 2,
  work: (options: Options, progress: ProgressDisplay, release: string, ...args: string[]) => Promise<Report>,
): void {
  runs<Options>(command, failed, (options, ...given) =>
    reported({ status: failed }, (progress) => work(options, progress, ...given)),
  );
}

/**
 * {@link reports} for a command with several reports, or one of its own.
 * @param wrong the exit status where its options cannot be read
 * @param run gives the exit status
 */
export function runs<Options extends object>(
  command: Command,
  wrong: 1 | 2,
  run: (options: Options, release: string, ...args: string[]) => Promise<number>,
): void {
  command
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrong))
    .action(async (...given: unknown[]) => {
      // The last two are its options and itself.
      const args = given.slice(0, -2) as string[];
      process.exitCode = await run(command.optsWithGlobals(), command.parent?.version() ?? '', ...args);
    });
}

/** So many of a long list are named. */
export const MAX_NAMED = 20;

/**
 * A heading, and what it is about below it; no line where that is nothing.
 * @param most how many are named. @default all
 * @param where the rest is named
 */
export function listed(heading: string, all: readonly string[], most = all.length, where = ''): string[] {
  const more = all.length - most;
  return all.length === 0
    ? []
    : [
        heading,
        ...all.slice(0, most).map((each) => `  ${each}`),
        ...(more > 0 ? [`  and ${more} more${where}`] : []),
      ];
}

/** Messages of PostgreSQL and SQLite for a missing table or column. */
const NO_TABLE = /no such (?:table|column)|(?:relation|column) \S+ does not exist/i;

const NO_CONNECTION = /ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|cannot connect|server selection/i;

const NO_RIGHTS = /authentication failed|password authentication|not authorized|permission denied/i;

/** The reason of a failure for the operator. With DEBUG it includes the place. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const trace = process.env.DEBUG ? `\n\n${describeError(error)}` : '';
  return `${sentence(error)}${trace}`;
}

function sentence(error: unknown): string {
  const messages = causesOf(error);
  const cause = messages.at(-1);
  const says = (what: RegExp) => messages.some((message) => what.test(message));
  if (says(NO_TABLE)) {
    return `The database lacks something of this config: ${cause}. Run the migrations of your app first: npx payload migrate.`;
  }
  if (says(NO_CONNECTION))
    return `The database cannot be reached: ${cause}. Is it running, and is its address right?`;
  if (says(NO_RIGHTS)) return `The database does not let this user in: ${cause}.`;
  return `${messages.join('\n  because: ')}\nSet DEBUG=1 to see where.`;
}

// What an import says, and commands that load no Payload too: types are all that comes from elsewhere.

/** What has to be set for the lists to be where clients ask for them. */
export function prefixLines({ prefixes }: Pick<ImportReport, 'prefixes'>): string[] {
  if (!prefixes) return [];
  const [from, to] = prefixes.at(-1)?.split('>') ?? [];
  const list = prefixes.join(',');
  // A shell takes > for the name of a file.
  const quoted = list.includes('>') ? `'${list}'` : list;
  return [
    `The legacy system ${to === undefined ? `answers at ${from}/, too` : `sends clients on from ${from}/ to ${to}/`}, and this server does not. Set PREFIXES=${quoted} and start it again; with the plugin in an app of yours, say ${to === undefined ? `prefixes: [${prefixes.map((each) => `'${each}'`).join(', ')}]` : `redirects: { '${from}': '${to}' }`}.`,
  ];
}

/** The hosts that fields and texts of a capture point to, and which of them is the legacy system. */
export function hostLines(hosts: readonly HostCount[]): string[] {
  const lines = hosts.map(
    ({ host, fields, texts, isLegacy }) =>
      `${host}: ${fields} in fields, ${texts} in texts${isLegacy ? ' (the legacy system)' : ''}`,
  );
  return [
    ...listed('What fields and texts point to:', lines),
    ...(hosts.some(({ isLegacy }) => isLegacy)
      ? ['What leads to the legacy system has to be served by something when that goes.']
      : []),
  ];
}
