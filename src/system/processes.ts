import { readFileSync } from 'node:fs';

/**
 * True if a process of this machine runs. One that has ended and that its parent has not asked about counts as ended: Linux
 * keeps it as a zombie (proc(5), state Z), and where process 1 asks late, or never, as in many containers, that may be long.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in parentheses and may hold any character.
    return !/^ [ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1));
  } catch {
    // Another system than Linux, or one that hides the processes of others.
    return true;
  }
}

/** Waits, and keeps this process alive meanwhile: SQLite and timers of a watch do not, and Node would end a program that waits. */
export async function keptAlive<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => {}, 60_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
