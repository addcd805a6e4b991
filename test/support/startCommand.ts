import { readFileSync } from 'node:fs';

/** What `npm start` runs, after `node`. */
export function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  // The shell that npm starts is replaced by node, or it would not pass signals on.
  const [exec, program, ...words] = scripts.start.split(' ');
  if (exec !== 'exec' || program !== 'node')
    throw new Error(`"npm start" was expected to run node: ${scripts.start}`);
  return words;
}
