import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { CmsStanding, FromFrontProcess, ToFrontProcess } from './control.ts';
import { SupervisedProcess } from './SupervisedProcess.ts';

/** The module that a front runs. */
const SCRIPT = fileURLToPath(new URL('../frontMain.js', import.meta.url));
/** The longest pause before a front that ended is started again, in milliseconds. */
const LONGEST_PAUSE = 10_000;

/** What a front has come to since its process began. */
const NOTHING_YET = {
  /** Messages are of use to it. */
  started: false,
  /** It has lists to serve. */
  serving: false,
  loaded: false,
  /** It is given connections. */
  accepting: false,
  keepsCheckpoint: false,
};

export interface FrontProcessOptions {
  /** How the cms stands when a front has started. */
  standing(): CmsStanding;
  /** Its `state` is another one. */
  onChange(): void;
  log(line: string): void;
  /** What the front itself logs. */
  onLine(line: string): void;
}

/** One of several fronts, in a process of its own. */
export class FrontProcess {
  readonly #options: FrontProcessOptions;
  readonly #process: SupervisedProcess<FromFrontProcess, ToFrontProcess>;
  #state = { ...NOTHING_YET };

  constructor(options: FrontProcessOptions) {
    this.#options = options;
    this.#process = new SupervisedProcess({
      name: 'A front',
      script: SCRIPT,
      log: options.log,
      onMessage: (message) => this.#onMessage(message),
      onEnd: () => {
        this.#state = { ...NOTHING_YET };
        options.onChange();
        return LONGEST_PAUSE;
      },
    });
  }

  get state(): Readonly<typeof NOTHING_YET> {
    return this.#state;
  }

  start(): void {
    this.#process.start();
  }

  cms(standing: CmsStanding): void {
    if (this.#state.started) this.#process.send({ type: 'cms', standing });
  }

  keepCheckpoint(): void {
    this.#state.keepsCheckpoint = true;
    this.#process.send({ type: 'keep-checkpoint' });
  }

  /** It is given connections from now on. */
  accept(): void {
    this.#state.accepting = true;
    this.#process.ready();
  }

  /** Has it answer on a connection; calls `onFailed` where it is gone. */
  readonly take = (connection: Socket, onFailed: () => void): void => {
    this.#process.send({ type: 'connection' }, connection, onFailed);
  };

  /** Has it finish what it is answering; resolves when it has ended. After `patience` milliseconds it is killed. */
  stop(patience: number): Promise<void> {
    return this.#process.stop({ type: 'stop' }, patience);
  }

  kill(): void {
    this.#process.kill();
  }

  #onMessage(message: FromFrontProcess): void {
    if (message.type === 'log') this.#options.onLine(message.line);
    if (message.type === 'started') {
      this.#state.started = true;
      this.#state.serving ||= message.serving;
      this.cms(this.#options.standing());
    }
    if (message.type === 'loaded') this.#state.loaded = this.#state.serving = true;
    if (message.type === 'started' || message.type === 'loaded') this.#options.onChange();
  }
}
