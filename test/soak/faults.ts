import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onFileEnd } from '../support/cleanup.ts';
import { freshFolder } from '../support/databases.ts';
import type { ReplicaSet } from '../support/replicaSet.ts';

/** Does harm, waits, and repairs it. */
export type Fault = () => Promise<void>;

/** Whether this user may mount a small disk to fill it. */
export const mayMount = process.getuid?.() === 0;

/** A disk of its own, in memory, that is removed when the test file ends. */
export async function smallDisk(): Promise<string> {
  const folder = await freshFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', folder]);
  onFileEnd(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}

/** Writes until nothing more fits, whatever others write meanwhile. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (const chunk = Buffer.alloc(64 * 1024); ; ) writeSync(descriptor, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Fills a disk for twenty seconds. */
export function fullDisk(disk: string): Fault {
  return async () => {
    const filler = join(disk, 'filler');
    try {
      fill(filler);
      await sleep(20_000);
    } finally {
      rmSync(filler, { force: true });
    }
  };
}

/** Another primary: by turns the old one is killed, and hands over. */
export function failover(set: ReplicaSet): Fault {
  let number = 0;
  return async () => {
    number += 1;
    if (number % 2 === 0) return set.stepDown();
    const primary = await set.primary();
    await primary.kill();
    await set.primary();
    await primary.start();
  };
}
