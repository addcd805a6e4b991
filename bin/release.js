#!/usr/bin/env node
import './require-node.js';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, failed, ROOT } from './build.js';
import { licencesOf, refusedLicences } from './licences.js';
import { outputOf } from './outputOf.js';

/**
 * `npm run release`: everything of a release but the tag and the publication, which it prints. A dry run (`-- --dry-run`)
 * checks and packs the tree as it is, and says what a release would refuse.
 */

const FOLDER = path.join(ROOT, '.cache/release');
const others = process.argv.slice(2).filter((word) => word !== '--dry-run');
const isDry = process.argv.includes('--dry-run');
if (others.length > 0) {
  console.error(`Unknown: ${others.join(' ')}. Use: npm run release [-- --dry-run]`);
  process.exit(2);
}
const { name, version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const tag = `v${version}`;

const output = (command, args) => outputOf(command, args, { refuse });

function refuse(reason) {
  console.error(`${reason}\nNothing is released.`);
  process.exit(1);
}

/** Refuses a release; a dry run only says so, since it is for any state of the tree. */
function refuseUnless(isMet, reason) {
  if (isMet) return;
  if (!isDry) refuse(reason);
  console.log(`A release would be refused: ${reason}`);
}

function checkTree() {
  // https://semver.org, without build metadata, which npm ignores
  if (!/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version))
    refuse(`The version ${version} in package.json is none.`);
  const heading = /^## .*$/m.exec(readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'))?.[0] ?? '';
  const [, headed = ''] = heading.split(' ');
  if (headed !== version)
    refuse(`The first heading of CHANGELOG.md is "${heading}", and the version in package.json ${version}.`);
  refuseUnless(
    /^## \S+ - \d{4}-\d\d-\d\d$/.test(heading),
    `the first heading of CHANGELOG.md has no date: "## ${version} - ${new Date().toISOString().slice(0, 10)}".`,
  );
  const changed = output('git', ['status', '--porcelain']).trimEnd();
  refuseUnless(changed === '', `not everything is committed:\n${changed}`);
  const tagged = output('git', ['tag', '--list', tag]).trim();
  refuseUnless(tagged === '', `there is a tag ${tag} already. Raise the version in package.json.`);
}

/** All tests, from a clone in which nothing but the commit can be. */
function testClone() {
  const clone = mkdtempSync(path.join(tmpdir(), 'portal-release-'));
  process.once('exit', () => rmSync(clone, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  output('git', ['clone', '--quiet', ROOT, clone]);
  for (const [args, more] of [
    [['ci', '--no-audit', '--no-fund']],
    [['test']],
    [['exec', 'vitest', 'run'], { LONG: '1' }],
  ]) {
    console.log(`npm ${args.join(' ')}, in a clone of its own.`);
    const { status } = spawnSync('npm', args, {
      cwd: clone,
      env: { ...process.env, ...more },
      stdio: 'inherit',
    });
    if (status !== 0) refuse(`npm ${args.join(' ')} failed.`);
  }
}

/** @returns the packed package */
async function packed() {
  await build('dist', console.log);
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', FOLDER];
  const [{ filename, files, size }] = JSON.parse(output('npm', args));
  console.log(`Packed: ${files.length} files, ${Math.round(size / 1000)} KB.`);
  return path.join(FOLDER, filename);
}

/** Whether the package is one that hosts can import, with its types. */
async function checkPackage(tarball) {
  const { publint } = await import('publint');
  const { formatMessage } = await import('publint/utils');
  const { buffer, byteOffset, byteLength } = readFileSync(tarball);
  const pack = { tarball: buffer.slice(byteOffset, byteOffset + byteLength) };
  const { messages, pkg } = await publint({ pack });
  const problems = messages.filter(({ type }) => type !== 'suggestion');
  if (problems.length > 0)
    refuse(`publint: ${problems.map((message) => formatMessage(message, pkg)).join('\n')}`);
  output(path.join(ROOT, 'node_modules/.bin/attw'), [tarball, '--profile', 'esm-only']);
  console.log('publint and attw have nothing against it.');
}

/** The bill of materials of what the server runs on, by its lock file, and the licences in it. */
function listMaterials() {
  const args = ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format', 'cyclonedx'];
  const sbom = JSON.parse(output('npm', args));
  // npm has the folder's name here.
  sbom.metadata.component.name = name;
  const licences = licencesOf(sbom);
  const refused = refusedLicences(licences);
  if (refused.length > 0) refuse(`Licences that the package cannot be given with:\n${refused.join('\n')}`);
  const files = {
    'sbom.cdx.json': `${JSON.stringify(sbom, null, 2)}\n`,
    'licences.txt': `${licences.map((each) => Object.values(each).join('  ')).join('\n')}\n`,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(FOLDER, file), text);
  console.log(`The bill of materials names ${sbom.components.length} packages, each with its licence.`);
  return Object.keys(files).map((file) => path.join(FOLDER, file));
}

try {
  checkTree();
  if (!isDry) testClone();
  if (existsSync(FOLDER)) rmSync(FOLDER, { recursive: true });
  mkdirSync(FOLDER, { recursive: true });
  const tarball = await packed();
  await checkPackage(tarball);
  const materials = listMaterials();
  const relative = (file) => path.relative(ROOT, file);
  console.log(`${isDry ? 'A release would go on with' : 'Now, by hand'}:
  git tag -a ${tag} -m ${tag} && git push origin ${tag}
  npm publish ${relative(tarball)}
and with the release, for whoever must know what is in it: ${materials.map(relative).join(', ')}`);
} catch (error) {
  failed(error);
}
