import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Log } from '../../system/logging/log.ts';
import {
  CMS_ENV,
  type CmsNotes,
  type CmsStatus,
  type FromCms,
  lowerPriority,
  type ToCms,
} from './control.ts';
import { SupervisedProcess } from './SupervisedProcess.ts';

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
}

/** The longest pauses before a restart, in milliseconds. A database may return at any moment; an operator needs longer. */
const LONGEST_PAUSE = { ended: 2000, misconfigured: 30_000 };
/** Milliseconds that the cms gets to stop before it is killed. */
const STOP_TIMEOUT = 30_000;

/** The cms process. Each start gets two new Unix sockets: one for requests, one for documents. */
export class CmsProcess extends SupervisedProcess<FromCms, ToCms> {
  readonly #options: CmsProcessOptions;
  /** mkdtemp creates it for this user only (0700). The sockets must not be open to others, who could bypass the front. */
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'portal-cms-'));
  readonly #removeFolder = () => rmSync(this.#folder, { recursive: true, force: true });
  #starts = 0;
  #status: CmsStatus = { state: 'starting' };
  #notes: CmsNotes | undefined;
  /** The process's last message about an error that the operator has to fix. */
  #misconfigured: string | undefined;
  /** Why the last start failed. */
  #said: string | undefined;

  constructor(options: CmsProcessOptions) {
    super({ ...options, name: 'The cms' });
    this.#options = options;
    process.once('exit', this.#removeFolder);
  }

  get status(): CmsStatus {
    return this.#status;
  }

  /** Asks the cms to finish its work. Resolves when the process has ended. */
  override async stop(): Promise<void> {
    this.#enter({ ...this.#status, state: 'stopped' });
    await super.stop({ type: 'stop' }, STOP_TIMEOUT);
    process.off('exit', this.#removeFolder);
    this.#removeFolder();
  }

  override kill(): void {
    this.#status = { state: 'stopped' };
    super.kill();
  }

  protected override fork(): ChildProcess {
    const { script, execArgv } = this.#options;
    this.#starts += 1;
    this.#misconfigured = undefined;
    const { requests, feed } = this.#sockets();
    const env = {
      ...this.#options.env(),
      ...(this.hasFailed && { [CMS_ENV.again]: '1' }),
      [CMS_ENV.requests]: requests,
      [CMS_ENV.feed]: feed,
    };
    const child = fork(script, { env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    lowerPriority(child);
    this.#enter({ state: 'starting' });
    return child;
  }

  protected override onMessage(message: FromCms): void {
    // Ignore messages that were sent before the cms received the stop.
    if (this.#status.state === 'stopped') return;
    if (message.type === 'source') this.#enter({ state: 'starting', feed: this.#sockets().feed });
    if (message.type === 'listening') {
      this.ready();
      this.#said = undefined;
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

  protected override onEnd(): number {
    for (const socket of Object.values(this.#sockets())) rmSync(socket, { force: true });
    this.#enter({ state: 'down' });
    if (this.#misconfigured === undefined) return LONGEST_PAUSE.ended;
    this.#sayOnce(this.#misconfigured, this.#options.onMisconfigured);
    return LONGEST_PAUSE.misconfigured;
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
