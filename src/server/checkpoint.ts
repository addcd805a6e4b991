import { rm } from 'node:fs/promises';
import type { List } from '../../endpoints/lists/index.ts';
import type { Snapshot } from '../../endpoints/read-model/index.ts';
import { Backoff, InTurn } from '../../endpoints/read-model/index.ts';
import { CheckpointFolder, isMissing } from './checkpoint/CheckpointFolder.ts';

/** From the first change until it is written, in milliseconds; twice as long after a failure, and after each further one. */
const PAUSE = 2000;
/** Writing pauses this many times as long as it took, so that readers seldom meet it. */
const PAUSE_PER_WRITING = 10;
/** No pause is longer, in milliseconds. */
const LONGEST_PAUSE = 60_000;

export interface CheckpointOptions {
  folder: string;
  /** The checkpoint of version 0.1.0; it is removed once the folder is written. */
  formerFile: string;
  lists: readonly List[];
  /** The lists as they are now; undefined while there are none. */
  snapshot(): Snapshot | undefined;
  log(line: string): void;
}

/** Keeps the lists on disk for a start without the cms. */
export class Checkpoint {
  readonly #options: CheckpointOptions;
  readonly #folder: CheckpointFolder;
  /** When the lists in memory were last known to be current. */
  #current = 0;
  #isUnwritten = false;
  readonly #backoff = new Backoff(2 * PAUSE);
  #earliest = 0;
  /** From the first change until it is written. */
  #timer: NodeJS.Timeout | undefined;
  /** One is written or renewed at a time. */
  readonly #turns = new InTurn();
  #closing: Promise<void> | undefined;

  constructor(options: CheckpointOptions) {
    this.#options = options;
    this.#folder = new CheckpointFolder(options.folder, options.lists);
  }

  /**
   * The last snapshot, and when it was last known to be current, in milliseconds since 1970. Undefined where there is
   * none, and where it is broken or of another version: a log line says why it is ignored. It never rejects.
   */
  async read(): Promise<{ snapshot: Snapshot; current: number } | undefined> {
    const { folder, log } = this.#options;
    try {
      // A body that is missing may be of an index that has been replaced meanwhile.
      const read = await this.#folder.read().catch((error) => {
        if (!isMissing(error)) throw error;
        return this.#folder.read();
      });
      return read && { ...read, current: Math.min(read.current, Date.now()) };
    } catch (error) {
      const { message } = error as Error;
      log(
        `The checkpoint ${folder} is ignored: ${message}. The lists come from the database once it answers.`,
      );
      return undefined;
    }
  }

  /** The lists show something new from the database: they are written a little later, off the readers' way. */
  changed(): void {
    this.#current = Date.now();
    this.#writeLater();
  }

  /**
   * The lists are as the database has them: the time of what is on disk is renewed. Cheap, for every half minute. What
   * is not written yet gets this time when it is written, and nothing is renewed that this process has not written.
   */
  stillCurrent(): void {
    this.#current = Date.now();
    if (this.#timer || this.#closing) return;
    const now = new Date(this.#current);
    // What is gone is written anew; whatever else is wrong is said then.
    void this.#turns.run(() => this.#folder.renew(now).catch(() => this.#writeLater()));
  }

  /** Writes what is not written yet and ends, whether that succeeds or not; for a stop in good order. */
  close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#closing ??= this.#turns.run(() => (this.#isUnwritten ? this.#write() : undefined));
    return this.#closing;
  }

  #writeLater(): void {
    this.#isUnwritten = true;
    if (this.#closing) return;
    const pause = Math.max(PAUSE, this.#earliest - performance.now());
    this.#timer ??= setTimeout(() => {
      void this.#turns.run(() => this.#write());
    }, pause).unref();
  }

  async #write(): Promise<void> {
    const { folder, formerFile, snapshot, log } = this.#options;
    const begun = performance.now();
    let backoff = 0;
    this.#isUnwritten = false;
    try {
      const taken = snapshot();
      if (taken) {
        await this.#folder.write(taken, new Date(this.#current));
        await rm(formerFile, { force: true });
        if (this.#backoff.failures > 0) log(`The checkpoint ${folder} can be written again.`);
        this.#backoff.reset();
      }
    } catch (error) {
      this.#isUnwritten = true;
      backoff = this.#backoff.fail(LONGEST_PAUSE);
      if (this.#backoff.failures === 1)
        log(`The checkpoint ${folder} could not be written: ${(error as Error).message}`);
    }
    const now = performance.now();
    this.#earliest = now + Math.min(Math.max(PAUSE_PER_WRITING * (now - begun), backoff), LONGEST_PAUSE);
    this.#timer = undefined;
    if (this.#isUnwritten) this.#writeLater();
  }
}
