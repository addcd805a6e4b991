import type { ChildProcess, Serializable } from 'node:child_process';
import { once } from 'node:events';
import { Backoff } from '../../../endpoints/read-model/Backoff.ts';
import { watchdog } from './watchdog.ts';

export interface SupervisedProcessOptions {
  /** What the log calls it. @example 'The cms' */
  name: string;
  log(line: string): void;
  /** Seconds without a message after which it is killed. @default 60 */
  hungAfter?: number;
}

/** A process that has been ready for this long, in milliseconds, had a good start: the pauses begin anew. */
const GOOD_START = 60_000;

/** A process that is started again whenever it ends, after growing pauses, until it is stopped. */
export abstract class SupervisedProcess<Incoming, Outgoing extends Serializable> {
  readonly #options: SupervisedProcessOptions;
  readonly #backoff = new Backoff();
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #restart: NodeJS.Timeout | undefined;
  #readySince: number | undefined;
  #isStopping = false;

  constructor(options: SupervisedProcessOptions) {
    this.#options = options;
  }

  /** Begins another process, with a channel for messages. */
  protected abstract fork(): ChildProcess;

  protected abstract onMessage(message: Incoming): void;

  /**
   * The process has ended without being asked to. Gives the longest pause before the next start, in milliseconds.
   */
  protected abstract onEnd(): number;

  start(): void {
    const { name, hungAfter = 60, log } = this.#options;
    const child = this.fork();
    this.#child = child;
    this.#readySince = undefined;
    log(`${name} is starting (process ${child.pid}).`);
    const alive = watchdog(hungAfter, () => {
      log(`${name} has given no sign of life for ${hungAfter} s; it is killed.`);
      child.kill('SIGKILL');
    });
    child.on('message', (message) => {
      alive.seen();
      this.onMessage(message as Incoming);
    });
    // Both: what it said last may be read only after its exit has been seen.
    this.#ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(
      ([[status, signal]]) => this.#end(signal ?? `status ${status}`),
      (error: Error) => {
        child.kill('SIGKILL');
        this.#end(error.message);
      },
    );
    void this.#ended.finally(alive.stop);
  }

  /** Asks it to stop with a message; resolves when it has ended. After `patience` milliseconds it is killed. */
  async stop(message: Outgoing, patience: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    const impatience = setTimeout(() => this.#child?.kill('SIGKILL'), patience);
    this.send(message, () => this.#child?.kill('SIGKILL'));
    await this.#ended;
    clearTimeout(impatience);
  }

  /** Ends it at once. */
  kill(): void {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    this.#child?.kill('SIGKILL');
  }

  /** Sends a message; one that no process takes is lost, and `onFailed` called. */
  send(message: Outgoing, onFailed?: () => void): void {
    if (!this.#child?.connected) onFailed?.();
    else this.#child.send(message, (error) => error && onFailed?.());
  }

  /** It is ready. Where it ends before, its start has failed. */
  protected ready(): void {
    this.#readySince ??= performance.now();
  }

  #end(reason: string): void {
    this.#child = undefined;
    if (this.#isStopping) return;
    const longest = this.onEnd();
    const readySince = this.#readySince ?? Number.POSITIVE_INFINITY;
    if (performance.now() - readySince > GOOD_START) this.#backoff.reset();
    const pause = this.#backoff.fail(longest);
    const { failures } = this.#backoff;
    const times = failures > 1 ? ` ${failures} times in a row` : '';
    const what = this.#readySince === undefined ? `could not start${times}` : 'ended';
    const { name, log } = this.#options;
    log(`${name} ${what} (${reason}); it is started again in ${Math.round(pause / 100) / 10} s.`);
    this.#restart = setTimeout(() => this.start(), pause);
  }
}
