/** The time that pieces of work hold the event loop for. */
export interface Stopwatch {
  /** Does the work, which counts also where it throws. */
  during<T>(work: () => T): T;
  /** The same values: making each counts, what is done with it does not. */
  duringEach<T>(made: Generator<T, void>): Generator<T, void>;
  /** Of everything so far, in milliseconds. */
  total(): number;
}

export function stopwatch(): Stopwatch {
  let total = 0;

  function during<T>(work: () => T): T {
    const begun = performance.now();
    try {
      return work();
    } finally {
      total += performance.now() - begun;
    }
  }

  return {
    during,
    *duringEach(made) {
      for (;;) {
        const next = during(() => made.next());
        if (next.done) return;
        yield next.value;
      }
    },
    total: () => total,
  };
}
