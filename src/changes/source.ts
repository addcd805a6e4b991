import type { BasePayload, PayloadRequest } from 'payload';
import { MEDIA, portalOf } from '../../collections/portal/portal.ts';
import {
  type Change,
  type DocumentSource,
  type Follower,
  type Load,
  retry,
} from '../../endpoints/read-model/index.ts';
import { type AfterCommit, afterCommit } from '../payload/database/transactions.ts';
import { Publisher } from './Publisher.ts';
import { everything, Reader, SETTINGS } from './reader.ts';
import { WriteQueue } from './WriteQueue.ts';
import { type Database, openDatabase } from './watching/openDatabase.ts';
import { bounded, Horizon, type Moment } from './watching/replicaSet.ts';
import type { Touched } from './watching/watch.ts';

/** Between attempts to begin to hear of changes, in milliseconds. */
const RETRY = 1000;

/** The documents of one Payload instance, and every committed change of them, by any process. */
export class PayloadDocuments implements DocumentSource {
  readonly #payload: BasePayload;
  #reader: Reader;
  readonly #commits: AfterCommit<Touched>;
  #queue: WriteQueue;
  readonly #publisher: Publisher;
  readonly #horizon = new Horizon();
  #opening: Promise<Database> | undefined;
  #isClosed = false;

  constructor(payload: BasePayload) {
    this.#payload = payload;
    this.#reader = new Reader(payload, portalOf(payload.config));
    this.#publisher = new Publisher(payload.logger);
    this.#commits = afterCommit<Touched>(payload, (touched, at) => this.#committed(touched, at));
    this.#queue = this.#newQueue();
    this.#followConnection();
  }

  /** Ends with the connection; begins again with a new one, as a development server makes when the config changes. */
  #followConnection(): void {
    const { db } = this.#payload;
    const destroy = db.destroy?.bind(db);
    const connect = db.connect?.bind(db);
    db.destroy = async () => {
      this.#isClosed = true;
      this.#queue.close();
      await this.#stopWatch();
      this.#opening = undefined;
      await destroy?.();
    };
    db.connect = async (options) => {
      await connect?.(options);
      if (!this.#isClosed) return;
      this.#isClosed = false;
      this.#reader = new Reader(this.#payload, portalOf(this.#payload.config));
      this.#queue = this.#newQueue();
      void this.#startWatch();
    };
  }

  #newQueue(): WriteQueue {
    return new WriteQueue({
      read: (touched) => this.#read(touched),
      epoch: () => this.#publisher.epoch,
      publish: (changes) => this.#publisher.publish(changes),
      setHealthy: (isHealthy, reason) => this.#publisher.setHealthy('queue', isHealthy, reason),
    });
  }

  /** Notes a write that a request made; it is told once it is committed. */
  touch(req: PayloadRequest, kind: string, id: number | string): Promise<void> {
    return this.#commits.add(req, { kind, id: String(id) });
  }

  /** Tells of documents that were written past Payload's hooks. */
  announce(kind: string, ids: (number | string)[]): Promise<void> {
    return this.#committed(ids.map((id) => ({ kind, id: String(id) })));
  }

  async load(): Promise<Load> {
    if (!this.#publisher.hasFollowers) throw new Error('Follow the documents before you load them.');
    const database = await this.#open();
    return { epoch: await bounded(this.#publisher.untilBegun()), changes: this.#everything(database) };
  }

  follow(follower: Follower): () => void {
    const unfollow = this.#publisher.follow(follower);
    void this.#startWatch();
    return () => {
      unfollow();
      if (!this.#publisher.hasFollowers) void this.#stopWatch();
    };
  }

  async *#everything(database: Database): AsyncGenerator<Change[]> {
    const { db, end } = await database.reads();
    try {
      yield* everything(this.#reader, db);
    } finally {
      await end();
    }
  }

  #open(): Promise<Database> {
    this.#opening ??= openDatabase(this.#payload, this.#reader, {
      pollInterval: portalOf(this.#payload.config).pollInterval,
      horizon: this.#horizon,
      listener: {
        begun: () => this.#publisher.begin(),
        written: (touched) => this.#queue.add(touched),
        setHealthy: (isHealthy, reason) => this.#publisher.setHealthy('watch', isHealthy, reason),
      },
    }).catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  get #isWatched(): boolean {
    return this.#publisher.hasFollowers && !this.#isClosed;
  }

  async #startWatch(): Promise<void> {
    const failed = (error: unknown) => {
      if (!this.#isWatched) throw error;
      this.#publisher.setHealthy('watch', false, error);
    };
    const opened = retry(() => this.#open(), { first: RETRY, longest: RETRY, ref: false, failed });
    const database = await opened.catch(() => undefined);
    if (this.#isWatched) database?.watch.start();
  }

  async #stopWatch(): Promise<void> {
    const database = await this.#opening?.catch(() => undefined);
    if (this.#isWatched) return;
    database?.watch.stop();
    this.#publisher.end();
  }

  /** Takes own writes, `at` a moment where the database says when. */
  async #committed(touched: Touched[], at?: Moment): Promise<void> {
    if (!this.#publisher.hasFollowers) return;
    this.#horizon.heard(at);
    await this.#queue.add(touched);
  }

  async #read(touched: Touched[]): Promise<Change[]> {
    const database = await this.#open();
    const { db, reached, end } = await database.reads();
    const changes: Change[] = [];
    try {
      if (touched.some(({ kind }) => kind === SETTINGS)) {
        await reached();
        const { settings, at } = await this.#reader.settings();
        database.watch.published(SETTINGS, [''], [{ id: '', at }]);
        changes.push({ settings });
        // They say which addresses documents and images have.
        const kinds = await this.#reader.readAddresses();
        if (portalOf(this.#payload.config).media.isOwn) kinds.push(MEDIA);
        for (const kind of kinds)
          for await (const { documents } of this.#reader.published(kind, db))
            changes.push(...documents.map((document) => ({ kind, id: document.id, document })));
      }
      for (const kind of this.#reader.kinds) {
        const ids = touched.filter((each) => each.kind === kind).map(({ id }) => id);
        if (ids.length === 0) continue;
        const state = await this.#reader.changes(kind, ids, db);
        database.watch.published(kind, ids, state.written);
        changes.push(...state.changes);
      }
    } finally {
      await end();
    }
    return changes;
  }
}
