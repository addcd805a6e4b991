import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ReadModel } from '../../endpoints/read-model/index.ts';
import type { Environment } from '../settings/env.ts';
import { Checkpoint, type CheckpointOptions } from './checkpoint.ts';

/** How often the time of the checkpoint is renewed while the lists are live, in milliseconds. */
const RENEWAL = 30_000;

export type CheckpointPaths = Pick<CheckpointOptions, 'folder' | 'formerFile'>;

/**
 * Where the lists of a database are kept: one folder for each database, so that a server that is given another one does not
 * begin with the lists of the last. Beside it, the file in which version 0.1.0 kept them.
 */
export function checkpointPaths({
  dataDir,
  databaseUri,
}: Pick<Environment, 'dataDir' | 'databaseUri'>): CheckpointPaths {
  // Neither a new password nor a new option makes it another database.
  const database = databaseUri.replace(/\/\/[^/@]*@/, '//').replace(/\?.*$/s, '');
  const digest = createHash('sha256').update(database).digest('hex').slice(0, 12);
  return {
    folder: path.join(dataDir, `lists-${digest}`),
    formerFile: path.join(dataDir, `checkpoint-${digest}`),
  };
}

/** The lists of one front on disk. */
export interface KeptLists {
  /** Serves them until the first load; true where there are any. */
  restore(): Promise<boolean>;
  /** How long ago they were last known to be current, in whole seconds, while they are served. */
  age(): number | undefined;
  /** They were loaded. */
  loaded(): void;
  /** A change was taken. */
  taken(): void;
  /** Writes what is outstanding. */
  close(): Promise<void>;
}

export interface KeptListsOptions extends Omit<CheckpointOptions, 'snapshot'> {
  readModel: Pick<ReadModel, 'restore' | 'snapshot' | 'status'>;
  /** Whether this front writes them; one of a server does. */
  writes: boolean;
}

/** Ties a read model to its checkpoint. */
export function keptLists({ readModel, writes, log, ...options }: KeptListsOptions): KeptLists {
  const onDisk = new Checkpoint({ ...options, log, snapshot: () => readModel.snapshot() });
  let restored: number | undefined;
  const written = writes ? onDisk : undefined;
  /** Since when the lists were live when they were last looked at. */
  let liveSince: number | undefined;

  function renew(): void {
    const { state, since } = readModel.status();
    if (state !== 'live') return;
    // They were behind meanwhile, and may have been loaded again.
    if (since === liveSince) written?.stillCurrent();
    else written?.changed();
    liveSince = since;
  }
  const renewals = setInterval(renew, RENEWAL).unref();

  return {
    async restore() {
      const kept = await onDisk.read();
      if (!kept || !(await readModel.restore(kept.snapshot, kept.current))) return false;
      restored = kept.current;
      log(`The lists of ${new Date(kept.current).toISOString()} are served until the cms gives today's.`);
      return true;
    },
    age: () => (restored === undefined ? undefined : Math.max(0, Math.floor((Date.now() - restored) / 1000))),
    loaded() {
      restored = undefined;
      written?.changed();
    },
    taken: () => written?.changed(),
    async close() {
      clearInterval(renewals);
      await written?.close();
    },
  };
}
