import { setTimeout as pause } from 'node:timers/promises';
import type { Change, DocumentSource } from './types.ts';

/** Milliseconds before a load that failed is tried again: doubled each time. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

export interface ConnectionOptions {
  source: DocumentSource;
  load(changes: AsyncIterable<Change[]>): Promise<void>;
  apply(changes: readonly Change[]): Promise<void>;
  /** `isUpToDate` may have changed. */
  onChange(): void;
  onError(message: string, error: unknown): void;
}

/** A read model's hold on one source, from the subscription on. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #unsubscribe: () => void;
  #isConnected = true;
  #isCurrent = true;
  #isLoading = false;
  #isLoadingAgain = false;
  #hasAll = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#unsubscribe = options.source.subscribe({
      changed: (changes) => options.apply(changes),
      lost: () => this.#lost(),
      current: (isCurrent) => {
        this.#isCurrent = isCurrent;
        options.onChange();
      },
    });
  }

  /** Whether everything that is committed shows. */
  get isUpToDate(): boolean {
    return this.#isConnected && this.#isCurrent && this.#hasAll && !this.#isLoading;
  }

  /** Loads everything, and again if changes were lost meanwhile. */
  async load(): Promise<void> {
    const { source, load, onChange } = this.#options;
    this.#isLoading = true;
    try {
      while (this.#isConnected && !this.#hasAll) {
        // Losing changes takes it back.
        this.#hasAll = true;
        await load(source.load());
      }
    } catch (error) {
      this.#hasAll = false;
      throw error;
    } finally {
      this.#isLoading = false;
      onChange();
    }
  }

  end(): void {
    this.#isConnected = false;
    this.#unsubscribe();
    this.#options.onChange();
  }

  #lost(): void {
    this.#hasAll = false;
    this.#options.onChange();
    if (!this.#isLoading && !this.#isLoadingAgain) void this.#loadAgain();
  }

  async #loadAgain(): Promise<void> {
    this.#isLoadingAgain = true;
    let wait = FIRST_PAUSE;
    while (this.#isConnected && !this.#hasAll) {
      try {
        await this.load();
      } catch (error) {
        if (!this.#isConnected) break;
        this.#options.onError(`The lists could not be loaded again; trying in ${wait / 1000} s.`, error);
        await pause(wait, undefined, { ref: false });
        wait = Math.min(2 * wait, LONGEST_PAUSE);
      }
    }
    this.#isLoadingAgain = false;
  }
}
