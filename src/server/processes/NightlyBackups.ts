import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { instantsOf, wallTimeOf } from '../../payload/i18n/zonedTime.ts';
import type { Log } from '../../system/logging/log.ts';
import { lowerPriority } from './control.ts';

const HOUR = 60 * 60 * 1000;

/** How often the clock is read, in milliseconds. A timer for hours would miss that it was set, or that the machine slept. */
const LOOK = 10_000;

/**
 * The next time at which clocks in a zone show `at`. In the night in which they skip it, the one an hour later.
 * @param at as `HH:MM`
 */
export function nextTime(after: Date, at: string, timeZone: string): Date {
  for (let days = 0; ; days++) {
    const date = wallTimeOf(new Date(after.getTime() + days * 24 * HOUR), timeZone).slice(0, 10);
    const later = `${String((Number(at.slice(0, 2)) + 1) % 24).padStart(2, '0')}${at.slice(2)}`;
    const [first = instantsOf(`${date}T${later}`, timeZone)[0]] = instantsOf(`${date}T${at}`, timeZone);
    if (first && first > after) return first;
  }
}

export interface NightlyBackupsOptions {
  /** `HH:MM` in the zone. */
  at: string;
  timeZone: string;
  /** Starts the backup of a night, which is a number such as 20261126, with its output in pipes and an IPC channel, which ends it with this process. */
  begin(night: number): ChildProcess;
  /** Called with what a backup has said that has failed. */
  onFailed(reason: string): void;
  log: Log;
}

/** Makes a backup each night, in a process of its own. What that says is in the log. */
export class NightlyBackups {
  readonly #options: NightlyBackupsOptions;
  #timer: NodeJS.Timeout | undefined;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: NightlyBackupsOptions) {
    this.#options = options;
  }

  start(): void {
    const { at, timeZone } = this.#options;
    let next = nextTime(new Date(), at, timeZone);
    this.#timer = setInterval(() => {
      const now = new Date();
      if (now < next) return;
      next = nextTime(now, at, timeZone);
      // One that takes longer than a day goes on alone.
      if (!this.#child) this.#ended = this.#run();
    }, LOOK);
    this.#timer.unref();
  }

  /** Ends a backup that is being made. What it leaves, the next one removes. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#child) this.#options.log('The backup of this night is stopped with the server.', 'warn');
    this.kill();
    await this.#ended;
  }

  kill(): void {
    clearInterval(this.#timer);
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }

  async #run(): Promise<void> {
    const { begin, log, onFailed, timeZone } = this.#options;
    const child = begin(Number(wallTimeOf(new Date(), timeZone).slice(0, 10).replaceAll('-', '')));
    this.#child = child;
    log(`The backup of this night begins (process ${child.pid}).`);
    const errors: string[] = [];
    const reading = [
      eachLine(child.stdout, (line) => log(line)),
      eachLine(child.stderr, (line) => {
        errors.push(line);
        log(line, 'error');
      }),
    ];
    try {
      const [status, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      await Promise.all(reading);
      if (status === 0 || this.#child !== child) return;
      if (errors.length === 0) errors.push(`It ended with ${signal ?? `status ${status}`}.`);
      failed();
    } catch (error) {
      errors.push((error as Error).message);
      failed();
    } finally {
      if (this.#child === child) this.#child = undefined;
    }

    function failed(): void {
      onFailed(errors.join('\n'));
      log(
        'The backup of this night is not as it should be: see the lines before. When the reason is gone, make one: npx portal-content backup --prove',
        'error',
      );
    }
  }
}

async function eachLine(stream: Readable | null, take: (line: string) => void): Promise<void> {
  if (stream) for await (const line of createInterface(stream)) take(line);
}

/** Starts the command that makes it. */
export function beginBackup(script: string, night: number): ChildProcess {
  const child = fork(script, ['backup', '--night', String(night)], {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: ['--conditions=production'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  lowerPriority(child);
  return child;
}
