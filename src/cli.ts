import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { registerCapture } from './commands/capture.ts';
import { registerCheck } from './commands/check.ts';
import { createAdminCommand } from './commands/createAdminCommand.ts';
import { explain } from './commands/explain.ts';
import { registerImport } from './commands/import.ts';
import { registerParity } from './commands/parity.ts';
import { removeSampleCommand } from './commands/removeSampleCommand.ts';
import { setPasswordCommand } from './commands/setPasswordCommand.ts';
import { plainConsole } from './logging/log.ts';
import { keepToThisUser } from './settings/prepare.ts';

/** The binary `portal-content`: started by bin/portal-content.js with the conditions that Payload needs. */

/** This file runs as dist/src/cli.js. */
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

keepToThisUser();
plainConsole();

const program = new Command('portal-content')
  .description(
    "Captures a portal's legacy API, brings its content over, compares the two, and makes the first user.",
  )
  .version(version)
  .option('--config <file>', "the Payload config of your own app; without it, the server's own")
  .showHelpAfterError('(portal-content --help shows what there is)');
registerCapture(program);
registerImport(program);
registerParity(program);
registerCheck(program);
program.addCommand(createAdminCommand());
program.addCommand(setPasswordCommand());
program.addCommand(removeSampleCommand());

// Killed together with the process that was started in its place (bin/portal-content.js): an import must not go on unseen.
process.once('disconnect', () => process.exit(1));

try {
  await program.parseAsync();
} catch (error) {
  console.error(explain(error));
  process.exitCode ||= 1;
}
// Drivers keep sockets and timers open for a while after they are closed.
process.exit();
