#!/usr/bin/env node
import './require-node.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './build.js';
import { outputOf } from './outputOf.js';

/**
 * `npm run try:newest`: tries the newest Payload 3 and Next 16 of the registry in a clone of the last commit, in the temporary
 * folder, and says what fails and which workaround can go. Exits with 0 if nothing fails, 1 if something does, 2 if it could
 * not be tried. `-- --payload 3.91.0 --next 16.5.0` tries these instead.
 */

const { payload: payloadAsked, next: nextAsked } = arguments_();

function arguments_() {
  try {
    return parseArgs({ options: { payload: { type: 'string' }, next: { type: 'string' } } }).values;
  } catch (error) {
    return giveUp(`${error.message}\nUse: npm run try:newest [-- --payload VERSION --next VERSION]`);
  }
}

function giveUp(reason) {
  console.error(reason);
  process.exit(2);
}

const output = (command, args, cwd) => outputOf(command, args, { cwd, refuse: giveUp });

const byVersion = (one, other) => one.localeCompare(other, 'en', { numeric: true });

/** The newest version of the registry in a range. No prereleases: a range without one takes none. */
function newest(name, range) {
  const found = JSON.parse(output('npm', ['view', `${name}@${range}`, 'version', '--json']));
  return [found].flat().sort(byVersion).at(-1) ?? giveUp(`The registry has no ${name}@${range}.`);
}

const isPayloads = (name) => name === 'payload' || name.startsWith('@payloadcms/');

/** Names the versions in every package.json of the clone that pins one. Official plugins may lag behind by a version. */
function pin(clone, versions) {
  const plugins = {};
  for (const file of ['package.json', 'server/package.json']) {
    const at = path.join(clone, file);
    const content = JSON.parse(readFileSync(at, 'utf8'));
    for (const kind of ['dependencies', 'devDependencies'])
      for (const name of Object.keys(content[kind] ?? {})) {
        if (name === 'next') content[kind][name] = versions.next;
        if (isPayloads(name)) {
          plugins[name] ??= newest(name, `<=${versions.payload}`);
          content[kind][name] = plugins[name];
        }
      }
    writeFileSync(at, `${JSON.stringify(content, null, 2)}\n`);
  }
  for (const [name, version] of Object.entries(plugins))
    if (version !== versions.payload) console.log(`${name} is there only up to ${version}.`);
}

/** Runs a step to its end, with its output in a file. @returns whether it succeeded */
async function runStep(clone, { name, args }) {
  process.stdout.write(`${name} …`);
  const began = Date.now();
  const log = createWriteStream(path.join(clone, `${name}.log`));
  const child = spawn(args[0], args.slice(1), {
    cwd: clone,
    env: { ...process.env, NODE_OPTIONS: '--conditions=production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
  const [code] = await once(child, 'close');
  log.end();
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stdout.write(` ${code === 0 ? 'passed' : 'FAILED'} after ${seconds} s\n`);
  return code === 0;
}

const npx = (...args) => ['npx', '--no-install', ...args];
const json = (name) => [`--reporter=default`, '--reporter=json', `--outputFile=${name}.json`];
const STEPS = [
  { name: 'install', args: ['npm', 'install', '--no-audit', '--no-fund'], isNeeded: true },
  { name: 'types', args: ['npm', 'run', 'types'] },
  { name: 'unit tests', args: ['npm', 'run', 'test:unit', '--', ...json('unit tests')] },
  {
    name: 'workarounds',
    args: npx(
      'vitest',
      'run',
      'test/payload',
      '--project',
      'sqlite',
      '--project',
      'unit',
      ...json('workarounds'),
    ),
  },
  { name: 'import map', args: ['npm', 'run', 'generate:importmap'] },
  { name: 'build', args: ['npm', 'run', 'build'] },
  {
    name: 'start and contract',
    args: npx(
      'vitest',
      'run',
      'test/server/contract.process',
      '--project',
      'process',
      ...json('start and contract'),
    ),
  },
];

/** The failed tests of a step, or the end of its output where it had none. */
function failuresOf(clone, name) {
  const report = path.join(clone, `${name}.json`);
  const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  const failed = files.flatMap(({ name: file, status, message, assertionResults }) => {
    const tests = assertionResults.filter((each) => each.status === 'failed');
    const lines = tests.map(({ fullName, failureMessages: [first = ''] }) => ({
      text: `${path.relative(clone, file)}: ${fullName}`,
      workaround: /src\/payload\/(\S+) can go/.exec(first)?.[1],
    }));
    return tests.length === 0 && status === 'failed'
      ? [{ text: `${path.relative(clone, file)}: ${message.split('\n')[0]}` }]
      : lines;
  });
  if (failed.length > 0) return failed;
  const lines = readFileSync(path.join(clone, `${name}.log`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.slice(-15).map((text) => ({ text }));
}

/** @returns the names of the steps that failed */
async function runSteps(clone) {
  const failed = [];
  for (const step of STEPS) {
    if (await runStep(clone, step)) continue;
    failed.push(step.name);
    if (step.isNeeded) break;
  }
  // What a new importMap.js needs is a change of the project, not a failure.
  const changed = output('git', ['diff', '--stat', '--', 'src'], clone).trim();
  if (changed) console.log(`\nChanged by generate:importmap, to be committed with the update:\n${changed}`);
  return failed;
}

function tell(clone, failed) {
  const failures = failed.map((name) => ({ name, lines: failuresOf(clone, name) }));
  const mended = failures.flatMap(({ lines }) => lines.flatMap(({ workaround = [] }) => workaround));
  for (const { name, lines } of failures) {
    const others = lines.filter(({ workaround }) => !workaround);
    if (others.length > 0)
      console.log(`\nFailed, ${name}:\n${others.map(({ text }) => `  ${text}`).join('\n')}`);
  }
  if (mended.length > 0)
    console.log(
      `\nNo longer needed:\n${mended.map((file) => `  src/payload/${file}`).join('\n')}
CONTRIBUTING.md says under "An update of Payload" how a workaround is taken out.`,
    );
}

const { dependencies: current } = JSON.parse(readFileSync(path.join(ROOT, 'server/package.json'), 'utf8'));
const versions = { payload: payloadAsked ?? newest('payload', '3'), next: nextAsked ?? newest('next', '16') };
for (const [name, version] of Object.entries(versions))
  console.log(
    `${name} ${version}${version === current[name] ? ', which is in use' : `, in place of ${current[name]}`}`,
  );

const clone = mkdtempSync(path.join(tmpdir(), 'portal-newest-'));
const remove = () => rmSync(clone, { recursive: true, force: true });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    remove();
    process.exit(2);
  });
output('git', ['clone', '--quiet', ROOT, clone]);
pin(clone, versions);
const failed = await runSteps(clone);
if (failed.length === 0) {
  remove();
  console.log('\nNothing fails. CONTRIBUTING.md says under "An update of Payload" what an update needs.');
} else {
  tell(clone, failed);
  console.log(`\nThe clone, with the output of each step beside its package.json, is left in ${clone}`);
  process.exitCode = failed.includes('install') ? 2 : 1;
}
