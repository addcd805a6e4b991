#!/usr/bin/env node
import './require-node.js';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, failed, ROOT } from './build.js';

/**
 * `npm run soak [-- --minutes 60]`: two built servers, one on SQLite whose disk fills up now and then (if root runs it), one on
 * a replica set whose primary is lost, under reads, saves, planned changes and aborted clients. Exits with 1 if a read failed
 * or was stale, or a save failed without a fault.
 */

function minutesAsked() {
  try {
    return Number(parseArgs({ options: { minutes: { type: 'string', default: '60' } } }).values.minutes);
  } catch {
    return Number.NaN;
  }
}

const minutes = minutesAsked();
if (!(minutes >= 0.5)) {
  console.error('Say for how many minutes, half a one at least: npm run soak -- --minutes 60');
  process.exit(2);
}
try {
  for (const what of ['dist', '.next']) await build(what, console.log);
} catch (error) {
  failed(error);
}
const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
const child = spawn(process.execPath, [vitest, 'run', 'test/soak/'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, LONG: '1', SOAK_MINUTES: String(minutes) },
});
// Ctrl-C is for the whole group: the test ends its servers.
process.on('SIGINT', () => {});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
