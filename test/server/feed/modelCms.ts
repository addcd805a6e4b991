import type { Change, DocumentSource, Follower, Load } from '../../../endpoints/read-model/index.ts';
import { Publisher, WriteQueue } from '../../../src/documents/index.ts';
import { usefulLink } from '../../endpoints/support/readModel.ts';

const LIST = 'service-useful-links';

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
    return title === null ? { kind: LIST, id: `l${id}`, document: null } : usefulLink(id, { title });
  }
}

/** A cms over it, whose faults a test makes. */
export class ModelCms implements DocumentSource {
  readonly #database: ModelDatabase;
  readonly #publisher = new Publisher({ info() {}, warn() {} });
  readonly #queue: WriteQueue;
  /** Written while the database was away. */
  readonly #missed = new Set<number>();
  #isAway = false;
  /** The batch at which the next load fails. */
  failsAt: number | undefined;
  /** How many reads of what was written fail. */
  unreadable = 0;
  loads = 0;

  constructor(database: ModelDatabase) {
    this.#database = database;
    this.#queue = new WriteQueue({
      read: async (touched) => {
        if (this.unreadable-- > 0) throw new Error('the database is away');
        const changes = touched.map(({ id }) => database.change(Number(id)));
        await new Promise(setImmediate);
        return changes;
      },
      epoch: () => this.#publisher.epoch,
      publish: (changes) => this.#publisher.publish(changes),
      hears: (isHearing) => this.#publisher.hears('queue', isHearing),
    });
    this.#publisher.begin();
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** A save by this cms, or by another process, heard of. Resolves when every follower shows it. */
  async write(id: number, title: string | null): Promise<void> {
    this.#database.commit(id, title);
    if (this.#isAway) this.#missed.add(id);
    else await this.#tell([id]);
  }

  /** Nothing is heard of the database; others write to it all the same. */
  lose(): void {
    this.#isAway = true;
    this.#publisher.hears('watch', false);
  }

  /** It is heard of again: what was missed is told, or a new epoch begins. */
  async find(how: 'told' | 'anew'): Promise<void> {
    if (!this.#isAway) return;
    while (how === 'told' && this.#missed.size > 0) {
      const missed = [...this.#missed];
      this.#missed.clear();
      await this.#tell(missed);
    }
    this.#missed.clear();
    this.#isAway = false;
    if (how === 'anew') this.#publisher.begin();
    this.#publisher.hears('watch', true);
  }

  /** Others have written what cannot be told. */
  begin(): void {
    if (!this.#isAway) this.#publisher.begin();
  }

  async load(): Promise<Load> {
    this.loads += 1;
    return { epoch: await this.#publisher.untilBegun(), changes: this.#read() };
  }

  follow(follower: Follower): () => void {
    return this.#publisher.follow(follower);
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

  #tell(ids: number[]): Promise<void> {
    return this.#queue.add(ids.map((id) => ({ kind: LIST, id: String(id) })));
  }
}
