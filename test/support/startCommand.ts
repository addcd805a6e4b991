import { readFileSync } from 'node:fs';
import { requireBuild } from './requireBuild.ts';

/** The command of `npm start`, after `node`. @throws Error unless the server is built */
export function startCommand(): string[] {
  requireBuild('dist', '.next');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  // `exec` replaces npm's shell by node; the shell would not pass on signals.
  const [exec, program, ...words] = scripts.start.split(' ');
  if (exec !== 'exec' || program !== 'node')
    throw new Error(`"npm start" was expected to run node: ${scripts.start}`);
  return words;
}
