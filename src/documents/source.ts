import type { BasePayload, PayloadRequest } from 'payload';
import type { List } from '../../endpoints/lists/index.ts';
import type { Change, DocumentSource } from '../../endpoints/read-model/index.ts';
import { type CommitQueue, commitQueue, type Touched } from './commits.ts';
import { createReader, type Reader, SETTINGS } from './reader.ts';
import { createWatch, type Watch } from './watch.ts';

type Listener = (changes: Change[]) => void | Promise<void>;

/** The elements of which documents can't do without another one, for what was taken away behind our back. */
const REQUIRED = [{ kind: 'news-posts', field: 'category', to: 'news-categories' }];

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
  readonly #listeners = new Set<Listener>();
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
    const published = new Map<string, Set<string>>();
    const wanted = new Map<string, Set<string>>();
    for (const kind of this.#reader.kinds) {
      const ids = new Set<string>();
      published.set(kind, ids);
      for await (const documents of this.#reader.published(kind)) {
        for (const document of documents) {
          ids.add(document.id);
          for (const { field, to } of REQUIRED.filter((each) => each.kind === kind)) {
            const id = document[field];
            if (typeof id === 'string') wanted.set(to, (wanted.get(to) ?? new Set()).add(id));
          }
        }
        yield documents.map((document) => ({ kind, id: document.id, document }));
      }
    }
    for (const [kind, ids] of wanted) {
      for (const id of ids) if (!published.get(kind)?.has(id)) yield* this.#departed(kind, id);
    }
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#watch.start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#watch.stop();
    };
  }

  /** Tells what was last published, then that it is gone: the read model keeps the value for those that need it. */
  async *#departed(kind: string, id: string): AsyncIterable<Change[]> {
    const document = await this.#reader.lastPublished(kind, id);
    if (!document) return;
    yield [{ kind, id, document }];
    yield [{ kind, id, document: null }];
  }

  #announce(touched: Touched[]): Promise<void> {
    if (this.#listeners.size === 0 || touched.length === 0) return Promise.resolve();
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
      await Promise.all([...this.#listeners].map((listener) => listener(changes)));
    } catch (error) {
      this.#payload.logger.error({
        err: error,
        msg: 'A change is saved, but the lists could not be told yet; trying again.',
      });
      setTimeout(() => void this.#announce(touched), RETRY_MS).unref();
    }
  }
}
