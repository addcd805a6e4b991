import type { Kind, StoredDocument } from '../lists/index.ts';
import type { Documents } from './Documents.ts';
import { keyOf, referenceOf } from './encodeWith.ts';
import type { Work } from './Slices.ts';
import type { Change, PortalSettings } from './types.ts';

/** Gives a document that is published. */
export type Find = (kind: Kind, id: string) => StoredDocument | undefined;

/** The documents as they are going to be once some changes show. */
export class Changed {
  /** The new settings, if they changed. */
  readonly settings: PortalSettings | undefined;
  readonly #find: Find;
  /** Null for what is no longer published. */
  readonly #documents = new Map<string, StoredDocument | null>();
  /** The last values of what is no longer published. */
  readonly #departed = new Map<string, StoredDocument>();
  /** What has to be stored; undefined where a row tells it. */
  readonly #kept = new Map<string, StoredDocument | undefined>();

  constructor(changes: readonly Change[], find: Find) {
    this.#find = find;
    for (const change of changes) {
      if ('settings' in change) {
        this.settings = change.settings;
        continue;
      }
      const { kind, id, document } = change;
      const key = keyOf(kind, id);
      const last = document ? undefined : this.published(kind, id);
      if (last) this.#departed.set(key, last);
      this.#documents.set(key, document);
      this.#kept.set(key, document ?? undefined);
    }
  }

  /** Of the documents that changed. */
  get keys(): Iterable<string> {
    return this.#documents.keys();
  }

  published(kind: Kind, id: string): StoredDocument | undefined {
    const document = this.#documents.get(keyOf(kind, id));
    return document === undefined ? this.#find(kind, id) : (document ?? undefined);
  }

  departed(key: string): StoredDocument | undefined {
    return this.#departed.get(key);
  }

  keep(key: string, document: StoredDocument | undefined): void {
    this.#kept.set(key, document);
  }

  *store(documents: Documents, departed: Map<string, StoredDocument>): Work<void> {
    for (const [key, document] of this.#kept) {
      const { kind, id } = referenceOf(key);
      if (document) documents.set(kind, id, document);
      else documents.delete(kind, id);
      yield;
    }
    for (const [key, document] of this.#documents) {
      const last = this.#departed.get(key);
      if (document) departed.delete(key);
      else if (last) departed.set(key, last);
    }
  }
}
