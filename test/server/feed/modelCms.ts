import type { Change, DocumentSource } from '../../../endpoints/read-model/index.ts';
import { usefulLink } from '../../endpoints/support/readModel.ts';

/** A span in which every committed change is told. */
type Epoch = string;

interface Follower {
  epoch(epoch: Epoch | undefined): void;
  changed(changes: readonly Change[]): Promise<void>;
}

let epochs = 0;

/** A database in memory. `null` is a document that is gone. */
export class ModelDatabase {
  readonly now = new Map<number, string | null>();
  /** All that was ever committed of each document, the latest last. */
  readonly committed = new Map<number, (string | null)[]>();

  commit(id: number, title: string | null): void {
    this.now.set(id, title);
    this.committed.set(id, [...(this.committed.get(id) ?? []), title]);
  }

  change(id: number): Change {
    const title = this.now.get(id) ?? null;
    return title === null
      ? { kind: 'service-useful-links', id: `l${id}`, document: null }
      : usefulLink(id, { title });
  }
}

/** A cms over it, whose faults a test makes. It tells documents as they are when it reads them. */
export class ModelCms {
  readonly #database: ModelDatabase;
  readonly #followers = new Set<Follower>();
  #epoch = `epoch ${++epochs}`;
  /** Written while the database was away. */
  readonly #missed = new Set<number>();
  #isAway = false;
  /** The batch at which the next load fails. */
  failsAt: number | undefined;
  loads = 0;

  constructor(database: ModelDatabase) {
    this.#database = database;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** A save by this cms, or by another process, heard of. Resolves when every follower shows it. */
  async write(id: number, title: string | null): Promise<void> {
    this.#database.commit(id, title);
    if (this.#isAway) this.#missed.add(id);
    else await this.#publish([id]);
  }

  /** Nothing is heard of the database; others write to it all the same. */
  lose(): void {
    this.#isAway = true;
    this.#say();
  }

  /** It is heard of again: what was missed is told, or a new epoch begins. */
  async find(how: 'told' | 'anew'): Promise<void> {
    if (how === 'anew' && this.#isAway) this.#epoch = `epoch ${++epochs}`;
    else while (this.#missed.size > 0) await this.#publishMissed();
    this.#missed.clear();
    this.#isAway = false;
    this.#say();
  }

  async load(): Promise<{ epoch: Epoch; changes: AsyncIterable<Change[]> }> {
    this.loads += 1;
    return { epoch: this.#epoch, changes: this.#read() };
  }

  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    follower.epoch(this.#isAway ? undefined : this.#epoch);
    return () => this.#followers.delete(follower);
  }

  async *#read(): AsyncGenerator<Change[]> {
    const fails = this.failsAt;
    this.failsAt = undefined;
    yield [{ settings: { collation: 'el', lists: {} } }];
    for (const [batch, id] of [...this.#database.now.keys()].entries()) {
      if (batch === fails) throw new Error('the database is away');
      await new Promise(setImmediate);
      yield [this.#database.change(id)];
    }
  }

  async #publish(ids: number[]): Promise<void> {
    const changes = ids.map((id) => this.#database.change(id));
    await Promise.allSettled([...this.#followers].map((follower) => follower.changed(changes)));
  }

  async #publishMissed(): Promise<void> {
    const missed = [...this.#missed];
    this.#missed.clear();
    await this.#publish(missed);
  }

  #say(): void {
    for (const follower of this.#followers) follower.epoch(this.#isAway ? undefined : this.#epoch);
  }
}

/** An epoch in the words of a subscription: changes are lost when another begins; it is current while one is said. */
export function inTodaysWords(cms: ModelCms): DocumentSource {
  return {
    async *load() {
      yield* (await cms.load()).changes;
    },
    subscribe(subscriber) {
      let last: Epoch | undefined;
      return cms.follow({
        epoch(epoch) {
          if (epoch && last && epoch !== last) subscriber.lost();
          last = epoch ?? last;
          subscriber.current(epoch !== undefined);
        },
        changed: async (changes) => subscriber.changed([...changes]),
      });
    },
  };
}
