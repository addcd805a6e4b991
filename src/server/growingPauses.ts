/** Milliseconds before something that ended is started again: doubled each time it does not last. */
const FIRST_PAUSE = 250;
/** What has run this long, in milliseconds, had a good start. */
const GOOD_START = 60_000;

/** How long to wait before something that keeps ending is started again. */
export interface GrowingPauses {
  /** Ends in a row, none of them after a good start. */
  readonly failures: number;
  /** It runs, as it should. */
  begun(): void;
  /** It has ended: the milliseconds to wait, `longest` at most. */
  next(longest: number): number;
}

/** Counts how often something ended without having run for a minute. */
export function growingPauses(): GrowingPauses {
  let failures = 0;
  let since = Number.POSITIVE_INFINITY;
  return {
    get failures() {
      return failures;
    },
    begun() {
      since = performance.now();
    },
    next(longest) {
      failures = performance.now() - since > GOOD_START ? 1 : failures + 1;
      since = Number.POSITIVE_INFINITY;
      return Math.min(FIRST_PAUSE * 2 ** (failures - 1), longest);
    },
  };
}

/** As people read it. */
export function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}
