import { setTimeout as sleep } from 'node:timers/promises';
import type { Change, Epoch } from '../../endpoints/read-model/index.ts';
import type { Touched } from './watching/watch.ts';

/** Between attempts to read, in milliseconds. */
const RETRY = 250;

export interface WriteQueueOptions {
  read(touched: Touched[]): Promise<Change[]>;
  /** The epoch of what is read now. */
  epoch(): Epoch | undefined;
  /** Resolves when the changes show. */
  publish(changes: Change[]): Promise<void>;
  /** Told when a change could not be read, and when all have been. */
  setHealthy(isHealthy: boolean, reason?: unknown): void;
  /** How long a save waits until it shows, in milliseconds: longer than an election takes. @default 30000 */
  timeout?: number;
}

/**
 * Reads what was written, one batch after the other, so that of two saves of a document the later state is published last.
 * What comes meanwhile is one batch: an outage leaves no long queue. It goes on while a batch is not shown yet.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  #touched = new Map<string, Touched>();
  /** What ends each wait. */
  readonly #waiting = new Set<() => void>();
  /** Those for writes that have not been read. */
  #unread: (() => void)[] = [];
  #isBusy = false;
  #isClosed = false;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  /** Resolves when the writes show. If that takes too long, it resolves all the same, and goes on trying. */
  add(touched: Touched[]): Promise<void> {
    if (this.#isClosed || touched.length === 0) return Promise.resolve();
    this.#put(touched);
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(late);
        this.#waiting.delete(end);
        resolve();
      };
      // It keeps the process alive, too: somebody awaits the save.
      const late = setTimeout(end, this.#options.timeout ?? 30_000);
      this.#waiting.add(end);
      this.#unread.push(end);
      if (!this.#isBusy) void this.#work();
    });
  }

  /** Ends every wait, and publishes nothing any more. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#waiting) end();
  }

  #put(touched: Touched[]): void {
    for (const each of touched) this.#touched.set(`${each.kind}/${each.id}`, each);
  }

  async #work(): Promise<void> {
    const { epoch, read, publish, setHealthy } = this.#options;
    this.#isBusy = true;
    while (this.#touched.size > 0 && !this.#isClosed) {
      const touched = [...this.#touched.values()];
      this.#touched.clear();
      const { length } = this.#unread;
      const before = epoch();
      try {
        const changes = await read(touched);
        if (this.#isClosed) break;
        setHealthy(true);
        if (epoch() !== before) {
          // It may be older than a load of the epoch that has begun.
          this.#put(touched);
          continue;
        }
        const ends = this.#unread.splice(0, length);
        void publish(changes).then(() => {
          for (const end of ends) end();
        });
      } catch (error) {
        this.#put(touched);
        if (this.#isClosed) break;
        setHealthy(false, error);
        await sleep(RETRY, undefined, { ref: false });
      }
    }
    this.#isBusy = false;
  }
}
