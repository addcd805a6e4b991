import type { BasePayload, PayloadRequest } from 'payload';
import type { List } from '../../endpoints/lists/index.ts';
import type { Change, DocumentSource, Subscriber } from '../../endpoints/read-model/index.ts';
import { type CommitQueue, commitQueue, type Touched } from './commits.ts';
import { createReader, type Reader, SETTINGS } from './reader.ts';
import type { Embedded } from './storedDocument.ts';
import { createWatch, type Watch } from './watch.ts';

const RETRY_MS = 1000;

export interface SourceOptions {
  lists: readonly List[];
  /** Absolute address of the folder of media files, without a slash at its end. */
  filesUrl: string;
  /** How often other processes' writes are looked for, in milliseconds. */
  pollInterval: number;
}

/** The documents of one Payload instance, and every committed change of them, whoever makes it. */
export class PayloadDocuments implements DocumentSource {
  readonly #payload: BasePayload;
  readonly #reader: Reader;
  readonly #watch: Watch;
  readonly #commits: CommitQueue;
  readonly #subscribers = new Set<Subscriber>();
  // Reads and announcements happen one after the other: of two saves of a document, the later state is told last.
  #turn: Promise<void> = Promise.resolve();

  constructor(payload: BasePayload, { lists, filesUrl, pollInterval }: SourceOptions) {
    this.#payload = payload;
    this.#reader = createReader(payload, lists, filesUrl);
    this.#commits = commitQueue(payload, (touched) => this.#announce(touched));
    this.#watch = createWatch(this.#reader, {
      interval: pollInterval,
      found: (touched) => this.#announce(touched),
      failed: (error) =>
        payload.logger.warn({
          err: error,
          msg: 'Looking for changes of other processes failed; trying again.',
        }),
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
    await this.#watch.rebase();
    yield [{ settings: (await this.#reader.settings()).settings }];
    const published = new Set<string>();
    const wanted = new Map<string, Embedded>();
    for (const kind of this.#reader.kinds) {
      for await (const { documents, embedded } of this.#reader.published(kind)) {
        for (const { id } of documents) published.add(`${kind}/${id}`);
        for (const each of embedded) wanted.set(`${each.kind}/${each.id}`, each);
        yield documents.map((document) => ({ kind, id: document.id, document }));
      }
    }
    for (const [key, embedded] of wanted) if (!published.has(key)) yield* this.#departed(embedded);
  }

  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    this.#watch.start();
    return () => {
      this.#subscribers.delete(subscriber);
      if (this.#subscribers.size === 0) this.#watch.stop();
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

  #announce(touched: Touched[]): Promise<void> {
    if (this.#subscribers.size === 0 || touched.length === 0) return Promise.resolve();
    const turn = this.#turn.then(() => this.#tell(touched));
    this.#turn = turn;
    return turn;
  }

  /** Never throws: what it tells of is committed. What could not be told is tried again. */
  async #tell(touched: Touched[]): Promise<void> {
    try {
      const changes: Change[] = [];
      if (touched.some(({ kind }) => kind === SETTINGS))
        changes.push({ settings: (await this.#reader.settings()).settings });
      for (const kind of this.#reader.kinds) {
        const ids = [...new Set(touched.filter((each) => each.kind === kind).map((each) => each.id))];
        if (ids.length === 0) continue;
        const state = await this.#reader.changes(kind, ids);
        this.#watch.saw(kind, ids, state.written);
        changes.push(...state.changes);
      }
      await Promise.all([...this.#subscribers].map((subscriber) => subscriber.changed(changes)));
    } catch (error) {
      this.#payload.logger.error({
        err: error,
        msg: 'A change is saved, but the lists could not be told yet; trying again.',
      });
      setTimeout(() => void this.#announce(touched), RETRY_MS).unref();
    }
  }
}
