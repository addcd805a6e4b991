import { InTurn, Pace, runAtOnce } from './retry.ts';
import { State, type StateOptions } from './State.ts';
import type { Change, DocumentChange, Rehearsal, Snapshot } from './types.ts';

export type Changes = AsyncIterable<Change[]> | Iterable<Change[]>;

interface Waiting {
  changes: readonly Change[];
  resolve(): void;
  reject(error: unknown): void;
}

const nothing = () => {};

/** The load that is under way. */
interface Loading {
  /** What has been applied since it began. */
  meanwhile: Change[];
  /** Resolves when it has ended, well or not. */
  ended: Promise<void>;
}

/**
 * The state that is served. It takes changes one after the other, and those that come meanwhile together; a load makes another
 * state beside it, which takes its place.
 */
export class Served {
  readonly #options: StateOptions;
  #state: State | undefined;
  #isLoaded = false;
  #loading: Loading | undefined;
  #waiting: Waiting[] = [];
  /** Nothing is shown during a rehearsal. */
  readonly #turns = new InTurn();
  #isBusy = false;

  constructor(options: StateOptions) {
    this.#options = options;
  }

  get state(): State | undefined {
    return this.#state;
  }

  /** Whether a load has ended well. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  restore(snapshot: Snapshot): void {
    this.#state = State.restore(snapshot, this.#options);
  }

  /** Resolves when the changes show. @throws what made them fail; none of those taken together shows then */
  async apply(changes: readonly Change[]): Promise<void> {
    this.#loading?.meanwhile.push(...changes);
    if (this.#isLoaded) return this.#add(changes);
    // A checkpoint lacks the documents that new elements are made of: changes show with the load that they are in.
    if (this.#state) await this.#loading?.ended;
  }

  /** See `ReadModel.rehearse`. */
  rehearse(change: DocumentChange): Promise<Rehearsal | undefined> {
    return this.#turns.run(() => (this.#isLoaded ? this.#state?.rehearse(change, new Pace()) : undefined));
  }

  /**
   * Resolves to whether everything shows: not where a later load has begun.
   * @param isWanted asked when it is whole: whether it may take its place
   */
  load(changes: Changes | Promise<Changes>, isWanted: () => boolean): Promise<boolean> {
    const meanwhile: Change[] = [];
    const made = this.#make(changes, meanwhile, isWanted);
    const loading = { meanwhile, ended: made.then(nothing, nothing) };
    this.#loading = loading;
    return made.finally(() => {
      if (this.#loading === loading) this.#loading = undefined;
    });
  }

  async #make(
    changes: Changes | Promise<Changes>,
    meanwhile: Change[],
    isWanted: () => boolean,
  ): Promise<boolean> {
    const all: Change[] = [];
    const pace = new Pace();
    for await (const batch of await changes) {
      for (const change of batch) {
        all.push(this.#state?.known(change) ?? change);
        if (pace.isDue) await pace.breathe();
      }
    }
    const next = new State(this.#options);
    await pace.run(await next.prepare(all, pace, this.#state));
    while (meanwhile.length > 0) await pace.run(await next.prepare(meanwhile.splice(0), pace));
    if (this.#loading?.meanwhile !== meanwhile || !isWanted()) return false;
    this.#state = next;
    this.#isLoaded = true;
    // It has all that waits.
    for (const { resolve } of this.#waiting.splice(0)) resolve();
    return true;
  }

  #add(changes: readonly Change[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ changes, resolve, reject });
      if (!this.#isBusy) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.splice(0);
      try {
        await this.#turns.run(() => this.#show(taken.flatMap(({ changes }) => changes)));
        for (const { resolve } of taken) resolve();
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    this.#isBusy = false;
  }

  async #show(changes: readonly Change[]): Promise<void> {
    const state = this.#state;
    const show = await state?.prepare(changes, new Pace());
    // A load that took its place has them.
    if (show && state === this.#state) runAtOnce(show);
  }
}

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
