import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { progress } from '../print.ts';
import type { Answer, Methods, Question } from './answering.ts';

/** A process of the benchmark, asked from here. */
export interface Child<M extends Methods> {
  readonly pid: number;
  ask<K extends keyof M & string>(
    method: K,
    argument: Parameters<M[K]>[0],
  ): Promise<Awaited<ReturnType<M[K]>>>;
  stop(): Promise<void>;
}

/** Every process that was started and has not ended. */
const running = new Set<ChildProcess>();

export interface ForkOptions {
  env?: Record<string, string | undefined>;
  execArgv?: string[];
  /**
   * Whether it stands for what happens on other machines: it gets a processor when none of those that are measured wants it.
   * @default false
   */
  isElsewhere?: boolean;
}

/** Starts a script of the benchmark that ends with `answering(methods)`. */
export function startChild<M extends Methods>(
  script: URL,
  { env, execArgv = [], isElsewhere = false }: ForkOptions = {},
): Child<M> {
  const child = fork(fileURLToPath(script), [], {
    env: { ...process.env, NODE_ENV: 'production', ...env } as NodeJS.ProcessEnv,
    execArgv: ['--conditions=production', ...execArgv],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  keep(child);
  if (isElsewhere && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let asked = 0;
  child.on('message', (answer: Answer) => {
    if ('said' in answer) return progress(answer.said);
    const { id } = answer;
    if ('error' in answer) waiting.get(id)?.reject(new Error(answer.error));
    else waiting.get(id)?.resolve(answer.result);
    waiting.delete(id);
  });
  child.on('exit', (code, signal) => {
    for (const { reject } of waiting.values())
      reject(new Error(`${script.pathname} ended with ${signal ?? code}`));
  });
  return {
    pid: child.pid ?? -1,
    ask(method, argument) {
      asked += 1;
      const id = asked;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        child.send({ id, method, argument } satisfies Question);
      });
    },
    stop: () => ended(child),
  };
}

/** Remembers a process, so that nothing outlives the benchmark. */
export function keep(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** Ends a process: asked to first, killed after ten seconds. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exit;
  clearTimeout(impatience);
}

export async function endAll(): Promise<void> {
  await Promise.all([...running].map(ended));
}

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
