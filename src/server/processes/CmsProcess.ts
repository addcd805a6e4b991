import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { CMS_ENV, type CmsStanding, type FromCms, type ToCms } from './control.ts';
import { SupervisedProcess } from './SupervisedProcess.ts';

export interface CmsProcessOptions {
  /** The module that the cms runs. */
  script: string;
  /** Node's own options for it. */
  execArgv: string[];
  /** The environment of the next process, its sockets aside. */
  env(): NodeJS.ProcessEnv;
  /** The cms stands otherwise than before. */
  onStanding(standing: CmsStanding): void;
  /** The first start has made a user. */
  onFirstAdmin(admin: { email: string; password: string }): void;
  /** Only an operator can put right what the message says. */
  onMisconfigured(message: string): void;
  log(line: string): void;
  /** Seconds without a sign of life after which the cms is killed. @default 60 */
  hungAfter?: number;
}

/** The longest pauses before the next start, in milliseconds: a database may be back any moment, an operator takes longer. */
const LONGEST_PAUSE = { ended: 2000, misconfigured: 30_000 };
/** How long a cms may take to stop before it is killed, in milliseconds. */
const STOP_PATIENCE = 30_000;

/** The cms in a process of its own, each start of which gets two new unix sockets: one for requests, one for documents. */
export class CmsProcess extends SupervisedProcess<FromCms, ToCms> {
  readonly #options: CmsProcessOptions;
  /** mkdtemp makes it for this user alone (0700): who reaches a socket reaches the cms past the front. */
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'portal-cms-'));
  readonly #clearAway = () => rmSync(this.#folder, { recursive: true, force: true });
  #starts = 0;
  #standing: CmsStanding = { state: 'starting' };
  /** What an operator has to put right, if the process has said so. */
  #misconfigured: string | undefined;

  constructor(options: CmsProcessOptions) {
    super({ ...options, name: 'The cms' });
    this.#options = options;
    process.once('exit', this.#clearAway);
  }

  get standing(): CmsStanding {
    return this.#standing;
  }

  /** Asks the cms to finish what it is doing; resolves when it has ended. */
  override async stop(): Promise<void> {
    this.#enter({ ...this.#standing, state: 'stopped' });
    await super.stop({ type: 'stop' }, STOP_PATIENCE);
    process.off('exit', this.#clearAway);
    this.#clearAway();
  }

  override kill(): void {
    this.#standing = { state: 'stopped' };
    super.kill();
  }

  protected override fork(): ChildProcess {
    const { script, execArgv } = this.#options;
    this.#starts += 1;
    this.#misconfigured = undefined;
    const { requests, feed } = this.#sockets();
    const env = { ...this.#options.env(), [CMS_ENV.requests]: requests, [CMS_ENV.feed]: feed };
    const child = fork(script, { env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    yieldToReaders(child);
    this.#enter({ state: 'starting' });
    return child;
  }

  protected override onMessage(message: FromCms): void {
    // What it sent before it learnt that it is to stop changes nothing.
    if (this.#standing.state === 'stopped') return;
    if (message.type === 'source') this.#enter({ state: 'starting', feed: this.#sockets().feed });
    if (message.type === 'listening') {
      this.ready();
      this.#enter({ state: 'up', ...this.#sockets() });
    }
    if (message.type === 'first-admin') this.#options.onFirstAdmin(message);
    if (message.type === 'misconfigured') this.#misconfigured = message.message;
  }

  protected override onEnd(): number {
    for (const socket of Object.values(this.#sockets())) rmSync(socket, { force: true });
    this.#enter({ state: 'down' });
    if (this.#misconfigured === undefined) return LONGEST_PAUSE.ended;
    this.#options.onMisconfigured(this.#misconfigured);
    return LONGEST_PAUSE.misconfigured;
  }

  #sockets(): { requests: string; feed: string } {
    const socket = path.join(this.#folder, String(this.#starts));
    return { requests: `${socket}.sock`, feed: `${socket}.feed` };
  }

  #enter(standing: CmsStanding): void {
    this.#standing = standing;
    this.#options.onStanding(standing);
  }
}

/**
 * Lets the readers go first where there are fewer cores than work. Done from outside and at once: on Linux the threads of a
 * process inherit this when they begin, and Node begins some before any code of the cms runs.
 */
function yieldToReaders({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Gone already, and its exit says so; or the system has no priorities to give.
  }
}
