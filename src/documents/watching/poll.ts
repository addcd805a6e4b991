import type { Reader, Written } from '../reader.ts';
import type { Moved } from './dataVersion.ts';
import { KnownWrites } from './KnownWrites.ts';
import { UnexplainedCommits } from './unexplainedCommits.ts';
import { SILENCE, type Touched, type Watch, type WatchListener } from './watch.ts';

/** How long a sign of an import explains what is written, in milliseconds: it may be seen a look early. */
const IMPORT_SEEN = 1000;

export interface PollOptions {
  /** Milliseconds between looks. */
  interval: number;
  /** A cheap way to know that there is nothing to look for. Without one, every look compares. */
  moved?: Moved | undefined;
}

/** Hears of writes by asking, every interval, what was written since the last look. */
export class Poll implements Watch {
  readonly #reader: Reader;
  readonly #options: PollOptions;
  readonly #listener: WatchListener;
  readonly #known: KnownWrites;
  readonly #unexplained = new UnexplainedCommits();
  #timer: NodeJS.Timeout | undefined;
  #running = false;
  #isCurrent = true;
  /** Whether something may have been written since the last comparison that succeeded. */
  #unsure = true;
  /** The changes of the last look. They are told once more: that look may have seen half of a save. */
  #again: Touched[] = [];
  #importSign: string | undefined;
  #importSeenAt = Number.NEGATIVE_INFINITY;

  constructor(reader: Reader, options: PollOptions, listener: WatchListener) {
    this.#reader = reader;
    this.#options = options;
    this.#listener = listener;
    this.#known = new KnownWrites(reader);
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#isCurrent = true;
    this.#schedule();
  }

  stop(): void {
    this.#running = false;
    clearTimeout(this.#timer);
  }

  async rebase(): Promise<void> {
    this.#unsure = true;
    await this.#known.rebase();
    this.#importSign = await this.#reader.importSign();
  }

  saw(kind: string, ids: string[], written: Written[]): void {
    this.#known.saw(kind, ids, written);
  }

  #schedule(): void {
    this.#timer = setTimeout(async () => {
      await this.#turn();
      if (this.#running) this.#schedule();
    }, this.#options.interval);
    this.#timer.unref();
  }

  async #turn(): Promise<void> {
    const silence = setTimeout(
      () => this.#setCurrent(false, new Error('The database has not answered for a while.')),
      SILENCE,
    );
    silence.unref();
    try {
      const { touched, lost } = await this.#look();
      clearTimeout(silence);
      if (!this.#running) return;
      if (touched.length > 0) await this.#listener.found(touched);
      if (lost) this.#listener.lost();
      this.#setCurrent(true);
    } catch (error) {
      if (this.#running) this.#setCurrent(false, error);
    } finally {
      clearTimeout(silence);
    }
  }

  /** One look; resolves to what is to be told. */
  async #look(): Promise<{ touched: Touched[]; lost: boolean }> {
    const since = (await this.#options.moved?.()) ?? 'unknown';
    const before = this.#again;
    if (since === 'same' && !this.#unsure) {
      this.#again = [];
      return { touched: before, lost: this.#unexplained.areOver() };
    }
    this.#unsure = true;
    const importing = await this.#isImporting();
    const found = await this.#known.differences();
    this.#unsure = false;
    this.#again = found;
    if (since === 'moved') this.#unexplained.note(importing || found.length > 0);
    return { touched: [...before, ...found], lost: false };
  }

  /** Whether an import is at work, which writes much beside documents. */
  async #isImporting(): Promise<boolean> {
    const sign = await this.#reader.importSign();
    if (sign !== this.#importSign) this.#importSeenAt = performance.now();
    this.#importSign = sign;
    return performance.now() - this.#importSeenAt < IMPORT_SEEN;
  }

  #setCurrent(value: boolean, reason?: unknown): void {
    if (this.#isCurrent === value) return;
    this.#isCurrent = value;
    this.#listener.current(value, reason);
  }
}
