import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import config, { ROOMS } from '../.dependency-cruiser.mjs';

/**
 * Draws the rooms and what they import into docs/architecture.md, from the code. With `--check` it changes nothing and fails
 * where the picture is not that of the code, or a folder is too full.
 */

const DOC = 'docs/architecture.md';
const BEGIN = '<!-- Drawn by `node bin/rooms.js`. -->\n';
const END = '<!-- Until here. -->\n';

/** What a glance takes in. */
const MOST_FILES = 25;

/** Parts of a room are drawn with it. */
const roomOf = (file) =>
  ROOMS.find(({ path: room }) => new RegExp(`^${room}`).test(file))?.name.split('/')[0];

/** The arrows between rooms, without those that others imply. */
function arrowsOf(modules) {
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    if (!from) continue;
    const to = imports.get(from) ?? imports.set(from, new Set()).get(from);
    for (const { resolved } of dependencies) {
      const name = roomOf(resolved);
      if (name && name !== from) to.add(name);
    }
  }
  const reached = new Map();
  const reachOf = (from) => {
    if (!reached.has(from)) {
      const direct = [...(imports.get(from) ?? [])];
      reached.set(from, new Set(direct));
      reached.set(from, new Set(direct.flatMap((to) => [to, ...reachOf(to)])));
    }
    return reached.get(from);
  };
  return [...imports].flatMap(([from, direct]) =>
    [...direct]
      .filter((to) => ![...direct].some((other) => other !== to && reachOf(other).has(to)))
      .map((to) => `  ${from} --> ${to}`),
  );
}

function fullFolders(modules) {
  const files = new Map();
  for (const { source } of modules) {
    const folder = path.dirname(source);
    if (roomOf(source)) files.set(folder, (files.get(folder) ?? 0) + 1);
  }
  return [...files].filter(([, count]) => count > MOST_FILES);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

const { modules } = (await cruise(['endpoints', 'collections', 'src'], config.options)).output;
const picture = `\`\`\`mermaid\nflowchart TD\n${arrowsOf(modules).sort().join('\n')}\n\`\`\`\n`;
const doc = readFileSync(DOC, 'utf8');
const [before, , after] = doc.split(new RegExp(`${BEGIN}|${END}`));
const drawn = `${before}${BEGIN}${picture}${END}${after}`;

if (!process.argv.includes('--check')) writeFileSync(DOC, drawn);
else {
  if (drawn !== doc) fail(`${DOC} shows other rooms than the code has: run node bin/rooms.js.`);
  for (const [folder, count] of fullFolders(modules)) {
    fail(`${folder} has ${count} files; ${MOST_FILES} are a folder's most.`);
  }
}
