import { readFileSync } from 'node:fs';
import { runProgram } from './commands/program.ts';
import { plainConsole } from './system/logging/log.ts';
import { keepToThisUser } from './system/settings/prepare.ts';

/** The binary `portal-content`. bin/portal-content.js starts it with the conditions that Payload needs. */

/** This file runs as dist/src/cli.js. */
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

keepToThisUser();
plainConsole();

// End together with the parent process (bin/portal-content.js), so that a killed command does not continue in the background.
process.once('disconnect', () => process.exit(1));

await runProgram(process.argv.slice(2), version);
// Drivers keep sockets and timers for a while after closing.
process.exit();
