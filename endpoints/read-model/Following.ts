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
  /** What the source says. */
  #heard: Epoch | undefined;
  /** What is in place; cleared by a change that could not be taken. */
  #shown: Epoch | undefined;
  /** In which epoch the first change was told since a load was asked for. */
  #first: { epoch: Epoch | undefined } | undefined;
  #loading: Promise<void> | undefined;
  #hasLoaded = false;
  #isOver = false;

  constructor(options: FollowingOptions) {
    this.#options = options;
    this.#unfollow = options.source.follow({
      epoch: (epoch) => this.#hear(epoch),
      changed: (changes, epoch) => this.#take(changes, epoch),
    });
  }

  /** Whether everything that is committed shows. */
  get isLive(): boolean {
    return !this.#isOver && this.#shown !== undefined && this.#shown === this.#heard;
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
    this.#heard = epoch;
    this.#options.onChange();
    if (this.#wantsLoad) void this.load().catch(() => {});
  }

  get #wantsLoad(): boolean {
    return this.#heard !== undefined && this.#heard !== this.#shown;
  }

  /** A save waits until the lists show it: where a change can't be taken, until everything is loaded again. */
  async #take(changes: readonly Change[], epoch: Epoch | undefined): Promise<void> {
    // What a source still says would undo what the next one has loaded.
    if (this.#isOver) return;
    this.#first ??= { epoch };
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
    const { onError } = this.#options;
    const work = async () => {
      let before: Epoch | undefined;
      // A load may be of an epoch that is heard a moment later.
      do before = this.#heard;
      while (!(await this.#loadOnce()) || (this.#wantsLoad && this.#heard !== before));
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

  /** Resolves to whether it shows: not where what was told meanwhile, and is brought into it, may be older. */
  async #loadOnce(): Promise<boolean> {
    if (this.#isOver) throw new Error('The documents are no longer followed.');
    const { source, served, onChange } = this.#options;
    let epoch: Epoch | undefined;
    this.#first = undefined;
    const changes = source.load().then((load) => {
      epoch = load.epoch;
      return load.changes;
    });
    const isWanted = () => !this.#isOver && (!this.#first || this.#first.epoch === epoch);
    if (!(await served.load(changes, isWanted))) return false;
    this.#shown = epoch;
    this.#hasLoaded = true;
    onChange();
    return true;
  }
}
