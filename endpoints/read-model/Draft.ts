import { Block, type Keeper } from './Block.ts';
import { arrayOf, type Entries } from './Entries.ts';
import type { Entry } from './Row.ts';
import type { Work } from './Slices.ts';

/** Entries that are appended between two yields. */
const STEP = 1024;

export type CompareEntries = (a: Entry, b: Entry) => number;

/** Some consecutive entries: those of a block that is untouched, or a copy with changes. */
interface Run {
  block: Block | undefined;
  entries: Entries;
  bytes: number;
}

export interface DraftOptions {
  blocks: readonly Block[];
  compare: CompareEntries;
  keeper: Keeper;
  /** Bytes that a block has about; at most twice that, unless one element has more. */
  blockBytes: number;
}

/** Blocks with changes: every entry is found, and finds its place, by binary search. Blocks without a change stay. */
export class Draft {
  readonly #options: DraftOptions;
  #runs: Run[];

  constructor(options: DraftOptions) {
    this.#options = options;
    this.#runs = options.blocks.flatMap((block) =>
      block.entries.length === 0
        ? []
        : [{ block, entries: block.entries, bytes: block.length - Number(block.isLast) }],
    );
  }

  remove(entry: Entry): void {
    const { index, run, at } = this.#find(entry);
    touch(run).splice(at, 1);
    run.bytes -= entry.row.length + 1;
    if (run.entries.length === 0) this.#runs.splice(index, 1);
  }

  /** Puts an entry in the place of another that sorts as it does. */
  replace(before: Entry, after: Entry): void {
    const { index, run, at } = this.#find(before);
    touch(run)[at] = after;
    run.bytes += after.row.length - before.row.length;
    this.#splitLarge(index, run);
  }

  insert(entry: Entry): void {
    const index = this.#runOf(entry);
    const run = this.#runs[index];
    if (!run) {
      this.#runs.push({ block: undefined, entries: [entry], bytes: entry.row.length + 1 });
      return;
    }
    const place = this.#placeIn(run.entries, entry);
    touch(run).splice(place, 0, entry);
    run.bytes += entry.row.length + 1;
    this.#splitLarge(index, run);
  }

  /** Entries that are in order already, and come after all others. */
  *append(entries: Entries): Work<void> {
    let start = 0;
    let bytes = 0;
    for (let index = 0; index < entries.length; index += 1) {
      const more = (entries.at(index) as Entry).row.length + 1;
      if (index > start && bytes + more > this.#options.blockBytes) {
        this.#runs.push({ block: undefined, entries: entries.slice(start, index), bytes });
        start = index;
        bytes = 0;
        yield;
      }
      bytes += more;
      if (index % STEP === 0) yield;
    }
    if (start < entries.length) this.#runs.push({ block: undefined, entries: entries.slice(start), bytes });
  }

  *finish(): Work<readonly Block[]> {
    this.#mergeSmall();
    const { keeper } = this.#options;
    if (this.#runs.length === 0) return [new Block({ entries: [], isFirst: true, isLast: true, keeper })];
    const blocks: Block[] = [];
    for (const [index, { block, entries }] of this.#runs.entries()) {
      const isFirst = index === 0;
      const isLast = index === this.#runs.length - 1;
      const stays = block?.isFirst === isFirst && block.isLast === isLast;
      blocks.push(stays ? block : new Block({ entries, isFirst, isLast, keeper }));
      yield;
    }
    return blocks;
  }

  #find(entry: Entry): { index: number; run: Run; at: number } {
    const index = this.#runOf(entry);
    const run = this.#runs[index];
    const at = run ? this.#placeIn(run.entries, entry) : 0;
    if (run?.entries.at(at)?.row === entry.row) return { index, run, at };
    throw new Error(`The row of document ${entry.row.documentId} is not where it belongs.`);
  }

  /** The run in which an entry stands or belongs: the last that does not begin after it. */
  #runOf(entry: Entry): number {
    let low = 0;
    let high = this.#runs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      const first = this.#runs[middle]?.entries.at(0);
      if (first && this.#options.compare(first, entry) <= 0) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #placeIn(entries: Entries, entry: Entry): number {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#options.compare(entries.at(middle) as Entry, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #splitLarge(index: number, { entries, bytes }: Run): void {
    if (bytes <= 2 * this.#options.blockBytes || entries.length === 1) return;
    let half = 0;
    let at = 0;
    while (at < entries.length - 1 && (at === 0 || half < bytes / 2)) {
      half += (entries.at(at) as Entry).row.length + 1;
      at += 1;
    }
    this.#runs.splice(
      index,
      1,
      { block: undefined, entries: entries.slice(0, at), bytes: half },
      { block: undefined, entries: entries.slice(at), bytes: bytes - half },
    );
  }

  /** A run that has become small is joined with the one before or after it. */
  #mergeSmall(): void {
    const { blockBytes } = this.#options;
    const merged: Run[] = [];
    for (const run of this.#runs) {
      const last = merged.at(-1);
      const isSmall = run.bytes < blockBytes / 4 || (last && last.bytes < blockBytes / 4);
      if (last && isSmall && last.bytes + run.bytes <= 2 * blockBytes) {
        last.block = undefined;
        last.entries = arrayOf(last.entries).concat(arrayOf(run.entries));
        last.bytes += run.bytes;
      } else {
        merged.push(run);
      }
    }
    this.#runs = merged;
  }
}

/** The run's entries as an array of its own. */
function touch(run: Run): Entry[] {
  if (run.block || !Array.isArray(run.entries)) {
    run.block = undefined;
    run.entries = arrayOf(run.entries);
  }
  return run.entries as Entry[];
}
