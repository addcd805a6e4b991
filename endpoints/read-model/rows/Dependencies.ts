import type { Failure, Missing } from '../types.ts';

/** How an element was made. Documents and elements are named by their keys (`keyOf`). */
export interface Provenance {
  /** Every document that was looked for, found or not. */
  readonly sought: ReadonlySet<string>;
  /** The departed ones whose last value was used. */
  readonly departed: ReadonlySet<string>;
  readonly missing: readonly Missing[];
  readonly failed: readonly Failure[];
}

const NONE: ReadonlySet<string> = new Set();

/** Which elements have to be made anew when a document changes, and which lack something. */
export class Dependencies {
  readonly #sought = new Map<string, ReadonlySet<string>>();
  readonly #seekers = new Map<string, Set<string>>();
  readonly #flawed = new Map<string, Provenance>();

  /** Notes how an element was made last. */
  set(element: string, provenance: Provenance): void {
    const { sought, missing, failed } = provenance;
    if (missing.length + failed.length > 0) this.#flawed.set(element, provenance);
    else this.#flawed.delete(element);
    if (isSameSet(sought, this.#sought.get(element) ?? NONE)) return;
    this.#forget(element);
    if (sought.size > 0) this.#sought.set(element, sought);
    for (const document of sought) {
      const seekers = this.#seekers.get(document);
      if (seekers) seekers.add(element);
      else this.#seekers.set(document, new Set([element]));
    }
  }

  delete(element: string): void {
    this.#forget(element);
    this.#flawed.delete(element);
  }

  #forget(element: string): void {
    for (const document of this.#sought.get(element) ?? []) {
      const seekers = this.#seekers.get(document);
      seekers?.delete(element);
      if (seekers?.size === 0) this.#seekers.delete(document);
    }
    this.#sought.delete(element);
  }

  /** The elements that looked for a document. */
  dependentsOf(document: string): Iterable<string> {
    return this.#seekers.get(document) ?? [];
  }

  /** The elements that something is missing for, or that could not be made. */
  get flawed(): Iterable<Provenance> {
    return this.#flawed.values();
  }
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}
