import { retry } from './retry.ts';
import type { Change, DocumentSource } from './types.ts';

/** Milliseconds before a load that failed is tried again: doubled each time. */
const PAUSE = { first: 500, longest: 30_000 };

export interface SubscriptionOptions {
  source: DocumentSource;
  load(changes: AsyncIterable<Change[]>): Promise<void>;
  apply(changes: readonly Change[]): Promise<void>;
  /** `isUpToDate` may have changed. */
  onChange(): void;
  onError(message: string, error: unknown): void;
}

/** A read model's subscription to one source, with the loads that it takes. */
export class Subscription {
  readonly #options: SubscriptionOptions;
  readonly #unsubscribe: () => void;
  #isActive = true;
  #isCurrent = true;
  /** Whether everything has been loaded, and no change lost since. */
  #hasAll = false;
  #loading: Promise<void> | undefined;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
    this.#unsubscribe = options.source.subscribe({
      changed: (changes) => this.#apply(changes),
      lost: () => void this.#loadAgain().catch(() => {}),
      current: (isCurrent) => {
        this.#isCurrent = isCurrent;
        options.onChange();
      },
    });
  }

  /** Whether everything that is committed shows. */
  get isUpToDate(): boolean {
    return this.#isActive && this.#isCurrent && this.#hasAll && !this.#loading;
  }

  /** Loads everything, and again if changes were lost meanwhile. */
  load(): Promise<void> {
    this.#loading = this.#follow(this.#loadAll());
    return this.#loading;
  }

  end(): void {
    this.#isActive = false;
    this.#unsubscribe();
    this.#options.onChange();
  }

  /** A save waits until the lists show it: where a change can't be taken, until everything is loaded again. */
  async #apply(changes: Change[]): Promise<void> {
    // What a source still says would undo what the next one has loaded.
    if (!this.#isActive) return;
    try {
      await this.#options.apply(changes);
    } catch (error) {
      this.#options.onError('A change could not be taken; everything is loaded again.', error);
      await this.#loadAgain();
    }
  }

  async #loadAll(): Promise<void> {
    const { source, load } = this.#options;
    while (this.#isActive && !this.#hasAll) {
      // Losing changes takes it back.
      this.#hasAll = true;
      try {
        await load(source.load());
      } catch (error) {
        this.#hasAll = false;
        throw error;
      }
    }
  }

  /** Loads until that succeeds; rejects if the subscription ends before. */
  #retry(): Promise<void> {
    const failed = (error: unknown, wait: number) => {
      this.#requireActive();
      this.#options.onError(`The lists could not be loaded again; trying in ${wait / 1000} s.`, error);
    };
    const load = async () => {
      while (!this.#hasAll) {
        this.#requireActive();
        await this.#loadAll();
      }
    };
    return retry(load, { ...PAUSE, ref: false, failed });
  }

  #requireActive(): void {
    if (!this.#isActive) throw new Error('The subscription to the documents has ended.');
  }

  /** Resolves when everything has been loaded again, also by a load that is under way. */
  #loadAgain(): Promise<void> {
    this.#hasAll = false;
    this.#options.onChange();
    this.#loading ??= this.#follow(this.#retry());
    return this.#loading;
  }

  async #follow(loading: Promise<void>): Promise<void> {
    try {
      await loading;
    } finally {
      this.#loading = undefined;
      this.#options.onChange();
    }
    if (this.#isActive && !this.#hasAll) await this.#loadAgain();
  }
}
