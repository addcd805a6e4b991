#!/usr/bin/env node
import './require-node.js';
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { build, failed, ROOT } from './build.js';
import { copyProduction } from './production.js';

/**
 * `npm run install:production -- DIR`: builds the server, copies what runs of it to a folder, and installs there what it needs,
 * without development tools. `node bin/start.js` starts it: without sources, compiler, Internet or home folder.
 */

/** In bytes, as files are long. */
function sizeOf(file) {
  const stat = lstatSync(file);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(file).reduce((sum, name) => sum + sizeOf(path.join(file, name)), 0);
}

const [given, ...others] = process.argv.slice(2);
if (given === undefined || others.length > 0 || given.startsWith('-')) {
  console.error('Say in which folder: npm run install:production -- /srv/portal-content');
  process.exit(2);
}
const folder = path.resolve(given);
if (`${ROOT}${path.sep}`.startsWith(`${folder}${path.sep}`)) {
  console.error(`${folder} is where the sources are, or above them. Name another folder.`);
  process.exit(2);
}
// An install or an update that was killed may have left one of the two.
const isOurs = ['bin/start.js', 'dist/src/server/server.js'].some((file) =>
  existsSync(path.join(folder, file)),
);
if (!isOurs && existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} has something else in it. Name an empty folder, or one that has this server.`);
  process.exit(2);
}

try {
  for (const what of ['dist', '.next']) await build(what, console.log);
} catch (error) {
  failed(error);
}
copyProduction(folder);
console.log('Installing what it runs on.');
const { status } = spawnSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (status !== 0) {
  console.error(`npm ci --omit=dev failed in ${folder}. Nothing is changed but that folder; run this again.`);
  process.exit(1);
}
const megabytes = Math.round(sizeOf(folder) / 1_000_000);
console.log(`Installed in ${folder}: ${megabytes} MB. Start it there with: node bin/start.js`);
