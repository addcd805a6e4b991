import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { createUsers } from '../../server/accounts/createUsers.ts';
import { commandLine } from '../../system/logging/commandLine.ts';
import { OperatorError } from '../../system/logging/OperatorError.ts';
import { wordsOfConfig } from '../hostConfig.ts';
import { explain } from '../output.ts';
import { withPayload } from '../withPayload.ts';

const HELP = `
The first line of the file names the columns author_id,email,name,role, in any order; a role is admin, editor or author, and
a name may be empty. Every line is checked before anything is made. An account that is here already with just these values is left, so the
command can be run again.

Exit status: 0 every account is here, 1 it broke off, 2 something is wrong with the file, and nothing was made.`;

interface Options {
  config?: string;
  from: string;
}

/** Adds `portal-content create-users --from FILE`. */
export function registerCreateUsers(program: Command): void {
  program
    .command('create-users')
    .description("make accounts for the legacy system's authors, with their numbers")
    .requiredOption('--from <file>', 'a CSV file with author_id,email,name,role')
    .addHelpText('after', HELP)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (_: Options, command: Command) => {
      process.exitCode = await runCreateUsers(command.optsWithGlobals());
    });
}

async function runCreateUsers({ config, from }: Options): Promise<0 | 1 | 2> {
  try {
    const bytes = await bytesOf(from);
    const { created, left, sharing } = await withPayload(config, (payload) => createUsers(payload, bytes));
    const inConfig = wordsOfConfig(config);
    const lines = [
      ...created.map(({ email, role, authorId }) => `Created: ${email}, ${role}, author ${authorId}`),
      ...left.map(({ email }) => `Left: ${email} is here already, with these values.`),
      ...sharing.map(({ authorId, email }) => `Note: ${email} is author ${authorId}, too.`),
      ...(created.length > 0 ? ['', 'Nobody knows their passwords. Give each of them one:'] : []),
      ...created.map(({ email }) => `  ${commandLine(...inConfig, 'set-password', '--email', email)}`),
    ];
    console.log(lines.join('\n'));
    return 0;
  } catch (error) {
    console.error(explain(error));
    if (error instanceof OperatorError) return 2;
    console.error('Run it again when the cause is gone: it goes on where it was.');
    return 1;
  }
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new OperatorError(`The file ${file} cannot be read: ${(error as Error).message}.`);
  }
}
