import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest time in which the event loop came to nobody else, in milliseconds. */
export interface Hold {
  /** It goes on while other processes have the processor. */
  clock: number;
  /** Of the processor time that this process used; other threads of the process count too. */
  processor: number;
}

/** How long some work holds the event loop. Every turn of it is looked at until the work has ended. */
export async function longestHold(work: () => Promise<unknown>): Promise<Hold> {
  const longest: Hold = { clock: 0, processor: 0 };
  let isDone = false;
  let at = performance.now();
  let used = process.cpuUsage();
  const working = work().finally(() => {
    isDone = true;
  });
  do {
    await nextTurn();
    const { user, system } = process.cpuUsage(used);
    const clock = performance.now() - at;
    longest.clock = Math.max(longest.clock, clock);
    longest.processor = Math.max(longest.processor, Math.min(clock, (user + system) / 1000));
    at = performance.now();
    used = process.cpuUsage();
  } while (!isDone);
  await working;
  return longest;
}
