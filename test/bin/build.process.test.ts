import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it } from 'vitest';
import { freshFolder } from '../support/databases.ts';

/** Stand-ins for the compilers: each notes that it ran, and fails, or waits, while a file tells it to. */
const COMPILER = `
  const { appendFileSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
  const out = OUT;
  appendFileSync('ran', out + ' ');
  if (existsSync('fail')) { console.error('src/a.ts(1,1): no good'); process.exit(2); }
  mkdirSync(out + '/src/system/settings', { recursive: true });
  writeFileSync(out + '/src/system/settings/variables.js', "export const variableNames = ['DATABASE_URI'];");
  writeFileSync(out + '/made', process.env.DATABASE_URI ?? '');
  const waiting = setInterval(() => existsSync('wait') || clearInterval(waiting), 20);
`;

let root: string;

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

beforeEach(async () => {
  root = await freshFolder();
  cpSync(join(import.meta.dirname, '../../bin'), join(root, 'bin'), { recursive: true });
  write('package.json', '{"type":"module"}');
  write('tsconfig.build.json', '{}');
  write('src/a.ts', 'a');
  write('src/app/page.tsx', 'page');
  write('node_modules/typescript-7/package.json', '{}');
  write('node_modules/typescript-7/bin/tsc', COMPILER.replace('OUT', '"dist"'));
  write('node_modules/next/package.json', '{}');
  write('node_modules/next/dist/bin/next', COMPILER.replace('OUT', '".next"'));
});

async function build(
  env: Record<string, string> = {},
): Promise<{ code: number; output: string; errors: string }> {
  const child = spawn(process.execPath, ['bin/build-all.js'], { cwd: root, env: { ...process.env, ...env } });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, output, errors };
}

/** What the compilers have been run for so far. */
function ran(): string {
  return existsSync(join(root, 'ran')) ? readFileSync(join(root, 'ran'), 'utf8').trim() : '';
}

it('builds what is missing, saying so, and nothing the second time', async () => {
  expect(await build()).toEqual({
    code: 0,
    output: 'Building the server.\nBuilding the admin (about half a minute).\n',
    errors: '',
  });
  expect(await build()).toEqual({ code: 0, output: '', errors: '' });
  expect(ran()).toBe('dist .next');
});

it.each([
  ['a source of both', 'src/a.ts', 'dist .next dist .next'],
  ['a dependency', 'package-lock.json', 'dist .next dist .next'],
  ['a page of the admin', 'src/app/page.tsx', 'dist .next .next'],
  ['a text that nothing is made from', 'README.md', 'dist .next'],
])('builds again after a change of %s', async (_, file, builds) => {
  await build();
  write(file, 'changed');
  await build();
  expect(ran()).toBe(builds);
});

it('builds again after a source has gone, or the build', async () => {
  write('src/b.ts', 'b');
  await build();
  rmSync(join(root, 'src/b.ts'));
  await build();
  rmSync(join(root, 'dist'), { recursive: true });
  await build();
  expect(ran()).toBe('dist .next dist .next dist');
});

/** A compiler has written what it makes, and waits. */
const written = () => expect.poll(() => existsSync(join(root, 'dist/made'))).toBe(true);

it('a build that was killed is made again', async () => {
  write('wait', '');
  const child = spawn(process.execPath, ['bin/build-all.js'], { cwd: root, stdio: 'ignore' });
  await written();
  child.kill('SIGKILL');
  await once(child, 'close');
  rmSync(join(root, 'wait'));
  expect((await build()).code).toBe(0);
  expect(ran()).toBe('dist dist .next');
});

it('two that start at once build once', async () => {
  write('wait', '');
  const builds = [build(), build()];
  await written();
  rmSync(join(root, 'wait'));
  const both = await Promise.all(builds);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(ran()).toBe('dist .next');
});

it('what the compiler said is shown when it fails, and the next try builds', async () => {
  write('fail', '');
  expect(await build()).toEqual({
    code: 1,
    output: 'Building the server.\n',
    errors: 'src/a.ts(1,1): no good\n',
  });
  rmSync(join(root, 'fail'));
  expect((await build()).code).toBe(0);
});

it('a compiler that is not installed is named, with what to run', async () => {
  rmSync(join(root, 'node_modules/typescript-7'), { recursive: true });
  const { code, errors } = await build();
  expect({ code, errors }).toEqual({
    code: 1,
    errors: 'typescript-7 is needed to build and is not installed: run npm ci --include=dev first.\n',
  });
});

it('an environment for the server is none of the build’s business', async () => {
  await build({ DATABASE_URI: 'nonsense' });
  expect(readFileSync(join(root, '.next/made'), 'utf8')).toBe('');
});

it('an installed package without sources builds nothing', async () => {
  rmSync(join(root, 'tsconfig.build.json'));
  expect(await build()).toEqual({ code: 0, output: '', errors: '' });
  expect(ran()).toBe('');
});

it.each(['20.18.3', '22.11.0'])(
  'Node %s is refused in one line that says which is needed, before anything is built',
  async (version) => {
    const versions = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
    const { code, output, errors } = await build({
      NODE_OPTIONS: `--import=data:text/javascript,${versions}`,
    });
    expect({ code, output, errors }).toEqual({
      code: 1,
      output: '',
      errors: `This needs Node 20.19 or later, 22.12 or later, or 24 or later, and this is Node ${version} (${process.execPath}).\n`,
    });
    expect(ran()).toBe('');
  },
);
