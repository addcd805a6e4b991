import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { build, failed, ROOT } from '../bin/build.js';

/**
 * `npm run bench`: builds the server, compiles the benchmark into a folder of its own, and runs it there. Nothing of
 * that folder is left or published.
 */

const compiled = path.join(ROOT, '.cache', `bench-${process.pid}`);
process.once('exit', () => rmSync(compiled, { recursive: true, force: true }));

let running;
// A terminal tells the whole group; others tell this process alone.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => running?.kill(signal));

/** Runs a script in a process of its own and gives the status it ended with. */
function run(script, args) {
  return new Promise((resolve, reject) => {
    running = spawn(process.execPath, ['--conditions=production', script, ...args], {
      cwd: ROOT,
      stdio: 'inherit',
    });
    running.on('error', reject);
    running.on('close', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)));
  });
}

try {
  await build('dist', console.error);
  await build('.next', console.error);
} catch (error) {
  failed(error);
}
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const status =
  (await run(tsc, ['-p', 'bench', '--noCheck', '--outDir', compiled])) ||
  (await run(path.join(compiled, 'bench/main.js'), process.argv.slice(2)));
process.exit(status);
