import type { Hash } from 'node:crypto';
import { arrayOf, type Entries } from './Entries.ts';
import type { Entry, Row } from './Row.ts';
import type { BodyPart } from './types.ts';

/** Told what becomes of the blocks of an ordering that is held. */
export interface Keeper {
  /** Whether bytes that are joined now are kept, for a block that was read before or was not. */
  keeps(wasRead: boolean): boolean;
  /** A block has joined bytes, and keeps them until it is retired. */
  joined(block: Block): void;
}

export interface BlockOptions {
  entries: Entries;
  /** Whether the body begins, and ends, with this block. */
  isFirst: boolean;
  isLast: boolean;
  keeper: Keeper;
}

const OPEN = 0x5b;
const COMMA = 0x2c;
const CLOSE = 0x5d;

/** A stretch of an ordering. It never changes: a change makes another block, and leaves those beside it. */
export class Block implements BodyPart {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly length: number;
  #entries: Entries;
  #wasRead = false;
  #keeper: Keeper | undefined;
  #bytes: Buffer<ArrayBuffer> | undefined;
  /** The bytes while someone else holds them, such as a client that reads slowly: all who send them share them. */
  #shared: WeakRef<Buffer<ArrayBuffer>> | undefined;
  #digests: Buffer | undefined;

  constructor({ entries, isFirst, isLast, keeper }: BlockOptions) {
    this.#entries = entries;
    this.isFirst = isFirst;
    this.isLast = isLast;
    this.#keeper = keeper;
    let length = isLast ? 1 : 0;
    // Before each element there is a comma, or the opening bracket.
    for (let index = 0; index < entries.length; index += 1) length += 1 + rowAt(entries, index).length;
    this.length = isFirst && entries.length === 0 ? length + 1 : length;
  }

  get entries(): Entries {
    return this.#entries;
  }

  get bytes(): Buffer<ArrayBuffer> {
    if (this.#bytes) return this.#bytes;
    // Not from Node's pool: a slice of that would keep all of it.
    const bytes = this.#shared?.deref() ?? this.#join(Buffer.allocUnsafeSlow(this.length));
    if (!this.#keeper) {
      this.#shared = new WeakRef(bytes);
    } else if (this.#keeper.keeps(this.#wasRead)) {
      this.#bytes = bytes;
      this.#keeper.joined(this);
    }
    // Else they are the young generation's: what a WeakRef names survives its collector.
    this.#wasRead = true;
    return bytes;
  }

  bytesIn(space: (length: number) => Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
    if (this.#bytes || this.#keeper?.keeps(this.#wasRead) !== false) return this.bytes;
    this.#wasRead = true;
    return this.#join(space(this.length));
  }

  get isJoined(): boolean {
    return this.#bytes !== undefined;
  }

  /** Adds the rows' digests, one after the other. */
  addTo(hash: Hash): void {
    if (!this.#digests) {
      const entries = this.#entries;
      const each = Array.from({ length: entries.length }, (_, index) => rowAt(entries, index).digest);
      const digests = each.join('');
      if (!this.#isOwn) {
        hash.update(digests, 'latin1');
        return;
      }
      this.#digests = Buffer.allocUnsafeSlow(digests.length);
      this.#digests.write(digests, 'latin1');
    }
    hash.update(this.#digests);
  }

  /** To be called where it is held: from now on it keeps no other rows than its own. */
  own(): void {
    if (!this.#isOwn) this.#entries = arrayOf(this.#entries);
  }

  get #isOwn(): boolean {
    return Array.isArray(this.#entries);
  }

  /**
   * The ordering is no longer held, or has another block in this one's place: the bytes are left to those who hold them, and
   * joined anew when they are asked for.
   */
  retire(): void {
    this.#keeper = undefined;
    if (!this.#bytes) return;
    this.#shared = new WeakRef(this.#bytes);
    this.#bytes = undefined;
  }

  /** Lets the rows have their bytes in this block. */
  lendBytes(): void {
    const { bytes } = this;
    let at = 1;
    for (let index = 0; index < this.#entries.length; index += 1) {
      const row = rowAt(this.#entries, index);
      row.moveTo(bytes, at);
      at += row.length + 1;
    }
  }

  #join(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
    let at = 0;
    const entries = this.#entries;
    for (let index = 0; index < entries.length; index += 1) {
      const row = rowAt(entries, index);
      bytes[at] = at === 0 && this.isFirst ? OPEN : COMMA;
      row.copyTo(bytes, at + 1);
      at += row.length + 1;
    }
    if (at === 0 && this.isFirst) bytes[at++] = OPEN;
    if (this.isLast) bytes[at] = CLOSE;
    return bytes;
  }
}

function rowAt(entries: Entries, index: number): Row {
  return (entries.at(index) as Entry).row;
}
