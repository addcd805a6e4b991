import { utimes } from 'node:fs/promises';
import type { List } from '../../endpoints/lists/index.ts';
import type { Snapshot } from '../../endpoints/read-model/index.ts';
import { checkBeginning, decodeSnapshot } from './checkpoint/decodeSnapshot.ts';
import { encodeSnapshot } from './checkpoint/encodeSnapshot.ts';
import { clearUnfinished, readBlocks, replaceFile } from './checkpoint/files.ts';
import { stopwatch } from './checkpoint/stopwatch.ts';

/** Keeps the lists on disk for a start without the cms. */
export interface Checkpoint {
  /**
   * The last snapshot, and when it was last known to be current, in milliseconds since 1970. Undefined where there is
   * none, and where it is broken or of another version: a log line says why it is ignored. It never rejects.
   */
  read(): Promise<{ snapshot: Snapshot; current: number } | undefined>;
  /** The lists show something new from the database: they are written a little later, off the readers' way. */
  changed(): void;
  /**
   * The lists are as the database has them: the time of what is on disk is renewed. Cheap, for every half minute. What
   * is not written yet gets this time when it is written, and nothing is renewed that this process has not written.
   */
  stillCurrent(): void;
  /** Writes what is not written yet and ends, whether that succeeds or not; for a stop in good order. */
  close(): Promise<void>;
}

/** What {@link checkpoint} is told. */
export interface CheckpointOptions {
  file: string;
  lists: readonly List[];
  /** The lists as they are now; undefined while there are none. */
  snapshot(): Snapshot | undefined;
  log(line: string): void;
  /** Milliseconds from the first change until it is written. @default 2000 */
  pause?: number;
}

/**
 * Writing rests this many times as long as it took, for the disk, and as it held the event loop, all its turns together: under
 * lasting changes, of five hundred readers one meets it.
 */
const REST = { took: 10, held: 500 };
/** Neither that rest nor the pause after a failure, which is doubled each time, is longer than this many milliseconds. */
const LONGEST_PAUSE = 60_000;

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/**
 * The lists in a file. When they were last known to be current is the file's own time, so that renewing it writes
 * nothing else; a copy that is to keep it has to keep the time.
 */
export function checkpoint({ file, lists, snapshot, log, pause = 2000 }: CheckpointOptions): Checkpoint {
  /** When the lists in memory were last known to be current. */
  let current = 0;
  let unwritten = false;
  /** Whether what lies on the disk is of this process. */
  let written = false;
  let failures = 0;
  let earliest = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let renewing: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  async function write(): Promise<void> {
    const begun = performance.now();
    const held = stopwatch();
    unwritten = false;
    try {
      const taken = held.during(snapshot);
      if (!taken) return;
      await replaceFile(file, held.duringEach(encodeSnapshot(taken, lists)), new Date(current));
      if (failures > 0) log(`The checkpoint ${file} can be written again.`);
      failures = 0;
      written = true;
    } catch (error) {
      unwritten = true;
      if (failures === 0) log(`The checkpoint ${file} could not be written: ${(error as Error).message}`);
      failures++;
    } finally {
      const now = performance.now();
      const rest = Math.max(REST.took * (now - begun), REST.held * held.total());
      const backOff = failures > 0 ? pause * 2 ** failures : 0;
      earliest = now + Math.min(Math.max(rest, backOff), LONGEST_PAUSE);
    }
  }

  function schedule(): void {
    if (!unwritten || timer || writing || closing) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        writing = write().then(() => {
          writing = undefined;
          schedule();
        });
      },
      Math.max(pause, earliest - performance.now()),
    ).unref();
  }

  function outdate(): void {
    unwritten = true;
    schedule();
  }

  async function clear(): Promise<void> {
    try {
      await clearUnfinished(file);
    } catch (error) {
      if (isMissing(error)) return;
      log(`Unfinished checkpoints beside ${file} could not be removed: ${(error as Error).message}`);
    }
  }

  async function finish(): Promise<void> {
    clearTimeout(timer);
    await writing;
    await renewing;
    if (unwritten) await write();
  }

  return {
    async read() {
      await clear();
      try {
        const { blocks, time } = await readBlocks(file, checkBeginning);
        return { snapshot: decodeSnapshot(blocks, lists), current: Math.min(time, Date.now()) };
      } catch (error) {
        if (isMissing(error)) return undefined;
        const reason = (error as Error).message;
        log(
          `The checkpoint ${file} is ignored: ${reason}. The lists come from the database once it answers.`,
        );
        return undefined;
      }
    },
    changed() {
      current = Date.now();
      outdate();
    },
    stillCurrent() {
      current = Date.now();
      if (!written || unwritten || writing || renewing || closing) return;
      const now = new Date(current);
      // A file that is gone is written anew; whatever else is wrong is said then.
      renewing = utimes(file, now, now)
        .catch(outdate)
        .finally(() => {
          renewing = undefined;
        });
    },
    close() {
      closing ??= finish();
      return closing;
    },
  };
}
