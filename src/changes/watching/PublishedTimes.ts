import { type Reader, SETTINGS, type Written } from '../reader.ts';
import type { Touched } from './watch.ts';

/**
 * How far back each comparison reaches, in milliseconds. A document bears the time at which its save began, so one that
 * took long to commit appears behind others that were sent already.
 */
const OVERLAP_MS = 10_000;

/** `updatedAt` of each document when it was last sent to followers. */
export class PublishedTimes {
  readonly #reader: Reader;
  /** By kind, then by id. The settings are one document. */
  readonly #times = new Map<string, Map<string, number>>();
  readonly #newest = new Map<string, number>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Takes everything as it is now for sent. */
  async fill(): Promise<void> {
    for (const kind of this.#reader.kinds) {
      const all = await this.#reader.writtenSince(kind, 0);
      this.#times.set(kind, new Map());
      this.add(kind, [], all);
    }
    this.#times.set(SETTINGS, new Map([['', (await this.#reader.settings()).at]]));
  }

  /** Takes documents for sent; those without an entry in `written` are gone. */
  add(kind: string, ids: string[], written: Written[]): void {
    const times = this.#times.get(kind);
    if (!times) return;
    for (const id of ids) times.delete(id);
    let newest = this.#newest.get(kind) ?? 0;
    for (const { id, at } of written) {
      times.set(id, at);
      newest = Math.max(newest, at);
    }
    this.#newest.set(kind, newest);
  }

  /** Documents that the database has otherwise. They stay so until they are sent. */
  async differences(): Promise<Touched[]> {
    const found: Touched[] = [];
    for (const [kind, times] of this.#times) {
      const ids = kind === SETTINGS ? await this.#settings(times) : await this.#differing(kind, times);
      for (const id of ids) found.push({ kind, id });
    }
    return found;
  }

  async #settings(times: Map<string, number>): Promise<string[]> {
    const { at } = await this.#reader.settings();
    return at === times.get('') ? [] : [''];
  }

  async #differing(kind: string, times: Map<string, number>): Promise<Iterable<string>> {
    const since = Math.max(0, (this.#newest.get(kind) ?? 0) - OVERLAP_MS);
    const differ = ({ id, at }: Written) => times.get(id) !== at;
    const recent = (await this.#reader.writtenSince(kind, since)).filter(differ);
    const unknown = recent.filter(({ id }) => !times.has(id)).length;
    if ((await this.#reader.count(kind)) === times.size + unknown) return recent.map(({ id }) => id);
    const all = await this.#reader.writtenSince(kind, 0);
    const present = new Set(all.map(({ id }) => id));
    const gone = [...times.keys()].filter((id) => !present.has(id));
    return [...gone, ...all.filter(differ).map(({ id }) => id)];
  }
}
