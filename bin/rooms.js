import { readFileSync, writeFileSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import config, { ROOMS } from '../.dependency-cruiser.mjs';

/** Draws the rooms and what they import into docs/architecture.md, from the code. With `--check` it only says what differs. */

const DOC = 'docs/architecture.md';
const BEGIN = '<!-- Drawn by `node bin/rooms.js`. -->\n';
const END = '<!-- Until here. -->\n';

const roomOf = (file) => ROOMS.find(({ path }) => new RegExp(`^${path}`).test(file))?.name;

/** Which rooms each room imports from. */
async function importsOfRooms() {
  const { output } = await cruise(['endpoints', 'collections', 'src'], config.options);
  const imports = new Map(ROOMS.map(({ name }) => [name, new Set()]));
  for (const { source, dependencies } of output.modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = [roomOf(source), roomOf(resolved)];
      if (from && to && from !== to) imports.get(from).add(to);
    }
  }
  return imports;
}

/** Without arrows that others imply: who imports A, which imports B, may import B. */
function withoutImplied(imports) {
  const reach = new Map();
  for (const { name } of ROOMS) {
    const below = [...imports.get(name)];
    reach.set(name, new Set(below.flatMap((each) => [each, ...(reach.get(each) ?? [])])));
  }
  return ROOMS.flatMap(({ name }) => {
    const direct = [...imports.get(name)];
    return direct
      .filter((to) => !direct.some((other) => other !== to && reach.get(other).has(to)))
      .sort((a, b) => order(a) - order(b))
      .map((to) => `  ${name} --> ${to}`);
  });
}

const order = (name) => ROOMS.findIndex((room) => room.name === name);

const arrows = withoutImplied(await importsOfRooms());
const picture = `\`\`\`mermaid\nflowchart TD\n${arrows.join('\n')}\n\`\`\`\n`;
const doc = readFileSync(DOC, 'utf8');
const [before, , after] = doc.split(new RegExp(`${BEGIN}|${END}`));
const drawn = `${before}${BEGIN}${picture}${END}${after}`;
if (drawn !== doc && process.argv.includes('--check')) {
  process.stderr.write(`${DOC} shows other rooms than the code has: run node bin/rooms.js.\n`);
  process.exitCode = 1;
} else writeFileSync(DOC, drawn);
