import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { freshFolder } from '../support/databases.ts';

interface Licence {
  name: string;
  version: string;
  licence: string;
}
const { licencesOf, refusedLicences } = (await import(
  new URL('../../bin/licences.js', import.meta.url).href
)) as { licencesOf(sbom: object): Licence[]; refusedLicences(licences: Licence[]): string[] };

let root: string;

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@portal.example', ...args], { cwd: root });

function write(file: string, text: string): void {
  writeFileSync(join(root, file), text);
}

function release(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/release.js', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

beforeEach(async () => {
  root = await freshFolder();
  mkdirSync(join(root, 'bin'));
  cpSync(join(import.meta.dirname, '../../bin'), join(root, 'bin'), { recursive: true });
  write('package.json', '{"name":"a","version":"1.2.3","type":"module"}');
  write('CHANGELOG.md', '# Changelog\n\n## 1.2.3 - 2026-11-30\n\n## 1.2.2 - 2026-10-01\n');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'a');
});

describe('a release is refused before anything is tested', () => {
  it.each<[string, () => unknown, string]>([
    [
      'by a heading of another version',
      () => write('CHANGELOG.md', '## 1.2.2 - 2026-10-01\n'),
      'The first heading of CHANGELOG.md is "## 1.2.2 - 2026-10-01", and the version in package.json 1.2.3.',
    ],
    ['without a date', () => write('CHANGELOG.md', '## 1.2.3\n'), 'has no date: "## 1.2.3 - '],
    [
      'with a file that is not committed',
      () => write('new.txt', ''),
      'not everything is committed:\n?? new.txt',
    ],
    ['with a tag that is there', () => git('tag', 'v1.2.3'), 'there is a tag v1.2.3 already.'],
    [
      'by a version that is none',
      () => write('package.json', '{"name":"a","version":"1.2","type":"module"}'),
      'The version 1.2 in package.json is none.',
    ],
  ])('%s', (_, spoil, reason) => {
    spoil();
    const { status, stderr } = release();
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(reason) });
    expect(stderr).toContain('Nothing is released.');
  });
});

it('an option that is misspelt is refused, and no dry run becomes a release', () => {
  expect(release('--dryrun')).toMatchObject({
    status: 2,
    stderr: 'Unknown: --dryrun. Use: npm run release [-- --dry-run]\n',
  });
});

it('a licence is taken that is permissive, or that one may choose so', () => {
  const of = (name: string, ...licenses: object[]) => ({ name, version: '1.0.0', licenses });
  const components = [
    of('mit', { license: { id: 'MIT' } }),
    of('either', { expression: '(MPL-2.0 OR Apache-2.0)' }),
    of('both', { expression: 'Apache-2.0 AND LGPL-3.0-or-later' }),
    of('gpl', { license: { id: 'GPL-3.0-only' } }),
    of('partly', { expression: 'MIT AND AGPL-3.0-only' }),
    of('custom', { license: { name: 'SEE LICENSE IN LICENSE' } }),
    { name: 'none', version: '1.0.0' },
  ];
  expect(refusedLicences(licencesOf({ components }))).toEqual([
    'gpl 1.0.0: GPL-3.0-only',
    'partly 1.0.0: MIT AND AGPL-3.0-only',
    'custom 1.0.0: SEE LICENSE IN LICENSE',
    'none 1.0.0: none',
  ]);
});
