import { setTimeout as sleep } from 'node:timers/promises';
import type { Change, DocumentSource, Follower, Load } from '../../../endpoints/read-model/index.ts';
import { Horizon, Publisher, WriteQueue } from '../../../src/changes/index.ts';
import { LIST, type ModelDatabase, type ModelMoment } from './modelDatabase.ts';

/** The milliseconds that a read of what was written takes, and each batch of a load. */
export interface Slow {
  read: number;
  load: number;
}

/** A cms over a database in memory, whose faults a test makes. */
export class ModelCms implements DocumentSource {
  readonly #database: ModelDatabase;
  readonly #horizon = new Horizon<ModelMoment>();
  readonly #publisher = new Publisher({ info() {}, warn() {} });
  readonly #queue: WriteQueue;
  /** What others wrote while the database was away. */
  readonly #missed = new Set<number>();
  readonly #slow: Slow;
  #hasLost = false;
  #isAway = false;
  /** The batch at which the next load fails. */
  failsAt: number | undefined;
  /** How many reads of what was written fail. */
  unreadable = 0;
  loads = 0;

  constructor(database: ModelDatabase, slow: Slow) {
    this.#database = database;
    this.#slow = slow;
    this.#queue = new WriteQueue({
      read: async (touched) => {
        if (this.unreadable-- > 0) throw new Error('the database is away');
        await this.#reached();
        const changes = touched.map(({ id }) => database.change(Number(id)));
        await sleep(slow.read);
        return changes;
      },
      epoch: () => this.#publisher.epoch,
      publish: (changes) => this.#publisher.publish(changes),
      setHealthy: (isHealthy) => this.#publisher.setHealthy('queue', isHealthy),
    });
    this.#begin();
  }

  /** Nothing is heard of what others write. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Gives when a document was written, and what resolves when every follower shows that. */
  write(
    id: number,
    title: string | null,
    { isOwn }: { isOwn: boolean },
  ): { at: number; shown: Promise<void> } {
    const at = this.#database.commit(id, title);
    if (isOwn || !this.#isAway) return { at, shown: this.#tell([id]) };
    this.#missed.add(id);
    return { at, shown: Promise.resolve() };
  }

  lose(): void {
    this.#isAway = true;
    this.#publisher.setHealthy('watch', false);
  }

  /** Others are heard of again: what was missed is told, or a new epoch begins. */
  async find(how: 'told' | 'anew'): Promise<void> {
    if (!this.#isAway) return;
    const isTold = how === 'told' && !this.#hasLost;
    while (isTold && this.#missed.size > 0) {
      const missed = [...this.#missed];
      this.#missed.clear();
      await this.#tell(missed);
    }
    this.#missed.clear();
    this.#hasLost = false;
    this.#isAway = false;
    if (!isTold) this.#begin();
    this.#publisher.setHealthy('watch', true);
  }

  /** Others write what nobody is told of. */
  writePast(id: number, title: string | null): void {
    this.#database.commit(id, title);
    if (this.#isAway) this.#hasLost = true;
    else this.#begin();
  }

  async load(): Promise<Load> {
    this.loads += 1;
    return { epoch: await this.#publisher.untilBegun(), changes: this.#read() };
  }

  follow(follower: Follower): () => void {
    return this.#publisher.follow(follower);
  }

  #begin(): void {
    this.#horizon.heard(this.#database.now());
    this.#publisher.begin();
  }

  async #reached(): Promise<void> {
    await this.#database.reaches(await this.#horizon.moment(async () => this.#database.now()));
  }

  async *#read(): AsyncGenerator<Change[]> {
    const fails = this.failsAt;
    this.failsAt = undefined;
    await this.#reached();
    yield [{ settings: { collation: 'el', lists: {} } }];
    for (const [batch, id] of [...this.#database.titles().keys()].entries()) {
      if (batch === fails) throw new Error('the database is away');
      await sleep(this.#slow.load);
      yield [this.#database.change(id)];
    }
  }

  #tell(ids: number[]): Promise<void> {
    this.#horizon.heard(this.#database.now());
    return this.#queue.add(ids.map((id) => ({ kind: LIST, id: String(id) })));
  }
}
