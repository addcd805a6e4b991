import type { Reader, Written } from '../reader.ts';
import { isSame, type Mark } from './marks.ts';
import { PublishedTimes } from './PublishedTimes.ts';
import { SILENCE, type Watch, type WatchListener } from './watch.ts';

/** How many looks lie between two epochs for what others have committed, and for how many milliseconds at most. */
const PAUSE = { looks: 120, longest: 30_000 };

export interface PollOptions {
  /** Milliseconds between looks. */
  interval: number;
  /** Tells cheaply that there is nothing to look for. Without it, every look compares. */
  mark?: (() => Promise<Mark>) | undefined;
}

/**
 * Notices writes by comparing the database with what was sent. What a comparison does not show (a write past Payload, half
 * of a save) comes with a new epoch once those who commit pause.
 */
export class Poll implements Watch {
  readonly #options: PollOptions;
  readonly #listener: WatchListener;
  readonly #published: PublishedTimes;
  #timer: NodeJS.Timeout | undefined;
  #running = false;
  #hasBegun = false;
  /** That of the last look. */
  #mark: Mark | undefined;
  /** The mark of the last comparison without differences. */
  #compared: Mark | undefined;
  /** Whether others have committed since the last epoch that was begun for it, and when that was. */
  #others = false;
  /** Whether there were writes that leave `updatedAt` as it is since then. */
  #untimed = false;
  #begunAt = Number.NEGATIVE_INFINITY;

  constructor(reader: Reader, options: PollOptions, listener: WatchListener) {
    this.#options = options;
    this.#listener = listener;
    this.#published = new PublishedTimes(reader);
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#hasBegun = false;
    this.#schedule(0);
  }

  stop(): void {
    this.#running = false;
    clearTimeout(this.#timer);
  }

  published(kind: string, ids: string[], written: Written[]): void {
    this.#published.add(kind, ids, written);
  }

  #schedule(wait: number): void {
    const timer = setTimeout(async () => {
      await this.#turn();
      if (this.#timer === timer && this.#running) this.#schedule(this.#options.interval);
    }, wait);
    this.#timer = timer.unref();
  }

  async #turn(): Promise<void> {
    const silence = setTimeout(
      () => this.#listener.setHealthy(false, new Error('The database has not answered for a while.')),
      SILENCE,
    );
    silence.unref();
    try {
      const mark = await this.#options.mark?.();
      if (!this.#hasBegun) await this.#begin();
      else if (!mark || !isSame(mark, this.#compared)) await this.#compare(mark, silence);
      if (!this.#running) return;
      if (mark) this.#attribute(mark);
      this.#listener.setHealthy(true);
    } catch (error) {
      // The server that answers next may be another one.
      this.#compared = undefined;
      if (this.#running) this.#listener.setHealthy(false, error);
    } finally {
      clearTimeout(silence);
    }
  }

  async #begin(): Promise<void> {
    await this.#published.fill();
    if (!this.#running) return;
    this.#hasBegun = true;
    this.#listener.begun();
  }

  async #compare(mark: Mark | undefined, silence: NodeJS.Timeout): Promise<void> {
    const differences = await this.#published.differences();
    clearTimeout(silence);
    if (differences.length === 0) this.#compared = mark;
    else if (this.#running) await this.#listener.written(differences);
  }

  /** Begins an epoch when others have committed and then paused for a look, or somebody has written what no comparison shows. */
  #attribute(mark: Mark): void {
    const before = this.#mark;
    this.#mark = mark;
    const isQuiet = isSame(mark, before);
    if (!isQuiet && mark.connection !== undefined && mark.connection === before?.connection) {
      this.#others = true;
    }
    // All of it was committed at once, so there is nothing to wait for.
    if (before && mark.untimed !== before.untimed) this.#untimed = true;
    const pause = Math.min(PAUSE.looks * this.#options.interval, PAUSE.longest);
    const isDue = this.#untimed || (this.#others && isQuiet);
    if (!isDue || performance.now() - this.#begunAt < pause) return;
    this.#others = false;
    this.#untimed = false;
    this.#begunAt = performance.now();
    this.#listener.begun();
  }
}
