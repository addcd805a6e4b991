import { setTimeout as sleep } from 'node:timers/promises';
import type { Touched } from './watching/watch.ts';

/** Between attempts to tell, in milliseconds. */
const RETRY = 250;

export interface AnnouncementsOptions {
  /** Reads what was touched and tells it. */
  tell(touched: Touched[]): Promise<void>;
  /** Told when a change could not be told at first, and when all have been. */
  current(isCurrent: boolean, reason?: unknown): void;
  /** How long a save waits for its change to be told, in milliseconds: longer than an election takes. @default 30000 */
  patience?: number;
}

/**
 * Tells changes one after the other, so that of two saves of a document the later state is told last. What comes in
 * meanwhile is told in one go: so an outage leaves no long queue.
 */
export class Announcements {
  readonly #options: AnnouncementsOptions;
  #touched = new Map<string, Touched>();
  #waiting: (() => void)[] = [];
  #working = false;
  /** Those who wait: aborted, they wait no longer. */
  readonly #patience = new Set<AbortController>();
  #closed = false;

  constructor(options: AnnouncementsOptions) {
    this.#options = options;
  }

  /** Resolves when the change has been told. If that takes too long, it resolves all the same, and goes on trying. */
  async add(touched: Touched[]): Promise<void> {
    if (this.#closed || touched.length === 0) return;
    this.#put(touched);
    const patience = new AbortController();
    const told = new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#patience.add(patience);
    const { signal } = patience;
    const late = sleep(this.#options.patience ?? 30_000, undefined, { signal, ref: false }).catch(() => {});
    if (!this.#working) void this.#work();
    await Promise.race([told, late]);
    this.#patience.delete(patience);
    patience.abort();
  }

  /** Ends every wait, and tells nothing any more. */
  close(): void {
    this.#closed = true;
    for (const patience of this.#patience) patience.abort();
  }

  #put(touched: Touched[]): void {
    for (const each of touched) this.#touched.set(`${each.kind}/${each.id}`, each);
  }

  async #work(): Promise<void> {
    this.#working = true;
    while (this.#touched.size > 0 && !this.#closed) {
      const touched = this.#touched;
      const waiting = this.#waiting;
      this.#touched = new Map();
      this.#waiting = [];
      try {
        await this.#options.tell([...touched.values()]);
        for (const resolve of waiting) resolve();
        this.#options.current(true);
      } catch (error) {
        this.#put([...touched.values()]);
        this.#waiting.push(...waiting);
        if (this.#closed) break;
        this.#options.current(false, error);
        await sleep(RETRY, undefined, { ref: false });
      }
    }
    this.#working = false;
  }
}
