import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, failed, ROOT } from '../bin/build.js';

/** `npm run bench`: builds the server, compiles the benchmark into a folder that goes at the end, and runs it there. */

process.chdir(ROOT);
const compiled = path.join(ROOT, '.cache', `bench-${process.pid}`);
process.once('exit', () => rmSync(compiled, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

try {
  await build('dist', console.error);
  await build('.next', console.error);
} catch (error) {
  failed(error);
}
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', 'bench', '--noCheck', '--outDir', compiled], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);
await import(path.join(compiled, 'bench/main.js'));
