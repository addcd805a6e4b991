import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Every process that was started and has not ended, each the leader of a group of its own. */
const running = new Set<ChildProcess>();

interface RunOptions {
  env?: Record<string, string>;
  /** Written to its standard input. */
  input?: string;
  /** @default inherit */
  stdout?: 'inherit' | 'pipe' | 'ignore';
  /** Whether messages are exchanged with it. @default false */
  messages?: boolean;
}

/** Starts `node` with these arguments. Whatever of it is left at the end of the benchmark is killed. */
export function startNode(
  args: string[],
  { env = {}, stdout = 'inherit', messages = false }: RunOptions = {},
): ChildProcess {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env, NODE_ENV: 'production' },
    stdio: ['pipe', stdout, 'inherit', ...(messages ? ['ipc' as const] : [])],
    detached: true,
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Runs `node` with these arguments to its end, and gives what it printed if that is piped. @throws Error if it fails */
export async function runNode(args: string[], options: RunOptions = {}): Promise<string> {
  const child = startNode(args, options);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stdin?.end(options.input);
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${signal ?? code}:\n${output}`);
  return output;
}

/** A script of the benchmark that has been compiled beside this one. */
export function script(name: string): string {
  return path.join(import.meta.dirname, name);
}

/** Asks a process to stop, and kills it after ten seconds. */
export async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const impatience = setTimeout(() => killGroup(child), 10_000);
  await exit;
  clearTimeout(impatience);
}

/** The next message of a process. @throws Error if it ends before */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${child.spawnargs.join(' ')} ended.`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as T);
    });
  });
}

/** The first line that a process prints. @throws Error if it ends before */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('What the process prints is not piped.');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`${child.spawnargs.join(' ')} ended before it said anything.`);
}

process.once('exit', () => running.forEach(killGroup));

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** The processor time that a process and its descendants have used, in seconds; NaN where there is no /proc. */
export function processorSeconds(pid: number): number {
  const parents = new Map<number, number>();
  const seconds = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // proc(5): what follows the name in brackets begins with the third field; 4 is the parent, 14 and 15 are utime and
    // stime in hundredths of a second.
    const fields = statOf(name)
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    parents.set(Number(name), fields[1] ?? 0);
    seconds.set(Number(name), ((fields[11] ?? 0) + (fields[12] ?? 0)) / 100);
  }
  const family = (id: number): number =>
    [...parents].reduce(
      (sum, [child, parent]) => (parent === id ? sum + family(child) : sum),
      seconds.get(id) ?? 0,
    );
  return family(pid);
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
