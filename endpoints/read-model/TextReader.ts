/** As many as a merge sort reads from at a time, and more. */
const RECENT = 256;

/** Texts by slot while a column is made: some are held, those beyond a number of bytes are read again. */
export class TextReader {
  readonly #read: (slot: number) => string;
  readonly #limit: number;
  readonly #held = new Map<number, string>();
  readonly #recent = new Map<number, string>();
  #bytes = 0;

  constructor(read: (slot: number) => string, limit = 32 * 1024 * 1024) {
    this.#read = read;
    this.#limit = limit;
  }

  know(slot: number, text: string): void {
    this.#bytes += 2 * text.length;
    if (this.#bytes <= this.#limit) this.#held.set(slot, text);
  }

  read(slot: number): string {
    const known = this.#held.get(slot) ?? this.#recent.get(slot);
    if (known !== undefined) return known;
    const text = this.#read(slot);
    if (this.#recent.size >= RECENT) this.#recent.clear();
    this.#recent.set(slot, text);
    return text;
  }
}
