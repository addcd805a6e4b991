import { createHash } from 'node:crypto';
import path from 'node:path';
import type { List } from '../../endpoints/lists/index.ts';
import { Backoff, InTurn, type ReadModel, type Snapshot } from '../../endpoints/read-model/index.ts';
import type { Log } from '../system/logging/log.ts';
import type { Environment } from '../system/settings/env.ts';
import { databaseAddress } from '../system/settings/prepare.ts';
import { CheckpointFolder, isMissing } from './checkpoint/CheckpointFolder.ts';

/** Milliseconds from the first change until it is written. The pause after the first failure is twice this, then it doubles. */
const PAUSE = 2000;
/** The pause after a write is at least this many times its duration, so that writing rarely slows down readers. */
const PAUSE_PER_WRITING = 10;
/** The longest pause, in milliseconds. */
const LONGEST_PAUSE = 60_000;

export interface CheckpointOptions {
  folder: string;
  lists: readonly List[];
  /** The current lists; undefined if none are loaded. */
  snapshot(): Promise<Snapshot | undefined>;
  log: Log;
}

/** Keeps the lists on disk, so that a start can serve them before the cms is up. */
export class Checkpoint {
  readonly #options: CheckpointOptions;
  readonly #folder: CheckpointFolder;
  /** When the lists in memory were last known to be current, in milliseconds since 1970. */
  #current = 0;
  #isUnwritten = false;
  readonly #backoff = new Backoff(2 * PAUSE);
  #earliest = 0;
  /** Runs from the first change until it is written. */
  #timer: NodeJS.Timeout | undefined;
  /** Writes and renewals run one at a time. */
  readonly #turns = new InTurn();
  #closing: Promise<void> | undefined;

  constructor(options: CheckpointOptions) {
    this.#options = options;
    this.#folder = new CheckpointFolder(options.folder, options.lists);
  }

  /**
   * Reads the last snapshot, and when it was last known to be current, in milliseconds since 1970. Gives undefined if there
   * is none, or if it is broken or of another version; then the log says why. It never rejects.
   */
  async read(): Promise<{ snapshot: Snapshot; current: number } | undefined> {
    const { folder, log } = this.#options;
    try {
      // A body can be missing because another process has replaced the index in the meantime. Read once more.
      const read = await this.#folder.read().catch((error) => {
        if (!isMissing(error)) throw error;
        return this.#folder.read();
      });
      return read && { ...read, current: Math.min(read.current, Date.now()) };
    } catch (error) {
      const { message } = error as Error;
      log(
        `The checkpoint ${folder} is ignored: ${message}. The lists come from the database once it answers.`,
        'warn',
      );
      return undefined;
    }
  }

  /** The lists have changed. They are written after a pause. */
  changed(): void {
    this.#current = Date.now();
    this.#writeLater();
  }

  /**
   * The lists are still current, so the time of the checkpoint on disk is renewed. This is cheap enough for every 30 seconds.
   * Unwritten changes get the time when they are written. A checkpoint of another process is not renewed.
   */
  stillCurrent(): void {
    this.#current = Date.now();
    if (this.#timer || this.#closing) return;
    const now = new Date(this.#current);
    // If files are missing, they are written again. Other errors appear in that write.
    void this.#turns.run(() => this.#folder.renew(now).catch(() => this.#writeLater()));
  }

  /** Writes outstanding changes, for an orderly stop. Resolves even if the write fails. */
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
    const { folder, snapshot, log } = this.#options;
    const begun = performance.now();
    let backoff = 0;
    this.#isUnwritten = false;
    try {
      const current = new Date(this.#current);
      const taken = await snapshot();
      if (taken) {
        await this.#folder.write(taken, current);
        if (this.#backoff.failures > 0) log(`The checkpoint ${folder} can be written again.`);
        this.#backoff.reset();
      }
    } catch (error) {
      this.#isUnwritten = true;
      backoff = this.#backoff.fail(LONGEST_PAUSE);
      if (this.#backoff.failures === 1)
        log(`The checkpoint ${folder} could not be written: ${(error as Error).message}`, 'warn');
    }
    const now = performance.now();
    this.#earliest = now + Math.min(Math.max(PAUSE_PER_WRITING * (now - begun), backoff), LONGEST_PAUSE);
    this.#timer = undefined;
    if (this.#isUnwritten) this.#writeLater();
  }
}

/** Milliseconds between renewals of the checkpoint's time while the lists are live. */
const RENEWAL = 30_000;

/**
 * The folder of the checkpoint. Each database has its own, so that a server with a new database does not serve the lists
 * of the former one.
 */
export function checkpointFolder({
  dataDir,
  databaseUri,
}: Pick<Environment, 'dataDir' | 'databaseUri'>): string {
  const digest = createHash('sha256').update(databaseAddress(databaseUri)).digest('hex').slice(0, 12);
  return path.join(dataDir, `lists-${digest}`);
}

/** The lists of the front on disk. */
export interface KeptLists {
  /** Serves the lists of the checkpoint until the first load. True if there are any. */
  restore(): Promise<boolean>;
  /** Seconds since the restored lists were last known to be current; undefined after the first load. */
  age(): number | undefined;
  /** Call it after each load. */
  loaded(): void;
  /** Call it after each change. */
  taken(): void;
  close(): Promise<void>;
}

export interface KeptListsOptions extends Omit<CheckpointOptions, 'snapshot'> {
  readModel: Pick<ReadModel, 'restore' | 'snapshot' | 'status'>;
}

/** Connects a read model to its checkpoint. */
export function keptLists({ readModel, log, ...options }: KeptListsOptions): KeptLists {
  const checkpoint = new Checkpoint({ ...options, log, snapshot: () => readModel.snapshot() });
  let restored: number | undefined;
  /** `since` of the live state at the last renewal. */
  let liveSince: number | undefined;

  function renew(): void {
    const { state, since } = readModel.status();
    if (state !== 'live') return;
    // If the state has changed in between, the lists may have been loaded again, so they are written.
    if (since === liveSince) checkpoint.stillCurrent();
    else checkpoint.changed();
    liveSince = since;
  }
  const renewals = setInterval(renew, RENEWAL).unref();

  return {
    async restore() {
      const kept = await checkpoint.read();
      if (!kept || !(await readModel.restore(kept.snapshot, kept.current))) return false;
      restored = kept.current;
      log(`The lists of ${new Date(kept.current).toISOString()} are served until the cms gives today's.`);
      return true;
    },
    age: () => (restored === undefined ? undefined : Math.max(0, Math.floor((Date.now() - restored) / 1000))),
    loaded() {
      restored = undefined;
      liveSince = readModel.status().since;
      checkpoint.changed();
    },
    taken: () => checkpoint.changed(),
    async close() {
      clearInterval(renewals);
      await checkpoint.close();
    },
  };
}
