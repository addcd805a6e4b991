/** One response that sends a body. */
interface Sending {
  readonly body: Buffer;
  giveUp(): void;
}

/**
 * Counts the bodies that are still being sent though no list holds them any more, each once. Beyond a limit the responses that
 * have taken longest are given up, so that slow readers cannot take the memory of the process.
 */
export class BodiesBeingSent {
  readonly #maxBytes: number;
  readonly #isHeld: (body: Buffer) => boolean;
  /** The oldest first. */
  readonly #sendings = new Set<Sending>();
  /** How many responses send each body. */
  readonly #counts = new Map<Buffer, number>();
  /** Of all these bodies, held or not. */
  #bytes = 0;

  /** @param isHeld whether a body is in memory anyway */
  constructor(maxBytes: number, isHeld: (body: Buffer) => boolean) {
    this.#maxBytes = maxBytes;
    this.#isHeld = isHeld;
  }

  /** See `ReadModel.sending`. */
  add(body: Buffer, giveUp: () => void): () => void {
    const sending = { body, giveUp };
    const count = this.#counts.get(body) ?? 0;
    this.#counts.set(body, count + 1);
    this.#sendings.add(sending);
    if (count === 0) {
      this.#bytes += body.length;
      this.makeRoom(0);
    }
    return () => this.#remove(sending);
  }

  /** Gives up the oldest responses until so many more bytes fit; false if they did not fit before. */
  makeRoom(bytes: number): boolean {
    if (this.#bytes + bytes <= this.#maxBytes) return true;
    let excess = this.#unheldBytes() + bytes - this.#maxBytes;
    if (excess <= 0) return true;
    for (const sending of this.#sendings) {
      if (this.#isHeld(sending.body)) continue;
      this.#remove(sending);
      sending.giveUp();
      if (!this.#counts.has(sending.body)) excess -= sending.body.length;
      if (excess <= 0) break;
    }
    return false;
  }

  #unheldBytes(): number {
    let bytes = 0;
    for (const body of this.#counts.keys()) if (!this.#isHeld(body)) bytes += body.length;
    return bytes;
  }

  #remove(sending: Sending): void {
    if (!this.#sendings.delete(sending)) return;
    const { body } = sending;
    const count = this.#counts.get(body) ?? 0;
    if (count > 1) {
      this.#counts.set(body, count - 1);
    } else {
      this.#counts.delete(body);
      this.#bytes -= body.length;
    }
  }
}
