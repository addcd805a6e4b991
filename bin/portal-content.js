#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, failed, ROOT } from './build.js';

/** Payload brings one along, with which it reads configs itself. */
function typeScriptLoader() {
  const payload = createRequire(import.meta.resolve('payload'));
  return pathToFileURL(payload.resolve('tsx')).href;
}

/**
 * The binary. On Node 20 some of Payload's packages load reliably only in their production builds, which Node chooses by a condition
 * that has to be there from its start: hence a second process.
 */
try {
  await build('dist', console.error);
} catch (error) {
  failed(error);
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
