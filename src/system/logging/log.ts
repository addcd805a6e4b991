import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import {
  causesOf,
  describeError,
  isErrorLike,
  oneLine,
  withoutControls,
  withoutValues,
} from './describeError.ts';
import { withoutSecrets } from './hidden.ts';
import type { LogLevel } from './levels.ts';

/** What the log knows of the request that is being answered. */
export interface LoggedRequest {
  /** Each of its lines has it. */
  id: string;
  /** Whether an error is the fault of somebody who has not signed in. Asked only when one is to be logged. */
  isByStranger(error: unknown): Promise<boolean>;
}

const requests = new AsyncLocalStorage<LoggedRequest>();

/** Answers a request: what is logged meanwhile belongs to it. */
export function logRequest<T>(request: LoggedRequest, answer: () => T): T {
  return requests.run(request, answer);
}

/**
 * The log of the server's processes, and of Payload and Next in them: lines of JSON, or readable ones at a terminal. Commands
 * print readable lines only.
 */

/** A process of the server. */
export type ProcessName = 'main' | 'cms';

/** Writes a line. @default level 'info' */
export type Log = (line: string, level?: LogLevel) => void;

const DEBUG = 20;

const ERROR = 50;

/** What {@link openLog} has opened; undefined in commands. */
let opened: Logger | undefined;

/** The logger for Payload's config: that of this process if its log is open, otherwise one for readable lines. */
export function payloadLogger() {
  return opened ?? readableLogger(process.stdout);
}

/** The options and the destination of a pino logger for readable lines. */
export function readableLogger(stream: NodeJS.WritableStream) {
  return { options: { ...OPTIONS }, destination: readable(stream) };
}

/** Of a logged object only the message and the error are written. */
const OPTIONS = {
  base: null,
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
  mixin() {
    const request = requests.getStore();
    return request ? { requestId: request.id } : {};
  },
  hooks: {
    logMethod(args, method, level) {
      const write = () => method.apply(this, [lineOf(args, level > DEBUG)]);
      const error = args.flatMap(partsOf).find(isErrorLike);
      if (!error || level <= DEBUG) return write();
      const quietly = () => this.debug(lineOf(args, false));
      const { message, name, status } = error;
      // Node's and Next's errors about a connection that the client has closed.
      if (message === 'aborted' || name === 'ResponseAborted') return quietly();
      const request = requests.getStore();
      if (request && typeof status === 'number' && status < 500) return quietly();
      if (!request || level < ERROR) return write();
      void request.isByStranger(error).then((isByStranger) => (isByStranger ? quietly() : write()), write);
    },
  },
} satisfies LoggerOptions;

function loggerOf(name: ProcessName, level: LogLevel, options: LoggerOptions = OPTIONS): Logger {
  const destination = process.stdout.isTTY ? readable(process.stdout) : RECORDS;
  return pino({ ...options, level, base: { process: name } }, destination);
}

const RECORDS: DestinationStream = { write: (record) => void process.stdout.write(record) };

function readable(stream: NodeJS.WritableStream): DestinationStream {
  return {
    write(record: string) {
      const { level, msg, time } = JSON.parse(record) as { level: string; msg?: string; time: string };
      stream.write(`[${new Date(time).toTimeString().slice(0, 8)}] ${level.toUpperCase()}: ${msg ?? ''}\n`);
    },
  };
}

/**
 * Opens the log of this process. `console`, warnings of Node and uncaught exceptions are redirected to it. Call it once, before
 * Payload's config is read.
 */
export function openLog(name: ProcessName, level: LogLevel): Log {
  outliveReaders();
  const logger = loggerOf(name, level);
  opened = logger;
  const levels = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'debug' } as const;
  for (const [method, as] of Object.entries(levels)) {
    console[method as keyof typeof levels] = (...args: unknown[]) => logger[as](...(args as [string]));
  }
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn(warning.message));
  process.on('uncaughtException', (error) => {
    // When Next is running, it logs the error and continues.
    if (process.listenerCount('uncaughtException') > 1) return;
    logger.fatal(error);
    process.exit(1);
  });
  return (line, level = 'info') => logger[level](line);
}

/**
 * Goes on when whoever reads the output goes away, as `head` does, or a program that takes the log: further lines are dropped.
 * Without it, Node ends the process with the next line.
 */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Writes fewer or more lines than before. */
export function setLogLevel(level: LogLevel): void {
  if (opened) opened.level = level;
}

/** Prints lines for the person who starts the server: as they are at a terminal, otherwise as records, at any level. */
export function announce(lines: readonly string[]): void {
  if (process.stdout.isTTY) return void process.stdout.write(`${lines.map(oneLine).join('\n')}\n`);
  // Without the hook that takes out what is quoted: they name files.
  const logger = loggerOf('main', 'info', { ...OPTIONS, hooks: {} });
  for (const line of lines) if (line) logger.info(oneLine(line));
}

/** Removes control characters from the `console` output of a command. Line breaks are kept. */
export function plainConsole(): void {
  outliveReaders();
  const print = (stream: NodeJS.WritableStream) => (text: unknown) => {
    const said = typeof text === 'object' ? describeError(text) : String(text);
    stream.write(`${said.split('\n').map(withoutControls).join('\n')}\n`);
  };
  console.log = console.info = print(process.stdout);
  console.error = console.warn = print(process.stderr);
}

/** The parts of an argument of a logger or of `console` that are written. */
function partsOf(arg: unknown): unknown[] {
  if (typeof arg !== 'object' || arg === null || 'stack' in arg) return [arg];
  const { err, error, message, msg } = arg as Record<string, unknown>;
  return [msg ?? message, err ?? error];
}

/** The arguments on one line. @param withPlaces whether an error is described with its place */
function lineOf(args: readonly unknown[], withPlaces: boolean): string {
  const describe = withPlaces ? describeError : (error: unknown) => causesOf(error).join(' Because: ');
  const line = args
    .flatMap(partsOf)
    .filter((part) => part !== undefined && part !== null && part !== '')
    .map((part) => (typeof part === 'object' ? describe(part) : withoutValues(String(part))))
    .join(' ');
  return withoutSecrets(line);
}
