import type { Entry } from './Row.ts';
import type { BodyPart } from './types.ts';

/** Told what becomes of the blocks of an ordering that is held. */
export interface Keeper {
  /** A block is joined, and keeps its bytes unless it is told to `release` or to `forget` them. */
  joined(block: Block): void;
}

export interface BlockOptions {
  entries: readonly Entry[];
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
  readonly entries: readonly Entry[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly length: number;
  /** How often it was joined, or taken from those who held it. */
  joins = 0;
  #keeper: Keeper | undefined;
  #bytes: Buffer<ArrayBuffer> | undefined;
  /** The bytes while someone else holds them, such as a client that reads slowly: all who send them share them. */
  #shared: WeakRef<Buffer<ArrayBuffer>> | undefined;
  #digests: Buffer | undefined;

  constructor({ entries, isFirst, isLast, keeper }: BlockOptions) {
    this.entries = entries;
    this.isFirst = isFirst;
    this.isLast = isLast;
    this.#keeper = keeper;
    let length = isLast ? 1 : 0;
    // Before each element there is a comma, or the opening bracket.
    for (const { row } of entries) length += 1 + row.length;
    this.length = isFirst && entries.length === 0 ? length + 1 : length;
  }

  get bytes(): Buffer<ArrayBuffer> {
    if (this.#bytes) return this.#bytes;
    const bytes = this.#shared?.deref() ?? this.#join();
    this.joins += 1;
    if (this.#keeper) {
      this.#bytes = bytes;
      this.#keeper.joined(this);
    } else {
      this.#shared = new WeakRef(bytes);
    }
    return bytes;
  }

  get isJoined(): boolean {
    return this.#bytes !== undefined;
  }

  /** The rows' digests, one after the other. */
  get digests(): Buffer {
    if (!this.#digests) {
      const digests = this.entries.map(({ row }) => row.digest).join('');
      this.#digests = Buffer.allocUnsafeSlow(digests.length);
      this.#digests.write(digests, 'latin1');
    }
    return this.#digests;
  }

  /** Leaves the bytes to those who hold them; they are joined anew when they are asked for. */
  release(): void {
    if (!this.#bytes) return;
    this.#shared = new WeakRef(this.#bytes);
    this.#bytes = undefined;
  }

  /**
   * Leaves the bytes to the one who has asked for them, for the young generation's collector: what a WeakRef names survives
   * that.
   */
  forget(): void {
    this.#bytes = undefined;
  }

  /** The ordering is no longer held, or has another block in this one's place. */
  retire(): void {
    this.#keeper = undefined;
    this.release();
  }

  /** Lets the rows have their bytes in this block. */
  lendBytes(): void {
    const { bytes } = this;
    let at = 1;
    for (const { row } of this.entries) {
      row.moveTo(bytes, at);
      at += row.length + 1;
    }
  }

  #join(): Buffer<ArrayBuffer> {
    // Not from Node's pool: a slice of that would keep all of it.
    const bytes = Buffer.allocUnsafeSlow(this.length);
    let at = 0;
    for (const { row } of this.entries) {
      bytes[at] = at === 0 && this.isFirst ? OPEN : COMMA;
      row.copyTo(bytes, at + 1);
      at += row.length + 1;
    }
    if (at === 0 && this.isFirst) bytes[at++] = OPEN;
    if (this.isLast) bytes[at] = CLOSE;
    return bytes;
  }
}
