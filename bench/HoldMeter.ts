import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest time in which the event loop came to nobody else, in milliseconds. */
export interface Hold {
  /** As the clock saw it, which goes on while other processes have the processor. */
  clock: number;
  /** Of the processor time that this process used. */
  processor: number;
}

/** Sees how long the event loop is held, since it takes every turn of it. */
export class HoldMeter {
  #longest: Hold = { clock: 0, processor: 0 };
  #running = false;

  /** Measures from the call until the turn after the work's end. */
  async longest(work: () => Promise<unknown>): Promise<Hold> {
    this.#longest = { clock: 0, processor: 0 };
    this.#running = true;
    const watched = this.#watch();
    await work();
    await nextTurn();
    this.#running = false;
    await watched;
    return this.#longest;
  }

  async #watch(): Promise<void> {
    let at = performance.now();
    let used = process.cpuUsage();
    while (this.#running) {
      await nextTurn();
      const now = performance.now();
      const { user, system } = process.cpuUsage(used);
      const clock = now - at;
      // Other threads of the process use processors too.
      const processor = Math.min(clock, (user + system) / 1000);
      this.#longest.clock = Math.max(this.#longest.clock, clock);
      this.#longest.processor = Math.max(this.#longest.processor, processor);
      at = now;
      used = process.cpuUsage();
    }
  }
}
