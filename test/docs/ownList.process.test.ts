import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ModuleKind, transpile } from 'typescript';
import { expect, it, vi } from 'vitest';
import { onFileEnd } from '../support/cleanup.ts';
import { freePort } from '../support/freePort.ts';
import { requireBuild } from '../support/requireBuild.ts';
import { inheritedEnvironment, TEST_SECRET } from '../support/server.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The blocks of a document that are files, by name. */
async function filesOf(document: string): Promise<Map<string, string>> {
  const text = await readFile(path.join(ROOT, 'docs', document), 'utf8');
  const blocks = text.matchAll(/^```\w+ file=(\S+)\n(.*?)^```$/gms);
  return new Map([...blocks].map(([, name = '', content = '']) => [name, content]));
}

/** A folder inside the project, where the project's package is found by its own name. */
async function folderInside(): Promise<string> {
  await mkdir(path.join(ROOT, '.cache'), { recursive: true });
  const folder = await mkdtemp(path.join(ROOT, '.cache', 'docs-'));
  onFileEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** As the example app has it, beside whose sources those of the documentation lie. */
const TYPES = {
  compilerOptions: {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: 'es2022',
    lib: ['DOM', 'DOM.Iterable', 'ES2022'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    allowJs: true,
    types: ['node'],
    paths: { '@payload-config': ['./app/src/payload.config.ts'] },
  },
  include: ['*.ts', 'app'],
};

it('the list and the options of the documentation, word for word: types are right, and the list is served as shown', async () => {
  requireBuild('dist');
  const files = await filesOf('plugin.md');
  const folder = await folderInside();
  const sources = [...files].filter(([name]) => name.endsWith('.ts'));
  expect(sources.map(([name]) => name)).toEqual([
    'every-option.ts',
    'greek.ts',
    'organizations.ts',
    'payload.config.ts',
    'serve.ts',
  ]);
  for (const [name, source] of sources) await writeFile(path.join(folder, name), source);
  // The example app's types are checked with them: its own build, which is a test too, leaves them out.
  for (const name of ['src', 'server.ts'])
    await cp(path.join(ROOT, 'examples/next', name), path.join(folder, 'app', name), { recursive: true });
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(TYPES));
  await run(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', folder], { cwd: ROOT }).catch(
    ({ stdout }) => expect(stdout).toBe(''),
  );

  for (const [name, source] of sources) {
    // A bundler finds the file without its ending; Node does not.
    const plain = transpile(source, { module: ModuleKind.ESNext, target: 9 }).replaceAll(
      /(from '\.\/[\w.]+)'/g,
      "$1.js'",
    );
    await writeFile(path.join(folder, name.replace(/ts$/, 'js')), plain);
  }
  // A config is built when it is imported, and what cannot work is refused then.
  const program = ['every-option', 'greek', 'serve'].map((name) => `await import('./${name}.js');`).join(' ');
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['--conditions=production', '--input-type=module', '--eval', program],
    {
      cwd: folder,
      env: {
        ...(inheritedEnvironment() as NodeJS.ProcessEnv),
        DATABASE_URI: `file:${path.join(folder, 'portal.db')}`,
        PAYLOAD_SECRET: TEST_SECRET,
        PORT: String(port),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  onFileEnd(async () => {
    child.kill('SIGKILL');
  });
  const errors: string[] = [];
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  const body = await vi.waitFor(
    async () => {
      if (child.exitCode !== null) return `It ended with ${child.exitCode}: ${errors.join('')}`;
      return (await fetch(`http://127.0.0.1:${port}/el/api/v1/organizations/`)).text();
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(body).toBe(JSON.stringify(JSON.parse(files.get('organizations.json') ?? '')));
}, 240_000);
