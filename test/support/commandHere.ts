import { Command } from 'commander';
import { vi } from 'vitest';
import type { Environment } from './bounded.ts';

class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/**
 * Runs a command in this process: what it says and its exit status, without the second that a process takes to load. For
 * commands that need no Payload; that `portal-content` has each of them is seen where one is run as a process.
 */
export async function commandHere(
  register: (program: Command) => void,
  args: string[],
  env: Environment = {},
): Promise<{ code: number; output: string; errors: string }> {
  const said = { output: '', errors: '' };
  const line = (of: keyof typeof said) => (text: unknown) => {
    said[of] += `${text}\n`;
  };
  const written = (of: keyof typeof said) => (text: unknown) => {
    said[of] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(line('output')),
    vi.spyOn(console, 'error').mockImplementation(line('errors')),
    vi.spyOn(process.stdout, 'write').mockImplementation(written('output')),
    vi.spyOn(process.stderr, 'write').mockImplementation(written('errors')),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Exit(Number(code));
    }),
  ];
  const before = { env: { ...process.env }, exitCode: process.exitCode };
  const listeners = SIGNALS.map((signal) => process.listeners(signal));
  Object.assign(process.env, env);
  try {
    const program = new Command('portal-content').showHelpAfterError(
      '(portal-content --help shows what there is)',
    );
    register(program);
    process.exitCode = undefined;
    await program.parseAsync(args, { from: 'user' });
    return { code: Number(process.exitCode ?? 0), ...said };
  } catch (error) {
    if (error instanceof Exit) return { code: error.code, ...said };
    throw error;
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = before.exitCode;
    for (const name of Object.keys(env)) {
      if (before.env[name] === undefined) delete process.env[name];
      else process.env[name] = before.env[name];
    }
    for (const [at, signal] of SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (!listeners[at]?.includes(listener)) process.off(signal, listener);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
