import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lists } from '../../../endpoints/lists/index.ts';
import type { Snapshot } from '../../../endpoints/read-model/index.ts';
import { Checkpoint, type CheckpointOptions } from '../../../src/server/checkpoint.ts';
import { freshFolder } from '../../support/databases.ts';
import { snapshotOf } from './snapshots.ts';

/** Where a checkpoint is written, and what of. */
export interface Place {
  readonly dataDir: string;
  readonly folder: string;
  readonly index: string;
  /** What is served now. */
  served: Snapshot | undefined;
  /** How many writings have begun: each takes one snapshot. */
  begun: number;
  /** What the operator has been told. */
  readonly log: string[];
  checkpoint(options?: Partial<CheckpointOptions>): Checkpoint;
  /** Writes it as a process does that ends in good order. */
  write(snapshot: Snapshot | undefined): Promise<void>;
  /** Reads it as a new process does. */
  read(options?: Partial<CheckpointOptions>): Promise<Snapshot | undefined>;
  /** When the lists on the disk were last known to be current. */
  time(): Promise<Date>;
  /** The file of a list's body. */
  body(list: string): Promise<string>;
  /** What is in the folder, sorted. */
  files(): Promise<string[]>;
}

/** A data folder without a checkpoint, and three posts that are served. */
export async function freshPlace(): Promise<Place> {
  const dataDir = await freshFolder();
  const folder = join(dataDir, 'lists-0123456789ab');
  const log: string[] = [];
  const place: Place = {
    dataDir,
    folder,
    index: join(folder, 'index.json'),
    served: snapshotOf(3),
    begun: 0,
    log,
    checkpoint(options) {
      const snapshot = async () => {
        place.begun++;
        return place.served;
      };
      return new Checkpoint({
        folder,
        lists,
        snapshot,
        log: (line) => log.push(line),
        ...options,
      });
    },
    async write(snapshot) {
      const writer = place.checkpoint({ snapshot: async () => snapshot });
      writer.changed();
      await writer.close();
    },
    read: async (options) => (await place.checkpoint(options).read())?.snapshot,
    time: async () => (await stat(place.index)).mtime,
    async body(list) {
      const { contents } = JSON.parse(await readFile(place.index, 'utf8')) as {
        contents: { lists: { list: string; sha256: string }[] };
      };
      return join(folder, `${contents.lists.find((each) => each.list === list)?.sha256}.json`);
    },
    files: async () => (await readdir(folder)).sort(),
  };
  return place;
}

/** The files of a folder that holds this snapshot and nothing else, sorted. */
export function filesOf({ lists }: Snapshot): string[] {
  const bodies = lists.map(({ body }) => `${createHash('sha256').update(body).digest('hex')}.json`);
  return [...new Set([...bodies, 'index.json'])].sort();
}

/** A time that no test is run at. */
export const LONG_AGO = new Date('2021-04-01T09:15:02Z');

/** A turn of the event loop, whatever clock the test has. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits as long as the test may take. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}
