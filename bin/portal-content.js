#!/usr/bin/env node
import './require-node.js';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The binary. On Node 20 some of Payload's packages load reliably only in their production builds, which Node chooses by a condition
 * that has to be there from its start: hence a second process.
 */
const ROOT = path.resolve(import.meta.dirname, '..');
// Only in a clone; what is installed from a registry has been built.
if (existsSync(path.join(ROOT, 'bin/build.js'))) {
  const { build, failed } = await import('./build.js');
  await build('dist', console.error).catch(failed);
}

try {
  import.meta.resolve('payload');
} catch {
  // A project that only reads the lists has none.
  console.error('portal-content needs Payload: run it in the project that has the plugin, or the server.');
  process.exit(1);
}

/** Payload brings one along, with which it reads configs itself. */
function typeScriptLoader() {
  const payload = createRequire(import.meta.resolve('payload'));
  return pathToFileURL(payload.resolve('tsx')).href;
}

const script = path.join(ROOT, 'dist/src/cli.js');
const given = process.argv.slice(2);
const hasConfig = given.some((argument) => /^--config(=|$)/.test(argument));
const node = ['--conditions=production', ...(hasConfig ? ['--import', typeScriptLoader()] : [])];
const child = spawn(process.execPath, [...node, script, ...given], {
  env: { ...process.env, NODE_ENV: 'production' },
  // The channel closes when this process ends in any way, kill -9 included, and the command ends with it.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// An import leaves the processor to the readers of a server on the same machine.
if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
// A terminal signals the child itself; others signal only this process.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('close', (code, signal) => {
  process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
});
