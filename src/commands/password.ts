import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { randomPassword } from '../server/accounts.ts';
import { PASSWORD_MINIMUM } from '../system/settings/values.ts';

/** How a command reads a password. */
export interface PasswordOptions {
  passwordStdin?: boolean;
  randomPassword?: boolean;
}

/** Adds the options of {@link readPassword} to a command. */
export function withPasswordOptions(command: Command): Command {
  return command
    .option('--password-stdin', 'read the password from standard input')
    .option('--random-password', 'make a random password and print it once')
    .addHelpText(
      'after',
      '\nWithout a password option the password is asked for at the terminal; where there is none, it is random.',
    );
}

/** The password. `show` is true if it was generated and must be printed. */
export async function readPassword(options: PasswordOptions): Promise<{ password: string; show: boolean }> {
  if (options.passwordStdin) {
    return { password: (await text(process.stdin)).replace(/\r?\n$/, ''), show: false };
  }
  if (!options.randomPassword && process.stdin.isTTY) {
    const answer = await askSilently(
      `Password (${PASSWORD_MINIMUM} characters or more; empty for a random one): `,
    );
    if (answer) return { password: answer, show: false };
  }
  return { password: randomPassword(), show: true };
}

/** Asks at the terminal without echoing the answer. */
async function askSilently(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
