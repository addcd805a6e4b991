import { setImmediate, setTimeout } from 'node:timers/promises';
import { SILENCE } from './watch.ts';

/** A stream that has been silent for so long is given up, in milliseconds: its connection may be dead, and not say so. */
const GIVEN_UP = 10_000;
/** How often that is checked, in milliseconds. */
const CHECK = 500;

/** How long nothing has been heard of a stream. */
export class Silence {
  readonly #onSilence: () => void;
  #heard = performance.now();

  constructor(onSilence: () => void) {
    this.#onSilence = onSilence;
  }

  end(): void {
    this.#heard = performance.now();
  }

  /** Rejects when the stream is to be given up; resolves when it is over. */
  async tooLong(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await setTimeout(CHECK, undefined, { signal: over, ref: false }).catch(() => {});
      // After what has come in meanwhile, so that a busy process is not taken for a silent database.
      await setImmediate();
      const silence = performance.now() - this.#heard;
      if (over.aborted || silence < SILENCE) continue;
      this.#onSilence();
      if (silence > GIVEN_UP) throw new Error('The change stream was silent for too long.');
    }
  }
}
