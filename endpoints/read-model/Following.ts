import { retry } from './retry.ts';
import type { Served } from './Served.ts';
import type { Change, DocumentSource, Epoch } from './types.ts';

/** Milliseconds before a load that failed is tried again: doubled each time. */
const PAUSE = { first: 500, longest: 30_000 };

export interface FollowingOptions {
  source: DocumentSource;
  served: Served;
  /** `isLive` may have changed. */
  onChange(): void;
  onError(message: string, error: unknown): void;
}

/** Follows one source: takes its changes, and loads everything when it says another epoch than the one that is shown. */
export class Following {
  readonly #options: FollowingOptions;
  readonly #unfollow: () => void;
  /** What the source has said last, and whether it says it now. */
  #heard: Epoch | undefined;
  #isHeard = false;
  /** What is in place; cleared by a change that could not be taken. */
  #shown: Epoch | undefined;
  #loading: Promise<void> | undefined;
  #hasLoaded = false;
  #isOver = false;

  constructor(options: FollowingOptions) {
    this.#options = options;
    this.#unfollow = options.source.follow({
      epoch: (epoch) => this.#hear(epoch),
      changed: (changes) => this.#take(changes),
    });
  }

  /** Whether everything that is committed shows. */
  get isLive(): boolean {
    return !this.#isOver && this.#isHeard && this.#shown === this.#heard;
  }

  /** Loads until what is heard is shown. @throws if the first load fails, or the source is no longer followed */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  end(): void {
    this.#isOver = true;
    this.#unfollow();
    this.#options.onChange();
  }

  #hear(epoch: Epoch | undefined): void {
    if (this.#isOver) return;
    this.#isHeard = epoch !== undefined;
    this.#heard = epoch ?? this.#heard;
    this.#options.onChange();
    if (this.#isBehind) void this.load().catch(() => {});
  }

  get #isBehind(): boolean {
    return !this.#isOver && this.#isHeard && this.#heard !== this.#shown;
  }

  /** A save waits until the lists show it: where a change can't be taken, until everything is loaded again. */
  async #take(changes: readonly Change[]): Promise<void> {
    // What a source still says would undo what the next one has loaded.
    if (this.#isOver) return;
    try {
      await this.#options.served.apply(changes);
    } catch (error) {
      this.#options.onError('A change could not be taken; everything is loaded again.', error);
      this.#shown = undefined;
      this.#options.onChange();
      await this.load();
    }
  }

  #load(): Promise<void> {
    const { onChange, onError } = this.#options;
    const work = async () => {
      do {
        if (this.#isOver) throw new Error('The subscription to the documents has ended.');
        await this.#loadOnce();
        onChange();
      } while (this.#isBehind || !this.#hasLoaded);
      this.#loading = undefined;
    };
    const failed = (error: unknown, wait: number) => {
      if (this.#isOver || !this.#hasLoaded) {
        this.#loading = undefined;
        throw error;
      }
      onError(`The lists could not be loaded again; trying in ${wait / 1000} s.`, error);
    };
    return retry(work, { ...PAUSE, ref: false, failed });
  }

  /** Where another epoch begins between question and answer, what was told meanwhile may be older than the load. */
  async #loadOnce(): Promise<void> {
    const { source, served } = this.#options;
    const before = this.#heard;
    let epoch: Epoch | undefined;
    let isOfHeard = false;
    const changes = source.load().then((load) => {
      epoch = load.epoch;
      isOfHeard = (before ?? epoch) === epoch && (this.#heard ?? epoch) === epoch;
      return load.changes;
    });
    if (!(await served.load(changes, () => isOfHeard && !this.#isOver))) return;
    this.#shown = epoch;
    this.#hasLoaded = true;
  }
}
