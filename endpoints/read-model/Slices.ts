import { newQueue } from '../turns.ts';

/** Long work is written as generators that yield after every small step. */
export type Work<T> = Generator<void, T>;

/**
 * Does long work in slices, one slice per turn of the event loop whatever is under way, so that a request waits for one
 * slice at most. Several works take turns.
 */
export class Slices {
  readonly #milliseconds: number;
  readonly #inTurn = newQueue();

  /** @param milliseconds how long a slice may be; 0 is one step */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** @param milliseconds of these slices, if not as long as all */
  run<T>(work: Work<T>, milliseconds = this.#milliseconds): Promise<T> {
    return new Promise((resolve, reject) => {
      const slice = () => {
        const deadline = performance.now() + milliseconds;
        try {
          do {
            const { done, value } = work.next();
            if (!done) continue;
            resolve(value);
            return;
          } while (performance.now() < deadline);
        } catch (error) {
          reject(error);
          return;
        }
        this.#inTurn(slice);
      };
      this.#inTurn(slice);
    });
  }
}

/** Does the whole work now: for what is known to be little. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
