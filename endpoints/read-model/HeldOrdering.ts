import { createHash } from 'node:crypto';
import { compareTied, type Entry, type Row } from './Row.ts';
import type { BodyPart, ListResponse } from './types.ts';

/** One term of an ordering, as numbers. */
export interface SortKey {
  valueFor(entry: Entry): number;
  readonly descending: boolean;
}

export interface HeldOrderingOptions {
  keys: readonly SortKey[];
  /** The rows of the list as they are now. */
  rows: () => Iterable<Row>;
  /** Repeat a row once per link. */
  perLink: boolean;
  /** Told when the body is joined. */
  onJoin: (held: HeldOrdering, entries: readonly Entry[], body: Buffer<ArrayBuffer>) => void;
}

/**
 * One ordering of one list. Changes are noted when they come, and given their places (by binary search) when the
 * ordering is next asked for; where too many have gathered it sorts anew.
 */
export class HeldOrdering {
  readonly #options: HeldOrderingOptions;
  #entries: readonly Entry[] | undefined;
  #removed = new Set<Row>();
  #added = new Set<Row>();
  #response: JoinedResponse | undefined;

  constructor(options: HeldOrderingOptions) {
    this.#options = options;
  }

  change(removed: Row | undefined, added: Row | undefined): void {
    this.#response = undefined;
    if (!this.#entries) return;
    if (removed && !this.#added.delete(removed)) this.#removed.add(removed);
    if (added) this.#added.add(added);
    if (this.#removed.size + this.#added.size > 64 + this.#entries.length / 4) this.#entries = undefined;
  }

  response(): ListResponse {
    this.#response ??= new JoinedResponse(this.#place(), (entries, body) =>
      this.#options.onJoin(this, entries, body),
    );
    return this.#response;
  }

  /** What it holds besides the rows, in bytes, roughly. */
  get size(): number {
    return 1024 + (this.#entries?.length ?? 0) * (this.#options.perLink ? 56 : 8) + this.bodySize;
  }

  get bodySize(): number {
    return this.#response?.joined ? this.#response.length : 0;
  }

  /** Gives up the joined body; the order stays. */
  dropBody(): void {
    this.#response = undefined;
  }

  #place(): readonly Entry[] {
    if (!this.#entries) {
      this.#entries = this.#sorted(this.#options.rows());
    } else if (this.#removed.size + this.#added.size > 0) {
      const kept = this.#entries.filter((entry) => !this.#removed.has(entry.row));
      this.#entries = this.#merge(kept, this.#sorted(this.#added));
    }
    this.#removed.clear();
    this.#added.clear();
    return this.#entries;
  }

  #sorted(rows: Iterable<Row>): Entry[] {
    const entries = this.#options.perLink ? [...rows].flatMap((row) => row.perLink()) : [...rows];
    return entries.sort((a, b) => this.#compare(a, b));
  }

  #merge(kept: readonly Entry[], added: readonly Entry[]): Entry[] {
    const merged: Entry[] = [];
    let from = 0;
    for (const entry of added) {
      const to = this.#placeOf(entry, kept, from);
      while (from < to) merged.push(kept[from++] as Entry);
      merged.push(entry);
    }
    while (from < kept.length) merged.push(kept[from++] as Entry);
    return merged;
  }

  #placeOf(entry: Entry, kept: readonly Entry[], from: number): number {
    let low = from;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(kept[middle] as Entry, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(a: Entry, b: Entry): number {
    for (const { valueFor, descending } of this.#options.keys) {
      const x = valueFor(a);
      const y = valueFor(b);
      if (x !== y) return x < y === descending ? 1 : -1;
    }
    return compareTied(a.row, b.row);
  }
}

class JoinedResponse implements ListResponse {
  readonly length: number;
  readonly etag: string;
  readonly #onJoin: (entries: readonly Entry[], body: Buffer<ArrayBuffer>) => void;
  #entries: readonly Entry[] | undefined;
  #body: Buffer<ArrayBuffer> | undefined;

  constructor(
    entries: readonly Entry[],
    onJoin: (entries: readonly Entry[], body: Buffer<ArrayBuffer>) => void,
  ) {
    this.#entries = entries;
    this.#onJoin = onJoin;
    const digest = createHash('sha256');
    let length = Math.max(2, entries.length + 1);
    for (const { row } of entries) {
      length += row.bytes.length;
      digest.update(row.digest);
    }
    this.length = length;
    this.etag = `"${digest.digest('base64url').slice(0, 22)}"`;
  }

  get parts(): readonly BodyPart[] {
    const response = this;
    return [
      {
        length: this.length,
        get bytes() {
          return response.body;
        },
      },
    ];
  }

  get joined(): boolean {
    return this.#body !== undefined;
  }

  get body(): Buffer<ArrayBuffer> {
    if (!this.#body) {
      const entries = this.#entries ?? [];
      this.#body = join(entries, this.length);
      this.#entries = undefined;
      this.#onJoin(entries, this.#body);
    }
    return this.#body;
  }
}

const OPEN = 0x5b;
const COMMA = 0x2c;
const CLOSE = 0x5d;

function join(entries: readonly Entry[], length: number): Buffer<ArrayBuffer> {
  const body = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const { row } of entries) {
    body[at] = at === 0 ? OPEN : COMMA;
    at += 1 + row.bytes.copy(body, at + 1);
  }
  if (at === 0) body[at++] = OPEN;
  body[at] = CLOSE;
  return body;
}
