import { existsSync } from 'node:fs';
import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { lists } from '../../../endpoints/lists/index.ts';
import type { Snapshot } from '../../../endpoints/read-model/index.ts';
import { type Checkpoint, type CheckpointOptions, checkpoint } from '../../../src/server/checkpoint.ts';
import { freshFolder } from '../../support/databases.ts';
import { snapshotOf } from './snapshots.ts';

/** Where a checkpoint is written, and what of. */
export interface Writing {
  readonly folder: string;
  /** The checkpoint, in `folder` unless a test names another place. */
  file: string;
  /** What is served now. */
  served: Snapshot | undefined;
  /** How many writings have begun: each takes one snapshot. */
  begun: number;
  /** What the operator has been told. */
  readonly log: string[];
  made(options?: Partial<CheckpointOptions>): Checkpoint;
  /** What the file holds. */
  read(): Promise<Snapshot | undefined>;
  /** The time of the lists in the file. */
  time(): Promise<Date>;
  /** Waits until the time of what is written is renewed, which takes the end of its writing. */
  renewed(writer: Checkpoint): Promise<void>;
}

/** A folder without a checkpoint, and three posts that are served. */
export async function writing(): Promise<Writing> {
  const folder = await freshFolder();
  const log: string[] = [];
  const here: Writing = {
    folder,
    file: join(folder, 'checkpoint'),
    served: snapshotOf(3),
    begun: 0,
    log,
    made(options) {
      const snapshot = () => {
        here.begun++;
        return here.served;
      };
      return checkpoint({ file: here.file, lists, snapshot, log: (line) => log.push(line), ...options });
    },
    async read() {
      const reader = checkpoint({ file: here.file, lists, snapshot: () => undefined, log: () => {} });
      return (await reader.read())?.snapshot;
    },
    time: async () => (await stat(here.file)).mtime,
    async renewed(writer) {
      await until(() => existsSync(here.file));
      await utimes(here.file, LONG_AGO, LONG_AGO);
      while ((await here.time()) <= LONG_AGO) {
        writer.stillCurrent();
        await turn();
      }
    },
  };
  return here;
}

/** A time that no test is run at. */
export const LONG_AGO = new Date('2021-04-01T09:15:02Z');

/** A turn of the event loop, whatever clock the test has. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits as long as the test may take. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}
