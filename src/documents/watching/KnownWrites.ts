import { type Reader, SETTINGS, type Written } from '../reader.ts';
import type { Touched } from './watch.ts';

/**
 * How far back each comparison reaches, in milliseconds. A document bears the time at which its save began, so one that
 * took long to commit appears behind others that are known already.
 */
const OVERLAP_MS = 10_000;

interface Known {
  at: Map<string, number>;
  newest: number;
}

/** What was written when, as far as this process knows, compared with the database. */
export class KnownWrites {
  readonly #reader: Reader;
  readonly #known = new Map<string, Known>();
  #settingsAt = 0;
  /** Kept until all of a comparison has succeeded. */
  #found: Touched[] = [];

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Takes the database as it is now for known. */
  async rebase(): Promise<void> {
    for (const kind of this.#reader.kinds) {
      const all = await this.#reader.writtenSince(kind, 0);
      const newest = all.reduce((latest, { at }) => Math.max(latest, at), 0);
      this.#known.set(kind, { at: new Map(all.map(({ id, at }) => [id, at])), newest });
    }
    this.#settingsAt = (await this.#reader.settings()).at;
  }

  /** Takes the state of some documents for known; those without an entry in `written` are gone. */
  saw(kind: string, ids: string[], written: Written[]): void {
    const known = this.#known.get(kind);
    if (!known) return;
    const present = new Set(written.map(({ id }) => id));
    for (const id of ids) if (!present.has(id)) known.at.delete(id);
    for (const each of written) note(known, each);
  }

  /** Documents that were written or deleted since the last call. */
  async differences(): Promise<Touched[]> {
    for (const [kind, known] of this.#known) await this.#compare(kind, known);
    const { at } = await this.#reader.settings();
    if (at !== this.#settingsAt) this.#found.push({ kind: SETTINGS, id: '' });
    this.#settingsAt = at;
    const found = this.#found;
    this.#found = [];
    return found;
  }

  async #compare(kind: string, known: Known): Promise<void> {
    const recent = await this.#reader.writtenSince(kind, Math.max(0, known.newest - OVERLAP_MS));
    for (const each of recent) {
      if (known.at.get(each.id) === each.at) continue;
      note(known, each);
      this.#found.push({ kind, id: each.id });
    }
    if ((await this.#reader.count(kind)) === known.at.size) return;
    const all = new Map((await this.#reader.writtenSince(kind, 0)).map(({ id, at }) => [id, at]));
    for (const id of known.at.keys()) if (!all.has(id)) this.#found.push({ kind, id });
    for (const [id, at] of all) if (known.at.get(id) !== at) this.#found.push({ kind, id });
    known.at = all;
  }
}

function note(known: Known, { id, at }: Written): void {
  known.at.set(id, at);
  known.newest = Math.max(known.newest, at);
}
