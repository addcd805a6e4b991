import { readFileSync } from 'node:fs';

/**
 * What `npm start` runs, after `node`: the options of Node's that readers are served with, and the program. The benchmark
 * imports this file, so it knows nothing of vitest.
 */
export function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  // The shell that npm starts is replaced by node, or it would not pass signals on.
  const [exec, program, ...words] = scripts.start.split(' ');
  if (exec !== 'exec' || program !== 'node')
    throw new Error(`"npm start" was expected to run node: ${scripts.start}`);
  return words;
}

/** The options of Node's in it. */
export function startOptions(): string[] {
  return startCommand().filter((word) => word.startsWith('--'));
}
