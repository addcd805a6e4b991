import type { Log } from './log.ts';

/** An error whose message tells the operator what was wrong and what to do, so that no stack is needed. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}

/** Says that something goes wrong when that begins, and once more when it is over. In between it is said at debug. */
export class Trouble {
  readonly #log: Log;
  readonly #over: string;
  #isOn = false;

  /** @param over the line for its end */
  constructor(log: Log, over: string) {
    this.#log = log;
    this.#over = over;
  }

  /** It goes wrong, perhaps again. */
  begins(line: string): void {
    this.#log(line, this.#isOn ? 'debug' : 'warn');
    this.#isOn = true;
  }

  /** It goes well, perhaps as before. */
  ends(): void {
    if (this.#isOn) this.#log(this.#over);
    this.#isOn = false;
  }
}
