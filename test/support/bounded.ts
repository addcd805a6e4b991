import { type SpawnOptions, spawn } from 'node:child_process';

/** The environment variables of a program. (Frameworks widen Node's own type.) */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The time limits of a command: `total`, and `silent` without any output, both in milliseconds. */
export interface Bounds {
  total: number;
  silent?: number;
}

interface BoundedOptions extends Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> {
  env?: Environment;
  /** Called with each piece of output as it arrives. */
  onOutput?: (text: string) => void;
}

/**
 * Runs a command to its end and gives its output (stdout and stderr in order of arrival).
 *
 * @throws Error if the command cannot be started, fails, or exceeds its time limits; then it is killed
 */
export function bounded(
  command: string,
  args: string[],
  bounds: Bounds,
  { env = process.env, onOutput, ...where }: BoundedOptions = {},
): Promise<string> {
  const { promise, resolve, reject } = settled<string>();
  const child = spawn(command, args, {
    ...where,
    env: { ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const giveUp = (why: string): void => {
    child.kill('SIGKILL');
    reject(new Error(`${command} ${why}`));
  };
  const total = setTimeout(() => giveUp(`took longer than ${seconds(bounds.total)}`), bounds.total);
  const silent = bounds.silent
    ? setTimeout(() => giveUp(`said nothing for ${seconds(bounds.silent ?? 0)}`), bounds.silent)
    : undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      silent?.refresh();
      onOutput?.(text);
    });
  }
  child.on('error', (error) => reject(new Error(`${command} did not start: ${error.message}`)));
  child.on('close', (code, signal) => {
    if (code === 0) resolve(output);
    else reject(new Error(`${command} ended with ${signal ?? code}: ${lastLine(output)}`));
  });
  return promise.finally(() => {
    clearTimeout(total);
    clearTimeout(silent);
  });
}

function settled<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
} {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.trim() || 'no output';
}
