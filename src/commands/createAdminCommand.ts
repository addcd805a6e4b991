import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { PASSWORD_MINIMUM } from '../../collections/hooks/passwords.ts';
import { AdminRefused, createAdmin, randomPassword } from './createAdmin.ts';
import { withPayload } from './withPayload.ts';

interface Options {
  config?: string;
  data?: string;
  email: string;
  name?: string;
  passwordStdin?: boolean;
  randomPassword?: boolean;
}

/** Asks at the terminal, showing nothing of the answer. */
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

/** The password, and whether it was made here and must be shown. */
async function password({ passwordStdin, randomPassword: random }: Options): Promise<[string, boolean]> {
  if (passwordStdin) return [(await text(process.stdin)).replace(/\r?\n$/, ''), false];
  if (!random && process.stdin.isTTY) {
    const answer = await askSilently(
      `Password (${PASSWORD_MINIMUM} characters or more; empty for a random one): `,
    );
    if (answer) return [answer, false];
  }
  return [randomPassword(), true];
}

function fieldsOf(json: string | undefined): Record<string, unknown> {
  if (json === undefined) return {};
  try {
    const value: unknown = JSON.parse(json);
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new AdminRefused(`--data must be a JSON object, such as '{"role":"it"}', and is ${json}`);
}

/** `portal-content create-admin` */
export function createAdminCommand(): Command {
  return new Command('create-admin')
    .description(
      'make a user who may do everything; the first user of a portal is made this way and no other',
    )
    .requiredOption('--email <address>', 'the address to sign in with')
    .option('--name <name>', 'the name shown in the admin')
    .option('--data <json>', 'more fields of a user of your own app, such as \'{"role":"it"}\'')
    .option('--password-stdin', 'read the password from standard input')
    .option('--random-password', 'make a random password and print it once')
    .addHelpText(
      'after',
      '\nWithout a password option the password is asked for at the terminal; where there is none, it is random.',
    )
    .action(async (_: Options, command: Command) => {
      const options: Options = command.optsWithGlobals();
      const data = fieldsOf(options.data);
      const [secret, show] = await password(options);
      await withPayload(options.config, (payload) =>
        createAdmin(payload, { ...options, data, password: secret }),
      );
      console.log(`${options.email} can sign in at /admin.`);
      if (show) console.log(`Password (shown only this once): ${secret}`);
    });
}
