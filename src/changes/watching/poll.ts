import { type Reader, SETTINGS, type Written } from '../reader.ts';
import { isSame, type Mark } from './marks.ts';
import { SILENCE, type Touched, type Watch, type WatchListener } from './watch.ts';

/**
 * How far back each comparison reaches, in milliseconds. A document bears the time at which its save began, so one that
 * took long to commit appears behind others that were sent already.
 */
const OVERLAP_MS = 10_000;

/** `updatedAt` of each document when it was last sent to followers. */
class PublishedTimes {
  readonly #reader: Reader;
  /** By kind, then by id. The settings are one document. */
  readonly #times = new Map<string, Map<string, number>>();
  readonly #newest = new Map<string, number>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Takes everything as it is now for sent. */
  async fill(): Promise<void> {
    for (const kind of this.#reader.kinds) {
      const all = await this.#reader.writtenSince(kind, 0);
      this.#times.set(kind, new Map());
      this.add(kind, [], all);
    }
    this.#times.set(SETTINGS, new Map([['', (await this.#reader.settings()).at]]));
  }

  /** Takes documents for sent; those without an entry in `written` are gone. */
  add(kind: string, ids: string[], written: Written[]): void {
    const times = this.#times.get(kind);
    if (!times) return;
    for (const id of ids) times.delete(id);
    let newest = this.#newest.get(kind) ?? 0;
    for (const { id, at } of written) {
      times.set(id, at);
      newest = Math.max(newest, at);
    }
    this.#newest.set(kind, newest);
  }

  /** Documents that the database has otherwise. They stay so until they are sent. */
  async differences(): Promise<Touched[]> {
    const found: Touched[] = [];
    for (const [kind, times] of this.#times) {
      const ids = kind === SETTINGS ? await this.#settings(times) : await this.#differing(kind, times);
      for (const id of ids) found.push({ kind, id });
    }
    return found;
  }

  async #settings(times: Map<string, number>): Promise<string[]> {
    const { at } = await this.#reader.settings();
    return at === times.get('') ? [] : [''];
  }

  async #differing(kind: string, times: Map<string, number>): Promise<Iterable<string>> {
    const since = Math.max(0, (this.#newest.get(kind) ?? 0) - OVERLAP_MS);
    const differ = ({ id, at }: Written) => times.get(id) !== at;
    const recent = (await this.#reader.writtenSince(kind, since)).filter(differ);
    const unknown = recent.filter(({ id }) => !times.has(id)).length;
    if ((await this.#reader.count(kind)) === times.size + unknown) return recent.map(({ id }) => id);
    const all = await this.#reader.writtenSince(kind, 0);
    const present = new Set(all.map(({ id }) => id));
    const gone = [...times.keys()].filter((id) => !present.has(id));
    return [...gone, ...all.filter(differ).map(({ id }) => id)];
  }
}

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
