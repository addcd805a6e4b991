import type { BasePayload, PayloadRequest } from 'payload';
import { portalOf } from '../../collections/portal/portal.ts';
import {
  type Change,
  type DocumentSource,
  retry,
  type Subscriber,
} from '../../endpoints/read-model/index.ts';
import { describeError } from '../logging/describeError.ts';
import { type AfterCommit, afterCommit } from '../payload/database/afterCommit.ts';
import { Announcements } from './announcements.ts';
import { createReader, type Reader, SETTINGS } from './reader.ts';
import type { Embedded } from './storedDocument.ts';
import { type Database, openDatabase } from './watching/openDatabase.ts';
import { Horizon, type Moment } from './watching/replicaSet.ts';
import type { Touched } from './watching/watch.ts';

/** Between attempts to begin to hear of changes, in milliseconds. */
const RETRY = 1000;

/** What keeps the source from being current. */
type Part = 'watch' | 'announcements';

const MESSAGES: Record<Part, { no: string; yes: string }> = {
  watch: {
    no: 'Changes of other processes are not heard of; trying again.',
    yes: 'Changes of other processes are heard of again.',
  },
  announcements: {
    no: 'A change is saved, but the lists could not be told yet; trying again.',
    yes: 'The lists have been told of every change.',
  },
};

/** The documents of one Payload instance, and every committed change of them, by any process. */
export class PayloadDocuments implements DocumentSource {
  readonly #payload: BasePayload;
  #reader: Reader;
  readonly #commits: AfterCommit<Touched>;
  #announcements: Announcements;
  readonly #subscribers = new Set<Subscriber>();
  readonly #troubled = new Set<Part>();
  readonly #horizon = new Horizon();
  #opening: Promise<Database> | undefined;
  #closed = false;

  constructor(payload: BasePayload) {
    this.#payload = payload;
    this.#reader = createReader(payload, portalOf(payload.config));
    this.#commits = afterCommit<Touched>(payload, (touched, at) => this.#announce(touched, at));
    this.#announcements = this.#newAnnouncements();
    this.#followConnection();
  }

  /** Ends with the connection; begins again with a new one, as a development server makes when the config changes. */
  #followConnection(): void {
    const { db } = this.#payload;
    const destroy = db.destroy?.bind(db);
    const connect = db.connect?.bind(db);
    db.destroy = async () => {
      await this.#close();
      await destroy?.();
    };
    db.connect = async (options) => {
      await connect?.(options);
      if (!this.#closed) return;
      this.#closed = false;
      this.#reader = createReader(this.#payload, portalOf(this.#payload.config));
      this.#announcements = this.#newAnnouncements();
      if (this.#subscribers.size > 0) void this.#startWatch();
      for (const subscriber of this.#subscribers) subscriber.lost();
    };
  }

  #newAnnouncements(): Announcements {
    return new Announcements({
      tell: (touched) => this.#tell(touched),
      current: (isCurrent, reason) => this.#setCurrent('announcements', isCurrent, reason),
    });
  }

  /** Notes a write that a request made; it is announced once it is committed. */
  touch(req: PayloadRequest, kind: string, id: number | string): Promise<void> {
    return this.#commits.add(req, { kind, id: String(id) });
  }

  /** Announces documents that were written past Payload's hooks. */
  announce(kind: string, ids: (number | string)[]): Promise<void> {
    return this.#announce(ids.map((id) => ({ kind, id: String(id) })));
  }

  async *load(): AsyncIterable<Change[]> {
    const database = await this.#open();
    await database.watch.rebase();
    const { db, end } = await database.reads();
    try {
      yield [{ settings: (await this.#reader.settings()).settings }];
      const published = new Set<string>();
      const wanted = new Map<string, Embedded>();
      for (const kind of this.#reader.kinds) {
        for await (const { documents, embedded } of this.#reader.published(kind, db)) {
          for (const { id } of documents) published.add(`${kind}/${id}`);
          for (const each of embedded) wanted.set(`${each.kind}/${each.id}`, each);
          yield documents.map((document) => ({ kind, id: document.id, document }));
        }
      }
      for (const [key, embedded] of wanted) if (!published.has(key)) yield* this.#departed(embedded);
    } finally {
      await end();
    }
  }

  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    if (this.#troubled.size > 0) subscriber.current(false);
    void this.#startWatch();
    return () => {
      this.#subscribers.delete(subscriber);
      if (this.#subscribers.size === 0) void this.#stopWatch();
    };
  }

  /** Tells what was last published, then that it is gone: the read model keeps the value for those that need it. */
  async *#departed(embedded: Embedded): AsyncIterable<Change[]> {
    const document = await this.#reader.lastPublished(embedded);
    if (!document) return;
    const { kind, id } = embedded;
    yield [{ kind, id, document }];
    yield [{ kind, id, document: null }];
  }

  #open(): Promise<Database> {
    this.#opening ??= openDatabase(this.#payload, this.#reader, {
      pollInterval: portalOf(this.#payload.config).pollInterval,
      horizon: this.#horizon,
      listener: {
        found: (touched) => this.#announcements.add(touched),
        lost: () => {
          for (const subscriber of this.#subscribers) subscriber.lost();
        },
        current: (isCurrent, reason) => this.#setCurrent('watch', isCurrent, reason),
      },
    }).catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #startWatch(): Promise<void> {
    const isOver = () => this.#subscribers.size === 0 || this.#closed;
    const failed = (error: unknown) => {
      if (isOver()) throw error;
      this.#setCurrent('watch', false, error);
    };
    const opened = retry(() => this.#open(), { first: RETRY, longest: RETRY, ref: false, failed });
    const database = await opened.catch(() => undefined);
    if (!isOver()) database?.watch.start();
  }

  async #stopWatch(): Promise<void> {
    const database = await this.#opening?.catch(() => undefined);
    if (this.#subscribers.size === 0 || this.#closed) database?.watch.stop();
  }

  async #close(): Promise<void> {
    this.#closed = true;
    this.#announcements.close();
    await this.#stopWatch();
    this.#opening = undefined;
  }

  #setCurrent(part: Part, isCurrent: boolean, reason?: unknown): void {
    if (this.#troubled.has(part) !== isCurrent) return;
    const before = this.#troubled.size === 0;
    if (isCurrent) {
      this.#troubled.delete(part);
      this.#payload.logger.info(MESSAGES[part].yes);
    } else {
      this.#troubled.add(part);
      this.#payload.logger.warn(`${MESSAGES[part].no} ${reason ? describeError(reason) : ''}`.trimEnd());
    }
    const now = this.#troubled.size === 0;
    if (now !== before) for (const subscriber of this.#subscribers) subscriber.current(now);
  }

  /** Takes own writes, `at` a moment where the database says when. */
  async #announce(touched: Touched[], at?: Moment): Promise<void> {
    if (this.#subscribers.size === 0) return;
    this.#horizon.heard(at);
    await this.#announcements.add(touched);
  }

  async #tell(touched: Touched[]): Promise<void> {
    const database = await this.#open();
    const { db, reached, end } = await database.reads();
    const changes: Change[] = [];
    try {
      if (touched.some(({ kind }) => kind === SETTINGS)) {
        await reached();
        const { settings, at } = await this.#reader.settings();
        database.watch.told(SETTINGS, [''], [{ id: '', at }]);
        changes.push({ settings });
      }
      for (const kind of this.#reader.kinds) {
        const ids = touched.filter((each) => each.kind === kind).map(({ id }) => id);
        if (ids.length === 0) continue;
        const state = await this.#reader.changes(kind, ids, db);
        database.watch.told(kind, ids, state.written);
        changes.push(...state.changes);
      }
    } finally {
      await end();
    }
    await Promise.all([...this.#subscribers].map((subscriber) => subscriber.changed(changes)));
  }
}
