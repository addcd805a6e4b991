/** Long work is written as generators that yield after every small step. */
export type Work<T> = Generator<void, T>;

interface Task {
  /** Goes on until `deadline`; whether it is done. */
  proceed(deadline: number): boolean;
}

/**
 * Does long work in slices, one slice per turn of the event loop whatever is under way, so that a request waits for one
 * slice at most. Several works take turns.
 */
export class Slices {
  readonly #milliseconds: number;
  readonly #tasks: Task[] = [];

  /** @param milliseconds how long a slice may be; 0 is one step */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  run<T>(work: Work<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const proceed = (deadline: number) => {
        try {
          do {
            const { done, value } = work.next();
            if (!done) continue;
            resolve(value);
            return true;
          } while (performance.now() < deadline);
          return false;
        } catch (error) {
          reject(error);
          return true;
        }
      };
      this.#tasks.push({ proceed });
      if (this.#tasks.length === 1) setImmediate(() => this.#turn());
    });
  }

  #turn(): void {
    const task = this.#tasks.shift();
    if (task && !task.proceed(performance.now() + this.#milliseconds)) this.#tasks.push(task);
    if (this.#tasks.length > 0) setImmediate(() => this.#turn());
  }
}

/** Does the whole work now: for what is known to be little. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
