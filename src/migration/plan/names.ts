import { type Captured, imageId, MEDIA } from './captured.ts';
import type { FieldShape, Here } from './here.ts';
import type { Match } from './matching.ts';

/** What references stand for, here and in the source: documents by their keys, images by their plan ids. */
export class Names {
  readonly #matches: ReadonlyMap<string, Match>;
  readonly #here: Here;
  readonly #keys: ReadonlyMap<string, string>;
  /** Keys of what is here. */
  readonly #present: ReadonlySet<string>;
  /** What a person is shown in place of an image's name. */
  readonly #addresses = new Map<string, string>();

  constructor(captured: Captured, here: Here, matches: ReadonlyMap<string, Match>) {
    this.#matches = matches;
    this.#here = here;
    const there = here.documents.filter(({ id }) => id !== undefined);
    this.#keys = new Map(there.map(({ kind, id, key }) => [`${kind} ${id}`, key]));
    this.#present = new Set(there.map(({ key }) => key));
    for (const { id, kind, document } of captured.documents.values()) {
      if (kind === MEDIA) this.#addresses.set(id, String(document.url));
    }
  }

  /** Of a planned document or image. */
  planned = (planId: string): string => this.#matches.get(planId)?.key ?? planId;

  /** Of what Payload has under an id; undefined for a document that is gone, to which MongoDB keeps references. */
  stored = ({ to, isImage }: FieldShape, id: string): string | undefined => {
    if (isImage) {
      const address = this.#here.addresses.get(id);
      if (address === undefined) return undefined;
      const name = imageId(address);
      this.#addresses.set(name, address);
      return name;
    }
    const key = this.#keys.get(`${to} ${id}`);
    const isThere = id.startsWith('last:') || this.#here.named[String(to)]?.has(id);
    return key ?? (isThere ? `${to} ${id}` : undefined);
  };

  isPresent(name: string): boolean {
    return name.startsWith(`${MEDIA}:`) || this.#present.has(name);
  }

  /** A value for a person. */
  shown(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.shown(each));
    return typeof value === 'string' ? (this.#addresses.get(value) ?? value) : value;
  }
}
