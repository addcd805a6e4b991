/**
 * What was worked out of texts that clients send, for the next time. It holds at most `limit` of them in two
 * generations: what is asked for while a generation fills up lives on, so that a flood of texts that come once does not
 * push out those that come always.
 */
export class Recent<Value> {
  readonly #limit: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(text: string): Value | undefined {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const old = this.#old.get(text);
    if (old !== undefined) this.set(text, old);
    return old;
  }

  set(text: string, value: Value): void {
    if (this.#young.size * 2 >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, value);
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
