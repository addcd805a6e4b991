import { spawnSync } from 'node:child_process';
import { ROOT } from './build.js';

/**
 * What a program prints.
 * @param refuse ends this process, with the reason why the program has failed
 */
export function outputOf(command, args, { cwd = ROOT, refuse }) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status === 0) return stdout;
  const said = [stdout, stderr, error?.message].filter(Boolean);
  return refuse([`${command} ${args.join(' ')} failed:`, ...said].join('\n'));
}
