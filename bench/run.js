import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { build, failed, ROOT } from '../bin/build.js';

/** `npm run bench`: builds the server, and runs the benchmark on what has been built. Nothing of it is left or published. */

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
const own = readdirSync('bench').filter((name) => name.endsWith('.ts'));
const compilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2023,
  rewriteRelativeImportExtensions: true,
};
for (const folder of ['bench', 'test/support']) mkdirSync(path.join(compiled, folder), { recursive: true });
for (const file of [
  ...own.map((name) => `bench/${name}`),
  'test/support/bounded.ts',
  'test/support/cache.ts',
  'test/support/chromium.ts',
  'test/support/download-mongod.mjs',
  'test/support/freePort.ts',
  'test/support/mongod.ts',
  'test/support/pixel.ts',
  'test/support/requireBuild.ts',
  'test/support/sessionCookie.ts',
  'test/support/startCommand.ts',
]) {
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions });
  writeFileSync(path.join(compiled, file.replace(/ts$/, 'js')), outputText);
}
for (const room of ['collections', 'endpoints', 'src'])
  symlinkSync(path.join(ROOT, 'dist', room), path.join(compiled, room));
symlinkSync(path.join(ROOT, 'bin'), path.join(compiled, 'bin'));
await import(path.join(compiled, 'bench/main.js'));
