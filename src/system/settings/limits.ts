import { readFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';

/** The fewest with which the admin starts: it opens its files at once. */
const FILES = 512;
/** Bytes of memory that Node must be allowed to use for Payload to load. */
const MEMORY = 128 * 1024 ** 2;

/** Why this process may use too little of the machine for a server; undefined if it may use enough, or nobody says. */
export function limitsProblem(): string | undefined {
  const files = openFiles();
  if (files < FILES)
    return `This user may have ${files} files open at once, and the server needs ${FILES}, better 10000 and more. Raise it: ulimit -n, or LimitNOFILE= of systemd.`;
  const { heap_size_limit: memory } = getHeapStatistics();
  if (memory < MEMORY)
    return `Node may use ${Math.round(memory / 1024 ** 2)} MB of memory here, and the server needs 512 MB. Take --max-old-space-size out of NODE_OPTIONS, or raise it, and give the container more.`;
  return undefined;
}

/** Node has raised its own limit as far as it may. */
function openFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    // Only Linux has this file.
    return Number.POSITIVE_INFINITY;
  }
}
