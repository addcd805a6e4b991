import { readFileSync } from 'node:fs';
import { parseTree } from 'jsonc-parser';
import type { Embed, Kind, List, StoredDocument } from '../../../endpoints/lists/index.ts';

const FOLDER = new URL('../../fixtures/legacy-capture/', import.meta.url);

/** A captured response, as text. */
export function captured(name: string): string {
  return readFileSync(new URL(`${name}.json`, FOLDER), 'utf8');
}

/** The raw texts of the elements of a JSON array. */
export function elementTexts(array: string): string[] {
  const { children = [] } = parseTree(array) ?? {};
  return children.map(({ offset, length }) => array.slice(offset, offset + length));
}

/** Documents made of elements, nested ones included; embedded documents that are alike are one. */
export class Store {
  readonly documents = new Map<Kind, Map<string, StoredDocument>>();
  readonly #byContent = new Map<string, string>();
  #made = 0;

  readonly embed: Embed = (kind, document) => {
    const content = `${kind}${JSON.stringify(document)}`;
    const id = this.#byContent.get(content) ?? this.put(kind, { ...document, id: `d${++this.#made}` });
    this.#byContent.set(content, id);
    return id;
  };

  put(kind: Kind, document: StoredDocument): string {
    const documents = this.documents.get(kind) ?? new Map<string, StoredDocument>();
    this.documents.set(kind, documents.set(document.id, document));
    return document.id;
  }

  /** Imports a list's elements, in this order. */
  add(list: List, raws: readonly string[]): void {
    raws.forEach((raw, position) => {
      const document = list.decode(list.parse(raw), this.embed);
      this.put(list.key, { ...document, position, id: `d${++this.#made}` });
    });
  }

  find = (kind: Kind, id: string): StoredDocument | undefined => this.documents.get(kind)?.get(id);
}
