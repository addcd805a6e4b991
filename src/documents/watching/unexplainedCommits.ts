/** When everything was loaded again for a write that nothing explains, how long the next such write waits, in milliseconds. */
const LOST_PAUSE = 10_000;

/** Commits of other connections that no comparison has explained: somebody has written past Payload. */
export class UnexplainedCommits {
  /** While they go on: whether a comparison has shown what was written. */
  #burst: { explained: boolean } | undefined;
  #lostAt = Number.NEGATIVE_INFINITY;

  /** Others have committed. */
  note(explained: boolean): void {
    this.#burst = { explained: explained || this.#burst?.explained === true };
  }

  /** To be asked when no commit is under way. @returns whether everything has to be loaded again */
  areOver(): boolean {
    const unexplained = this.#burst?.explained === false;
    const now = performance.now();
    if (unexplained && now - this.#lostAt < LOST_PAUSE) return false;
    this.#burst = undefined;
    if (unexplained) this.#lostAt = now;
    return unexplained;
  }
}
