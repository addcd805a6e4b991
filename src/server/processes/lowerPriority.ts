import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/**
 * Gives a child a lower priority than the fronts: readers of the lists come first. It is set from outside right after the fork: on
 * Linux, threads inherit the priority when they start, and Node starts some before any code of the child runs.
 */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended, which its exit reports, or the system has no priorities.
  }
}
