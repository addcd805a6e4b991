import type { ChildProcess } from 'node:child_process';
import cluster from 'node:cluster';
import type { Log } from '../../system/logging/log.ts';
import type { FrontSettings } from '../fronts.ts';
import { FRONT_SETTINGS, type FromFrontProcess, type ToFrontProcess } from './control.ts';
import { SupervisedProcess } from './SupervisedProcess.ts';

/** The longest pause before a front that ended is started again, in milliseconds. */
const LONGEST_PAUSE = 10_000;

/** The state of a front whose process has just begun. */
const NOTHING_YET = {
  /** It can receive messages. */
  started: false,
  /** It has lists to serve. */
  serving: false,
  loaded: false,
  /** It accepts requests. */
  listening: false,
};

/** The variables that Node and the system need. The operator's own are not passed on, since they may be secret. */
const SYSTEM = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'NODE_OPTIONS', 'SystemRoot'];

export interface FrontProcessOptions {
  settings: FrontSettings;
  /** Called when it has started, loaded or ended. */
  onChange(front: FrontProcess): void;
  log: Log;
  /** Called with each log line of the front itself. */
  onLine: Log;
}

/** One of several fronts, a worker of node:cluster. */
export class FrontProcess extends SupervisedProcess<FromFrontProcess, ToFrontProcess> {
  readonly #options: FrontProcessOptions;
  #state = { ...NOTHING_YET };

  constructor(options: FrontProcessOptions) {
    super({ name: 'A front', log: options.log });
    this.#options = options;
  }

  get state(): Readonly<typeof NOTHING_YET> {
    return this.#state;
  }

  listen(): void {
    this.#state.listening = true;
    this.send({ type: 'listen' });
  }

  protected override fork(): ChildProcess {
    // A worker inherits this process's environment, except for variables that are undefined here.
    const nothingElse = Object.keys(process.env).filter((name) => !SYSTEM.includes(name));
    const worker = cluster.fork({
      ...Object.fromEntries(nothingElse.map((name) => [name, undefined])),
      NODE_ENV: 'production',
      [FRONT_SETTINGS]: JSON.stringify(this.#options.settings),
    });
    // The end of the process reports it too.
    worker.on('error', () => {});
    return worker.process;
  }

  protected override onMessage(message: FromFrontProcess): void {
    if (message.type === 'log') this.#options.onLine(message.line, message.level);
    if (message.type === 'started') {
      this.ready();
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
