import { createHash } from 'node:crypto';
import type { Block, Keeper } from './Block.ts';
import { type CompareEntries, Draft } from './Draft.ts';
import type { Entries } from './Entries.ts';
import { mergeSort } from './mergeSort.ts';
import type { Entry, Row, RowChange } from './Row.ts';
import { finish, type Work } from './Slices.ts';
import type { ListResponse } from './types.ts';

export interface OrderedRowsOptions {
  compare: CompareEntries;
  /** Repeat a row once per link. */
  perLink: boolean;
  keeper: Keeper;
  blockBytes: number;
}

/** All rows of a list in one order. */
export class OrderedRows {
  readonly #options: OrderedRowsOptions;
  #blocks: readonly Block[];
  #response: BlockResponse | undefined;

  constructor(options: OrderedRowsOptions) {
    this.#options = options;
    this.#blocks = finish(new Draft({ ...options, blocks: [] }).finish());
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** The same one until the next change. */
  get response(): BlockResponse {
    this.#response ??= new BlockResponse(this.#blocks);
    return this.#response;
  }

  /** What it holds besides the rows and the joined bytes, in bytes: places, digests, repeated entries. */
  get size(): number {
    const perEntry = this.#options.perLink ? 24 + 40 : 24;
    return this.#blocks.reduce((size, { entries }) => size + 400 + entries.length * perEntry, 1000);
  }

  /** Sorts these rows; nothing shows until `adopt`. */
  *sort(rows: Iterable<Row>): Work<readonly Block[]> {
    const entries = this.#options.perLink ? [...rows].flatMap((row) => row.perLink()) : rows;
    return yield* this.divide(yield* mergeSort<Entry>(entries, this.#options.compare));
  }

  /** Divides entries that are in order into blocks; nothing shows until `adopt`. */
  *divide(entries: Entries): Work<readonly Block[]> {
    const draft = new Draft({ ...this.#options, blocks: [] });
    yield* draft.append(entries);
    return yield* draft.finish();
  }

  /** Changes rows; nothing shows until `adopt`. */
  *change({ removed, added, replaced }: RowChange): Work<readonly Block[]> {
    const draft = new Draft({ ...this.#options, blocks: this.#blocks });
    for (const row of removed) {
      for (const entry of this.#entriesOf(row)) draft.remove(entry);
      yield;
    }
    for (const row of added) {
      for (const entry of this.#entriesOf(row)) draft.insert(entry);
      yield;
    }
    for (const { before, after } of replaced) {
      const entries = this.#entriesOf(after);
      for (const [place, entry] of this.#entriesOf(before).entries()) {
        draft.replace(entry, entries[place] as Entry);
      }
      yield;
    }
    return yield* draft.finish();
  }

  adopt(blocks: readonly Block[], response?: BlockResponse): void {
    const stay = new Set(blocks);
    for (const block of this.#blocks) if (!stay.has(block)) block.retire();
    this.#blocks = blocks;
    this.#response = response;
  }

  /** It will be held. */
  own(): void {
    for (const block of this.#blocks) block.own();
  }

  retire(): void {
    for (const block of this.#blocks) block.retire();
  }

  #entriesOf(row: Row): readonly Entry[] {
    return this.#options.perLink ? row.perLink() : [row];
  }
}

/** The body is that of the blocks, one after the other. */
export class BlockResponse implements ListResponse {
  readonly parts: readonly Block[];
  readonly length: number;
  #etag: string | undefined;

  constructor(blocks: readonly Block[]) {
    this.parts = blocks;
    this.length = blocks.reduce((length, block) => length + block.length, 0);
  }

  get etag(): string {
    return this.#etag ?? finish(this.tag());
  }

  /** A digest over the elements' digests, however they are divided into blocks. */
  *tag(): Work<string> {
    const digest = createHash('sha256');
    for (const block of this.parts) {
      block.addTo(digest);
      yield;
    }
    this.#etag = `"${digest.digest('base64url').slice(0, 22)}"`;
    return this.#etag;
  }

  /** Joins the parts and makes the tag ahead of the first request. */
  *prepare(): Work<void> {
    for (const part of this.parts) {
      void part.bytes;
      yield;
    }
    if (this.#etag === undefined) yield* this.tag();
  }
}
