import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '../../../endpoints/read-model/index.ts';
import { usefulLink } from '../../endpoints/support/readModel.ts';

export const LIST = 'service-useful-links';
/** How long a read waits for a majority, in milliseconds. */
const TIMEOUT = 30;

/** A point in the order of its writes. */
export class ModelMoment {
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }

  greaterThan(other: ModelMoment): boolean {
    return this.at > other.at;
  }
}

interface Write {
  at: number;
  id: number;
  /** Null: the document is gone. */
  title: string | null;
}

/** A replica set in memory: a majority has each write a moment later, and what it has not a failover takes back. */
export class ModelDatabase {
  /** What a majority has, the latest last. */
  readonly kept: Write[] = [];
  #waiting: Write[] = [];
  #clock = 0;
  #keptTo = 0;
  #isLagging = false;

  /** The latest write. */
  now(): ModelMoment {
    return new ModelMoment(this.#clock);
  }

  /** Gives when it was. */
  commit(id: number, title: string | null): number {
    this.#clock += 1;
    this.#waiting.push({ at: this.#clock, id, title });
    setImmediate(() => this.#keep());
    return this.#clock;
  }

  lag(): void {
    this.#isLagging = true;
  }

  catchUp(): void {
    this.#isLagging = false;
    this.#keep();
  }

  failOver(): void {
    this.#waiting = [];
    this.#clock += 1;
    this.catchUp();
  }

  /** The titles that a majority has. */
  titles(): Map<number, string> {
    const titles = new Map<number, string>();
    for (const { id, title } of this.kept) {
      if (title === null) titles.delete(id);
      else titles.set(id, title);
    }
    return titles;
  }

  change(id: number): Change {
    const title = this.titles().get(id);
    return title === undefined ? { kind: LIST, id: `l${id}`, document: null } : usefulLink(id, { title });
  }

  /** Resolves when a majority has what was written by then. */
  async reaches(moment: ModelMoment | undefined): Promise<void> {
    for (let waited = 0; this.#keptTo < (moment?.at ?? 0); waited += 1) {
      if (waited === TIMEOUT) throw new Error('no majority');
      await sleep(1);
    }
  }

  #keep(): void {
    if (this.#isLagging) return;
    this.kept.push(...this.#waiting.splice(0));
    this.#keptTo = this.#clock;
  }
}
