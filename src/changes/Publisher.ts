import { randomUUID } from 'node:crypto';
import type { Change, Epoch, Follower } from '../../endpoints/read-model/index.ts';
import { describeError } from '../system/logging/describeError.ts';

/** What keeps the epoch from being said. */
export type Part = 'watch' | 'queue';

const MESSAGES: Record<Part, { no: string; yes: string }> = {
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
  readonly #deaf = new Set<Part>();
  #epoch: Epoch | undefined;
  #said: Epoch | undefined;
  /** Who waits for an epoch. */
  #waiting: ((epoch: Epoch) => void)[] = [];

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get hasFollowers(): boolean {
    return this.#followers.size > 0;
  }

  /** The epoch of what is read now, said or not. */
  get epoch(): Epoch | undefined {
    return this.#epoch;
  }

  /** The same, once there is one. */
  async untilBegun(): Promise<Epoch> {
    return this.#epoch ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** From here on every write is heard of; before, some may have been missed. */
  begin(): void {
    const epoch = randomUUID();
    this.#epoch = epoch;
    this.hears('watch', true);
    this.#say();
    for (const resolve of this.#waiting.splice(0)) resolve(epoch);
  }

  /** No write is heard of any more. */
  end(): void {
    this.#epoch = undefined;
    this.#deaf.clear();
    this.#say();
  }

  /** The epoch is said while both parts hear. */
  hears(part: Part, isHearing: boolean, reason?: unknown): void {
    if (this.#deaf.has(part) !== isHearing) return;
    if (isHearing) {
      this.#deaf.delete(part);
      this.#logger.info(MESSAGES[part].yes);
    } else {
      this.#deaf.add(part);
      this.#logger.warn(`${MESSAGES[part].no} ${reason ? describeError(reason) : ''}`.trimEnd());
    }
    this.#say();
  }

  /** Resolves when every follower shows the changes, or has gone. */
  async publish(changes: readonly Change[]): Promise<void> {
    await Promise.allSettled([...this.#followers].map((follower) => follower.changed(changes, this.#epoch)));
  }

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    follower.epoch(this.#said);
    return () => this.#followers.delete(follower);
  }

  #say(): void {
    const said = this.#deaf.size === 0 ? this.#epoch : undefined;
    if (said === this.#said) return;
    this.#said = said;
    for (const follower of this.#followers) follower.epoch(said);
  }
}
