import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FrontSettings } from '../fronts.ts';
import { FRONT_SETTINGS, type FromFrontProcess, type ToFrontProcess } from './control.ts';
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

/** What Node itself reads, and where the system has things. Nothing of an operator's, which may be secret. */
const SYSTEM = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'NODE_OPTIONS', 'SystemRoot'];

export interface FrontProcessOptions {
  settings: FrontSettings;
  /** It has started, loaded or ended. */
  onChange(front: FrontProcess): void;
  log(line: string): void;
  /** What the front itself logs. */
  onLine(line: string): void;
}

/** One of several fronts, in a process of its own. */
export class FrontProcess extends SupervisedProcess<FromFrontProcess, ToFrontProcess> {
  readonly #options: FrontProcessOptions;
  #state = { ...NOTHING_YET };

  constructor(options: FrontProcessOptions) {
    super({ name: 'A front', script: SCRIPT, log: options.log });
    this.#options = options;
  }

  get state(): Readonly<typeof NOTHING_YET> {
    return this.#state;
  }

  keepCheckpoint(): void {
    this.#state.keepsCheckpoint = true;
    this.send({ type: 'keep-checkpoint' });
  }

  /** It is given connections from now on. */
  accept(): void {
    this.#state.accepting = true;
    this.ready();
  }

  /** Has it answer on a connection; calls `onFailed` where it is gone. */
  readonly take = (connection: Socket, onFailed: () => void): void => {
    this.send({ type: 'connection' }, connection, onFailed);
  };

  protected override env(): NodeJS.ProcessEnv {
    const system = SYSTEM.filter((name) => process.env[name] !== undefined);
    return {
      ...Object.fromEntries(system.map((name) => [name, process.env[name]])),
      NODE_ENV: 'production',
      [FRONT_SETTINGS]: JSON.stringify(this.#options.settings),
    };
  }

  protected override onMessage(message: FromFrontProcess): void {
    if (message.type === 'log') this.#options.onLine(message.line);
    if (message.type === 'started') {
      this.#state.started = true;
      this.#state.serving ||= message.serving;
      this.#options.onChange(this);
    }
    if (message.type === 'loaded') {
      this.#state.loaded = this.#state.serving = true;
      this.#options.onChange(this);
    }
  }

  protected override onEnd(): number {
    this.#state = { ...NOTHING_YET };
    this.#options.onChange(this);
    return LONGEST_PAUSE;
  }
}
