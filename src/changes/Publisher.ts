import { randomUUID } from 'node:crypto';
import type { Change, Epoch, Follower } from '../../endpoints/read-model/index.ts';
import { describeError } from '../system/logging/describeError.ts';

/** What must be healthy before the epoch is announced. */
export type Source = 'watch' | 'queue';

const MESSAGES: Record<Source, { no: string; yes: string }> = {
  watch: {
    no: 'Changes of other processes are not heard of; trying again.',
    yes: 'Changes of other processes are heard of again.',
  },
  queue: {
    no: 'A change is saved, but the lists could not be told yet; trying again.',
    yes: 'The lists have been told of every change.',
  },
};

interface Logger {
  info(message: string): void;
  warn(message: string): void;
}

/** The epoch and the followers of one Payload. */
export class Publisher {
  readonly #logger: Logger;
  readonly #followers = new Set<Follower>();
  readonly #failing = new Set<Source>();
  #epoch: Epoch | undefined;
  #announced: Epoch | undefined;
  /** Who waits for an epoch. */
  #waiting: ((epoch: Epoch) => void)[] = [];

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get hasFollowers(): boolean {
    return this.#followers.size > 0;
  }

  /** The epoch of what is read now, announced or not. */
  get epoch(): Epoch | undefined {
    return this.#epoch;
  }

  /** The same, once there is one. */
  async untilBegun(): Promise<Epoch> {
    return this.#epoch ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** From here on every write is noticed; before, some may have been missed. */
  begin(): void {
    const epoch = randomUUID();
    this.#epoch = epoch;
    this.setHealthy('watch', true);
    this.#announce();
    for (const resolve of this.#waiting.splice(0)) resolve(epoch);
  }

  /** No write is noticed any more. */
  end(): void {
    this.#epoch = undefined;
    this.#failing.clear();
    this.#announce();
  }

  /** The epoch is announced while both sources are healthy. */
  setHealthy(source: Source, isHealthy: boolean, reason?: unknown): void {
    if (this.#failing.has(source) !== isHealthy) return;
    if (isHealthy) {
      this.#failing.delete(source);
      this.#logger.info(MESSAGES[source].yes);
    } else {
      this.#failing.add(source);
      this.#logger.warn(`${MESSAGES[source].no} ${reason ? describeError(reason) : ''}`.trimEnd());
    }
    this.#announce();
  }

  /** Resolves when every follower shows the changes, or has gone. */
  async publish(changes: readonly Change[]): Promise<void> {
    await Promise.allSettled([...this.#followers].map((follower) => follower.changed(changes, this.#epoch)));
  }

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    follower.epoch(this.#announced);
    return () => this.#followers.delete(follower);
  }

  #announce(): void {
    const announced = this.#failing.size === 0 ? this.#epoch : undefined;
    if (announced === this.#announced) return;
    this.#announced = announced;
    for (const follower of this.#followers) follower.epoch(announced);
  }
}
