/** Does one thing after the other, whatever becomes of each. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  /** Begins once everything before it has ended, and gives what comes of it. */
  run<T>(work: () => Promise<T> | T): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}
