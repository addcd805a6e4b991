import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Listed {
  pid: number;
  parent: number;
  /** What of it is in memory, in bytes. */
  resident: number;
}

/** A process and all that descend from it, as `ps` sees them. */
export async function familyOf(pid: number): Promise<Listed[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [id = 0, parent = 0, kibibytes = 0] = line.trim().split(/\s+/).map(Number);
      return { pid: id, parent, resident: kibibytes * 1024 };
    });
  const family = all.filter((each) => each.pid === pid);
  for (const { pid: parent } of family) family.push(...all.filter((each) => each.parent === parent));
  return family;
}

/** What of a process is in memory now, in bytes; 0 when it has ended. */
export async function residentOf(pid: number): Promise<number> {
  return (await familyOf(pid))[0]?.resident ?? 0;
}
