import type { Kind, StoredDocument } from '../lists/index.ts';
import { pack, unpack } from './packedDocuments.ts';
import type { Work } from './Slices.ts';

/** Documents by kind and id: as they came while a load is under way, which reads many of them, then as packed text. */
export class Documents {
  readonly #kinds = new Map<Kind, Map<string, StoredDocument | string>>();
  #arePacked = false;

  get(kind: Kind, id: string): StoredDocument | undefined {
    const document = this.#kinds.get(kind)?.get(id);
    return typeof document === 'string' ? unpack<StoredDocument>(document) : document;
  }

  ids(kind: Kind): Iterable<string> {
    return this.#kinds.get(kind)?.keys() ?? [];
  }

  set(kind: Kind, id: string, document: StoredDocument): void {
    let documents = this.#kinds.get(kind);
    if (!documents) {
      documents = new Map();
      this.#kinds.set(kind, documents);
    }
    documents.set(id, this.#arePacked ? pack(document) : document);
  }

  delete(kind: Kind, id: string): void {
    this.#kinds.get(kind)?.delete(id);
  }

  /** From now on all are packed. */
  *pack(): Work<void> {
    this.#arePacked = true;
    for (const documents of this.#kinds.values()) {
      for (const [id, document] of documents) {
        if (typeof document !== 'string') documents.set(id, pack(document));
        yield;
      }
    }
  }
}
