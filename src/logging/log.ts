import { describeError, oneLine, withoutControls, withoutValues } from './describeError.ts';

/** The log of the server: of the main process, the fronts and the cms, including Payload and Next. */

const LEVELS: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

/** Writes a line of the main process or a front. */
export function log(line: string): void {
  process.stdout.write(`${oneLine(line)}\n`);
}

/**
 * A logger for Payload's config: one line per record, with time, level and message. Of a logged object only the message and the
 * error are written.
 */
export function payloadLogger(stream: NodeJS.WritableStream = process.stdout) {
  return {
    options: {
      hooks: {
        logMethod(this: unknown, args: unknown[], method: (...args: never[]) => void) {
          method.apply(this as never, [lineOf(args)] as never);
        },
      },
    },
    destination: {
      write(record: string) {
        const { level, msg, time } = JSON.parse(record) as { level: number; msg?: string; time: number };
        stream.write(stamped(LEVELS[level] ?? '', msg ?? '', new Date(time)));
      },
    },
  };
}

/** Redirects `console` and uncaught exceptions of this process to the log. Call it once. */
export function logConsole(): void {
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...args: unknown[]) => {
      process.stderr.write(stamped(level.toUpperCase(), lineOf(args)));
    };
  }
  for (const level of ['log', 'info', 'debug'] as const) {
    console[level] = (...args: unknown[]) => log(lineOf(args));
  }
  process.on('uncaughtException', (error) => {
    // When Next is running, it logs the error and continues.
    if (process.listenerCount('uncaughtException') > 1) return;
    console.error(error);
    process.exit(1);
  });
}

/** Removes control characters from the `console` output of a command. Line breaks are kept. */
export function plainConsole(): void {
  const print = (stream: NodeJS.WritableStream) => (text: unknown) => {
    const said = typeof text === 'object' ? describeError(text) : String(text);
    stream.write(`${said.split('\n').map(withoutControls).join('\n')}\n`);
  };
  console.log = console.info = print(process.stdout);
  console.error = console.warn = print(process.stderr);
}

function stamped(level: string, line: string, time = new Date()): string {
  return `[${time.toTimeString().slice(0, 8)}] ${level}: ${line}\n`;
}

/** The arguments of a logger or of `console`, on one line. */
function lineOf(args: readonly unknown[]): string {
  return args
    .flatMap((arg) =>
      isRecord(arg) && !('stack' in arg) ? [arg.msg ?? arg.message, arg.err ?? arg.error] : [arg],
    )
    .filter((part) => part !== undefined && part !== null && part !== '')
    .map((part) => (typeof part === 'object' ? describeError(part) : withoutValues(String(part))))
    .join(' ');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
