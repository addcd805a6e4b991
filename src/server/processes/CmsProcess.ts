import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Backoff } from '../../../endpoints/read-model/retry.ts';
import type { Log } from '../../system/logging/log.ts';
import type { MetricsJson } from '../../system/metrics/registries.ts';
import {
  CMS_ENV,
  type CmsNotes,
  type CmsStatus,
  type FromCms,
  lowerPriority,
  type ToCms,
  watchdog,
} from './control.ts';

export interface CmsProcessOptions {
  /** The main module of the cms process. */
  script: string;
  execArgv: string[];
  /** The environment of the next process, without its sockets. */
  env(): NodeJS.ProcessEnv;
  /** Called when the state of the cms has changed. */
  onStatus(status: CmsStatus): void;
  /** Called when the first start has created a user. */
  onFirstAdmin(admin: { email: string; password: string }): void;
  /** Called with an error that the operator has to fix. */
  onMisconfigured(message: string): void;
  log: Log;
  /** Seconds without a sign of life after which the cms is killed. @default 60 */
  hungAfter?: number;
  /** Milliseconds that the cms gets to stop before it is killed. @default 30000 */
  stopTimeout?: number;
}

/** The longest pauses before a restart, in milliseconds. A database may return at any moment; an operator needs longer. */
const LONGEST_PAUSE = { ended: 2000, misconfigured: 30_000 };

/** A process that was ready for this many milliseconds counts as healthy. The pauses then begin again. */
const GOOD_START = 60_000;

/** Node ends so, with a dump on standard error. */
const OUT_OF_MEMORY =
  'SIGABRT: Node has used up the memory that it may use; raise --max-old-space-size in NODE_OPTIONS, or give the container more';

/** Milliseconds that it gets to say what it has measured. */
const METRICS_TIMEOUT = 2000;

/**
 * The cms process. It is started again after growing pauses whenever it ends, until it is stopped. Each start gets two new Unix
 * sockets: one for requests, one for documents.
 */
export class CmsProcess {
  readonly #options: CmsProcessOptions;
  /** mkdtemp creates it for this user only (0700). The sockets must not be open to others, who could bypass the front. */
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'portal-cms-'));
  readonly #removeFolder = () => rmSync(this.#folder, { recursive: true, force: true });
  readonly #backoff = new Backoff();
  #starts = 0;
  /** Starts in a row that have failed. */
  #failedStarts = 0;
  #status: CmsStatus = { state: 'starting' };
  #notes: CmsNotes | undefined;
  /** The process's last message about an error that the operator has to fix. */
  #misconfigured: string | undefined;
  /** Why the last start failed. */
  #said: string | undefined;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #restart: NodeJS.Timeout | undefined;
  #readySince: number | undefined;
  #asked: Promise<MetricsJson | undefined> | undefined;
  #onMetrics: (metrics: MetricsJson | undefined) => void = () => {};

  constructor(options: CmsProcessOptions) {
    this.#options = options;
    process.once('exit', this.#removeFolder);
  }

  get status(): CmsStatus {
    return this.#status;
  }

  start(): void {
    const { hungAfter = 60, log } = this.#options;
    const child = this.#fork();
    this.#child = child;
    this.#readySince = undefined;
    log(`The cms is starting (process ${child.pid}).`, this.#failedStarts > 0 ? 'debug' : 'info');
    const alive = watchdog(hungAfter, () => {
      log(`The cms has given no sign of life for ${hungAfter} s; it is killed.`, 'error');
      child.kill('SIGKILL');
    });
    child.on('message', (message: FromCms) => {
      alive.seen();
      this.#take(message);
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

  /** Asks the cms to finish its work, or kills it in the end. Resolves when the process has ended. */
  async stop(): Promise<void> {
    this.#enter({ ...this.#status, state: 'stopped' });
    clearTimeout(this.#restart);
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), this.#options.stopTimeout ?? 30_000);
    this.#send({ type: 'stop' }, () => this.#child?.kill('SIGKILL'));
    await this.#ended;
    clearTimeout(timer);
    process.off('exit', this.#removeFolder);
    this.#removeFolder();
  }

  kill(): void {
    this.#status = { state: 'stopped' };
    clearTimeout(this.#restart);
    this.#child?.kill('SIGKILL');
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
      this.#send({ type: 'metrics' }, () => this.#onMetrics(undefined));
    });
    return this.#asked;
  }

  #fork(): ChildProcess {
    const { script, execArgv } = this.#options;
    this.#starts += 1;
    this.#misconfigured = undefined;
    const { requests, feed } = this.#sockets();
    const env = {
      ...this.#options.env(),
      ...(this.#failedStarts > 0 && { [CMS_ENV.again]: '1' }),
      [CMS_ENV.requests]: requests,
      [CMS_ENV.feed]: feed,
    };
    const child = fork(script, { env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    lowerPriority(child);
    this.#enter({ state: 'starting' });
    return child;
  }

  /** If the message cannot be delivered, it is lost and `onFailed` is called. */
  #send(message: ToCms, onFailed: () => void): void {
    if (!this.#child?.connected) onFailed();
    else this.#child.send(message, (error) => error && onFailed());
  }

  #take(message: FromCms): void {
    if (message.type === 'metrics') this.#onMetrics(message.metrics);
    // Ignore messages that were sent before the cms received the stop.
    if (this.#status.state === 'stopped') return;
    if (message.type === 'source') this.#enter({ state: 'starting', feed: this.#sockets().feed });
    if (message.type === 'listening') {
      this.#noteReady();
      this.#enter({ state: 'up', ...this.#sockets() });
    }
    if (message.type === 'first-admin') this.#options.onFirstAdmin(message);
    if (message.type === 'notes') {
      this.#notes = { ...this.#notes, ...message.notes };
      this.#enter(this.#status);
    }
    if (message.type === 'failed') this.#sayOnce(message.message, (said) => this.#options.log(said, 'error'));
    if (message.type === 'misconfigured') this.#misconfigured = message.message;
  }

  /** The start has succeeded. A process that ends before counts as a failed start. */
  #noteReady(): void {
    if (this.#failedStarts > 0)
      this.#options.log(
        `The cms is up after ${this.#failedStarts} failed starts (process ${this.#child?.pid}).`,
      );
    this.#failedStarts = 0;
    this.#said = undefined;
    this.#readySince ??= performance.now();
  }

  #end(reason: string): void {
    this.#child = undefined;
    if (this.#status.state === 'stopped') return;
    for (const socket of Object.values(this.#sockets())) rmSync(socket, { force: true });
    this.#enter({ state: 'down' });
    if (this.#misconfigured !== undefined) this.#sayOnce(this.#misconfigured, this.#options.onMisconfigured);
    this.#startAgain(reason);
  }

  #startAgain(reason: string): void {
    if (this.#readySince !== undefined && performance.now() - this.#readySince > GOOD_START)
      this.#backoff.reset();
    const pause = this.#backoff.fail(
      LONGEST_PAUSE[this.#misconfigured === undefined ? 'ended' : 'misconfigured'],
    );
    const level = this.#failedStarts > 0 ? 'debug' : 'warn';
    if (this.#readySince === undefined) this.#failedStarts += 1;
    const times = this.#failedStarts > 1 ? ` ${this.#failedStarts} times in a row` : '';
    const what = this.#readySince === undefined ? `could not start${times}` : 'ended';
    this.#options.log(
      `The cms ${what} (${reason}); it is started again in ${Math.round(pause / 100) / 10} s.`,
      level,
    );
    this.#restart = setTimeout(() => this.start(), pause);
  }

  /** A start that fails again for the same reason does not say so again. */
  #sayOnce(reason: string, say: (reason: string) => void): void {
    if (reason !== this.#said) say(reason);
    this.#said = reason;
  }

  #sockets(): { requests: string; feed: string } {
    const socket = path.join(this.#folder, String(this.#starts));
    return { requests: `${socket}.sock`, feed: `${socket}.feed` };
  }

  #enter(status: CmsStatus): void {
    this.#status = { ...status, ...(this.#notes && { notes: this.#notes }) };
    this.#options.onStatus(this.#status);
  }
}
