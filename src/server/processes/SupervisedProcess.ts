import type { ChildProcess, Serializable } from 'node:child_process';
import { once } from 'node:events';
import { Backoff } from '../../../endpoints/read-model/retry.ts';
import type { Log } from '../../system/logging/log.ts';
import type { MetricsJson } from '../../system/metrics/registries.ts';
import type { MetricsMessage } from './control.ts';
import { watchdog } from './control.ts';

export interface SupervisedProcessOptions {
  /** Its name in the log. @example 'The cms' */
  name: string;
  log: Log;
  /** Seconds without a message after which it is killed. @default 60 */
  hungAfter?: number;
}

/** A process that was ready for this many milliseconds counts as healthy. The pauses then begin again. */
const GOOD_START = 60_000;

/** Node ends so, with a dump on standard error. */
const OUT_OF_MEMORY =
  'SIGABRT: Node has used up the memory that it may use; raise --max-old-space-size in NODE_OPTIONS, or give the container more';

/** Milliseconds that it gets to say what it has measured. */
const METRICS_TIMEOUT = 2000;

/** A process that is started again after growing pauses whenever it ends, until it is stopped. */
export abstract class SupervisedProcess<Incoming extends { type: string }, Outgoing extends Serializable> {
  readonly #options: SupervisedProcessOptions;
  readonly #backoff = new Backoff();
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #restart: NodeJS.Timeout | undefined;
  #readySince: number | undefined;
  #isStopping = false;
  #asked: Promise<MetricsJson | undefined> | undefined;
  #onMetrics: (metrics: MetricsJson | undefined) => void = () => {};
  /** Starts in a row that have failed. */
  #failedStarts = 0;

  constructor(options: SupervisedProcessOptions) {
    this.#options = options;
  }

  /** Starts the process, with an IPC channel. */
  protected abstract fork(): ChildProcess;

  protected abstract onMessage(message: Incoming): void;

  /** Called when the process has ended unasked. Gives the longest pause before the restart, in milliseconds. */
  protected abstract onEnd(): number;

  start(): void {
    const { name, hungAfter = 60, log } = this.#options;
    const child = this.fork();
    this.#child = child;
    this.#readySince = undefined;
    log(`${name} is starting (process ${child.pid}).`, this.hasFailed ? 'debug' : 'info');
    const alive = watchdog(hungAfter, () => {
      log(`${name} has given no sign of life for ${hungAfter} s; it is killed.`, 'error');
      child.kill('SIGKILL');
    });
    child.on('message', (message) => {
      alive.seen();
      const { type, metrics } = message as Partial<MetricsMessage>;
      if (type === 'metrics') this.#onMetrics(metrics);
      else this.onMessage(message as Incoming);
    });
    // Wait for both: the last message may arrive after the exit.
    this.#ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(
      ([[status, signal]]) =>
        this.#end(signal === 'SIGABRT' ? OUT_OF_MEMORY : (signal ?? `status ${status}`)),
      (error: Error) => {
        child.kill('SIGKILL');
        this.#end(error.message);
      },
    );
    void this.#ended.finally(alive.stop);
  }

  /** Sends a message that asks it to stop, and resolves when it has ended. After `timeout` milliseconds it is killed. */
  async stop(message: Outgoing, timeout: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), timeout);
    this.send(message, () => this.#child?.kill('SIGKILL'));
    await this.#ended;
    clearTimeout(timer);
  }

  kill(): void {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    this.#child?.kill('SIGKILL');
  }

  /** Sends a message. If it cannot be delivered, it is lost and `onFailed` is called. */
  send(message: Outgoing, onFailed?: () => void): void {
    if (!this.#child?.connected) onFailed?.();
    else this.#child.send(message, (error) => error && onFailed?.());
  }

  /** What it has measured; undefined if it does not say so in time. */
  metrics(): Promise<MetricsJson | undefined> {
    this.#asked ??= new Promise((resolve) => {
      const late = setTimeout(() => this.#onMetrics(undefined), METRICS_TIMEOUT);
      this.#onMetrics = (metrics) => {
        clearTimeout(late);
        this.#asked = undefined;
        resolve(metrics);
      };
      this.send({ type: 'metrics' } as unknown as Outgoing, () => this.#onMetrics(undefined));
    });
    return this.#asked;
  }

  /** True if the last start has failed. */
  protected get hasFailed(): boolean {
    return this.#failedStarts > 0;
  }

  /** The start has succeeded. A process that ends before this call counts as a failed start. */
  protected ready(): void {
    const { name, log } = this.#options;
    if (this.hasFailed)
      log(`${name} is up after ${this.#failedStarts} failed starts (process ${this.#child?.pid}).`);
    this.#failedStarts = 0;
    this.#readySince ??= performance.now();
  }

  #end(reason: string): void {
    this.#child = undefined;
    if (this.#isStopping) return;
    const longest = this.onEnd();
    const readySince = this.#readySince ?? Number.POSITIVE_INFINITY;
    if (performance.now() - readySince > GOOD_START) this.#backoff.reset();
    const pause = this.#backoff.fail(longest);
    const { name, log } = this.#options;
    const hasStarted = this.#readySince !== undefined;
    const level = this.hasFailed ? 'debug' : 'warn';
    if (!hasStarted) this.#failedStarts += 1;
    const times = this.#failedStarts > 1 ? ` ${this.#failedStarts} times in a row` : '';
    const what = hasStarted ? 'ended' : `could not start${times}`;
    log(`${name} ${what} (${reason}); it is started again in ${Math.round(pause / 100) / 10} s.`, level);
    this.#restart = setTimeout(() => this.start(), pause);
  }
}
