import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const json = (file: string): Record<string, Record<string, string>> => JSON.parse(read(file));

const { peerDependencies = {} } = json('package.json');
const { dependencies = {} } = json('server/package.json');
const security = read('SECURITY.md');

/** The rows of the tables, by the heading above them: advisory, version, what it is, what is here, and a test. */
const rows = security.split(/^### /m).flatMap((part) => {
  const [heading = ''] = part.split('\n');
  return [...part.matchAll(/^\| ((?:GHSA|CVE)-.*) \|(?: |$)/gm)].map(([, line = '']) => {
    const [advisory = '', version = '', , , test = ''] = line.split(' | ');
    return { advisory, package: heading === 'Others' ? 'sharp' : heading.toLowerCase(), version, test };
  });
});

const isAtLeast = (version: string, other: string) =>
  version.localeCompare(other, 'en', { numeric: true }) >= 0;

it('every known advisory is fixed in the least version that hosts need, and in that of the server', () => {
  expect(rows.length).toBeGreaterThan(30);
  for (const { advisory, package: name, version } of rows) {
    const least = /[\d.]+/.exec(peerDependencies[name] ?? '')?.[0] ?? '';
    expect({ advisory, name, version, isFixed: isAtLeast(least, version) }).toEqual({
      advisory,
      name,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      isFixed: true,
    });
    expect(isAtLeast(dependencies[name] ?? '', least)).toBe(true);
  }
});

it('the tests that answer advisories are there', () => {
  const named = [...security.matchAll(/`(test\/[^`]+)`: (.+?)(?: \||\)\.$)/gm)];
  expect(named.length).toBeGreaterThan(20);
  const missing = named
    .filter(([, file = '', title = '']) => !existsSync(join(ROOT, file)) || !read(file).includes(title))
    .map(([text]) => text);
  expect(missing).toEqual([]);
});

it('packages whose advisories are left out are not installed', () => {
  const leftOut = /not installed are left out:([^.]*)\./.exec(security)?.[1] ?? '';
  const names = [...leftOut.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(names).toContain('@payloadcms/plugin-mcp');
  const { packages = {} } = json('package-lock.json');
  expect(names.filter((name) => `node_modules/${name}` in packages)).toEqual([]);
});
