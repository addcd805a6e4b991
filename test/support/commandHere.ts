import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { runProgram } from '../../src/commands/program.ts';
import { variableNames } from '../../src/system/settings/variables.ts';
import type { Environment } from './bounded.ts';

const ROOT = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** What a command has printed, and its exit status. */
export interface Ran {
  code: number;
  output: string;
  errors: string;
}

let before: Promise<unknown> = Promise.resolve();

/**
 * Runs `portal-content` in this process, from the sources, without the second or two that a process takes to load Payload. It
 * has these variables, and no others that configure it. Commands that are begun at once run one after the other.
 */
export function commandHere(args: string[], env: Environment, cwd = ROOT): Promise<Ran> {
  const running = before.then(() => runHere(args, env, cwd));
  before = running.catch(() => {});
  return running;
}

async function runHere(args: string[], env: Environment, cwd: string): Promise<Ran> {
  const said = { output: '', errors: '' };
  let exit: number | undefined;
  const writes = (of: keyof typeof said, end: string) => (text: unknown) => {
    // Nothing is said after the end.
    if (exit === undefined) said[of] += `${text}${end}`;
    return true;
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(writes('output', '\n')),
    vi.spyOn(console, 'error').mockImplementation(writes('errors', '\n')),
    vi.spyOn(process.stdout, 'write').mockImplementation(writes('output', '')),
    vi.spyOn(process.stderr, 'write').mockImplementation(writes('errors', '')),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      exit ??= Number(code);
      throw new Error('The command has ended.');
    }),
  ];
  const outside = {
    env: { ...process.env },
    exitCode: process.exitCode,
    folder: process.cwd(),
    mask: process.umask(0o077),
    listeners: SIGNALS.map((signal) => process.listeners(signal)),
  };
  configure(env);
  process.chdir(cwd);
  process.exitCode = undefined;
  try {
    await runProgram(args, version);
    return { code: exit ?? Number(process.exitCode ?? 0), ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = outside.exitCode;
    process.chdir(outside.folder);
    process.umask(outside.mask);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, outside.env);
    forgetConfig();
    for (const [at, signal] of SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (!outside.listeners[at]?.includes(listener)) process.off(signal, listener);
  }
}

/** What a command finds in its environment. */
function configure(env: Environment): void {
  const ofServer: readonly string[] = variableNames;
  for (const name of Object.keys(process.env))
    if (ofServer.includes(name) || name.startsWith('PAYLOAD_')) delete process.env[name];
  for (const [name, value] of Object.entries({ NODE_ENV: 'production', ...env }))
    if (value !== undefined) process.env[name] = value;
  forgetConfig();
}

/**
 * The server's config reads the environment once for each process; here once for each command, and once more for the tests
 * that come after it.
 */
function forgetConfig(): void {
  const { evaluatedModules } = (globalThis as unknown as Worker).__vitest_worker__;
  const config = join(ROOT, 'src/payload.config.ts');
  for (const module of evaluatedModules.fileToModulesMap.get(config) ?? []) {
    evaluatedModules.invalidateModule(module);
  }
}

/** The part of vitest's worker that keeps what modules have exported. */
interface Worker {
  __vitest_worker__: {
    evaluatedModules: {
      fileToModulesMap: Map<string, Iterable<object>>;
      invalidateModule(module: object): void;
    };
  };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
