import type { ChangeQueue } from './ChangeQueue.ts';
import { Pace } from './Pace.ts';
import { State, type StateOptions } from './State.ts';
import type { Change } from './types.ts';

export type Changes = AsyncIterable<Change[]> | Iterable<Change[]>;

/** Loads of everything: each makes a state beside the one that is served, with the changes that come meanwhile. */
export class Loads {
  readonly #served: ChangeQueue;
  readonly #options: StateOptions;
  /** Those that are under way, with what has been applied since each began. */
  readonly #underWay = new Map<Promise<void>, Change[]>();
  #begun = 0;
  /** The number of the load whose state is served; 0 before the first. */
  #shown = 0;

  constructor(served: ChangeQueue, options: StateOptions) {
    this.#served = served;
    this.#options = options;
  }

  /** Whether one has ended well. */
  get loaded(): boolean {
    return this.#shown > 0;
  }

  load(changes: Changes): Promise<void> {
    const meanwhile: Change[] = [];
    const loading = this.#load(changes, meanwhile).finally(() => this.#underWay.delete(loading));
    this.#underWay.set(loading, meanwhile);
    return loading;
  }

  /** Has every load that is under way show these changes too. */
  add(changes: readonly Change[]): void {
    for (const meanwhile of this.#underWay.values()) meanwhile.push(...changes);
  }

  /** Resolves when those that are under way have ended, well or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay.keys());
  }

  async #load(changes: Changes, meanwhile: Change[]): Promise<void> {
    this.#begun += 1;
    const number = this.#begun;
    const all: Change[] = [];
    for await (const batch of changes) for (const change of batch) all.push(change);
    const pace = new Pace();
    const next = new State(this.#options);
    await pace.run(await next.prepare(all, pace, this.#served.state));
    while (meanwhile.length > 0) await pace.run(await next.prepare(meanwhile.splice(0), pace));
    if (number < this.#shown) return;
    this.#shown = number;
    this.#served.state = next;
  }
}
