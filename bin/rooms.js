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

const roomOf = (file) => ROOMS.find(({ path: room }) => new RegExp(`^${room}`).test(file))?.name;
const placeOf = (name) => ROOMS.findIndex((room) => room.name === name);

/** Which rooms each room imports from. */
function importsOfRooms(modules) {
  const imports = new Map(ROOMS.map(({ name }) => [name, new Set()]));
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = [roomOf(source), roomOf(resolved)];
      if (from && to && from !== to) imports.get(from).add(to);
    }
  }
  return imports;
}

/** The arrows from room to room, without those that others imply. */
function arrowsOf(imports) {
  const reach = new Map();
  for (const { name } of ROOMS) {
    reach.set(name, new Set([...imports.get(name)].flatMap((to) => [to, ...(reach.get(to) ?? [])])));
  }
  return ROOMS.flatMap(({ name }) => {
    const direct = [...imports.get(name)];
    return direct
      .filter((to) => !direct.some((other) => other !== to && reach.get(other).has(to)))
      .sort((a, b) => placeOf(a) - placeOf(b))
      .map((to) => `  ${name} --> ${to}`);
  });
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
const picture = `\`\`\`mermaid\nflowchart TD\n${arrowsOf(importsOfRooms(modules)).join('\n')}\n\`\`\`\n`;
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
