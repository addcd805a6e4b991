import { newQueue } from '../turns.ts';

/** Long work is written as generators that yield after every small step. */
export type Work<T> = Generator<void, T>;

/** How a work is done. */
export interface Pace {
  /** How long its slices may be, if not as long as all. */
  milliseconds?: number;
  /**
   * Asked after each millisecond or so of the work, with when its last slice began: whether it rests now, three times as long
   * as it held the event loop.
   */
  rests?: (began: number) => boolean;
}

/** In milliseconds, of the event loop's time. Well under what a system gives a process before another has its turn. */
const STRETCH = 1;
/** So many times as long as a stretch took. */
const REST = 3;

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

  run<T>(work: Work<T>, { milliseconds = this.#milliseconds, rests = () => false }: Pace = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      let held = 0;
      const slice = () => {
        const began = performance.now();
        const deadline = began + milliseconds;
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
        held += performance.now() - began;
        let rest = 0;
        if (held >= STRETCH) {
          if (rests(began)) rest = REST * held;
          held = 0;
        }
        if (rest > 0) setTimeout(() => this.#inTurn(slice), rest);
        else this.#inTurn(slice);
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
