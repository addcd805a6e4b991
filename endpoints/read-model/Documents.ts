import type { Kind, StoredDocument } from '../lists/index.ts';
import type { Work } from './Slices.ts';
import { type Stretch, textOf, writeApart, writeTogether } from './Writer.ts';

/** Documents by kind and id, kept as their JSON outside of the heap. */
export class Documents {
  readonly #kinds = new Map<Kind, Map<string, Stretch>>();
  /** While everything is loaded, one after the other. */
  #write = writeTogether();

  get(kind: Kind, id: string): StoredDocument | undefined {
    const document = this.#kinds.get(kind)?.get(id);
    return document && JSON.parse(textOf(document));
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
    documents.set(id, this.#write(JSON.stringify(document)));
  }

  delete(kind: Kind, id: string): void {
    this.#kinds.get(kind)?.delete(id);
  }

  /** To be called after a load: what is left lets go of the buffers that it shares with what is not. */
  *settle(): Work<void> {
    const write = writeTogether();
    for (const documents of this.#kinds.values()) {
      for (const [id, document] of documents) {
        documents.set(id, write(textOf(document)));
        yield;
      }
    }
    this.#write = writeApart;
  }
}
