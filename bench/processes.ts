import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Every process that was started and has not ended, each the leader of a group of its own. */
const running = new Set<ChildProcess>();

interface Options {
  env?: Record<string, string>;
  /** @default that of this process */
  cwd?: string;
  /** Written to its standard input. */
  input?: string;
  /** Whether what it prints is shown; its errors are. @default true */
  isShown?: boolean;
  /** Whether messages are exchanged with it. @default false */
  hasMessages?: boolean;
}

/** Starts `node` with these arguments. Whatever of it is left at the end of the benchmark is killed. */
export function startNode(args: string[], options: Options = {}): ChildProcess {
  const { cwd, env, input = '', isShown = true, hasMessages = false } = options;
  const child = spawn(process.execPath, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env, NODE_ENV: 'production' },
    stdio: ['pipe', isShown ? 'inherit' : 'ignore', 'inherit', hasMessages ? 'ipc' : 'ignore'],
    detached: true,
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.stdin?.end(input);
  return child;
}

/** Runs `node` with these arguments to its end. @throws Error if it fails */
export async function runNode(args: string[], options?: Options): Promise<void> {
  const [code, signal] = await once(startNode(args, options), 'exit');
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${signal ?? code}.`);
}

/** A script of the benchmark, compiled beside this one. */
export function script(name: string): string {
  return path.join(import.meta.dirname, name);
}

/** The next message of a process. @throws Error if it ends before */
export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const onExit = () => ended.abort();
  child.once('exit', onExit);
  const [message] = await once(child, 'message', { signal: ended.signal });
  child.off('exit', onExit);
  return message as T;
}

/** Asks a process to stop, and kills it after ten seconds. */
export async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => killGroup(child), 10_000);
  await exit;
  clearTimeout(timer);
}

process.once('exit', () => running.forEach(killGroup));

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

interface Identified {
  pid?: number | undefined;
}

/** The processes that a process has started. It needs the /proc of Linux. */
export function childrenOf({ pid }: Identified): Identified[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return pids.map((each) => ({ pid: Number(each) }));
}

/** The processor time that a process and those below it have used, in seconds. */
export function processorSecondsOfAll(parent: Identified): number {
  const below = childrenOf(parent).map(processorSecondsOfAll);
  return below.reduce((sum, seconds) => sum + seconds, processorSeconds(parent));
}

/** The memory of a process in the machine, in bytes: now, or the most that it has had. */
export function residentBytes({ pid }: Identified, which: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] =
    new RegExp(`${which}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** The processor time that a process has used, in seconds. It needs the /proc of Linux. */
export function processorSeconds(process: Identified): number {
  return secondsOf(process, 14);
}

/** The processor time of all processes below a process that have ended, in seconds. */
export function processorSecondsOfEnded(process: Identified): number {
  return secondsOf(process, 16);
}

function secondsOf({ pid }: Identified, field: number): number {
  // proc(5): 14 and 15 are the user and the system time in hundredths of a second, 16 and 17 those of its ended children. The
  // name (2) is in brackets, and may have spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  return ((fields[field - 3] ?? 0) + (fields[field - 2] ?? 0)) / 100;
}
