import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ReadModel } from '../../endpoints/read-model/index.ts';
import type { Environment } from '../system/settings/env.ts';
import { databaseAddress } from '../system/settings/prepare.ts';
import { Checkpoint, type CheckpointOptions } from './checkpoint.ts';

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
      checkpoint.changed();
    },
    taken: () => checkpoint.changed(),
    async close() {
      clearInterval(renewals);
      await checkpoint.close();
    },
  };
}
