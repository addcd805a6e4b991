import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { explain } from './commands/output.ts';
import { plainConsole } from './system/logging/log.ts';
import { keepToThisUser } from './system/settings/prepare.ts';

/** The binary `portal-content`. bin/portal-content.js starts it with the conditions that Payload needs. */

/** This file runs as dist/src/cli.js. */
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Adds each command, in the order in which the help names them. */
const COMMANDS: Record<string, () => Promise<(to: Command) => void>> = {
  capture: async () => (await import('./commands/capture.ts')).registerCapture,
  import: async () => (await import('./commands/import.ts')).registerImport,
  parity: async () => (await import('./commands/parity.ts')).registerParity,
  check: async () => (await import('./commands/documents.ts')).registerCheck,
  backup: async () => (await import('./commands/backup/backup.ts')).registerBackup,
  restore: async () => (await import('./commands/backup/restore.ts')).registerRestore,
  doctor: async () => (await import('./commands/doctor.ts')).registerDoctor,
  'create-admin': async () => (await import('./commands/accounts.ts')).registerCreateAdmin,
  'set-password': async () => (await import('./commands/accounts.ts')).registerSetPassword,
  media: async () => (await import('./commands/documents.ts')).registerMedia,
  'image-sizes': async () => (await import('./commands/documents.ts')).registerImageSizes,
};

keepToThisUser();
plainConsole();

const program = new Command('portal-content')
  .description(
    "Captures a portal's legacy API, brings its content over, compares the two, backs up and restores, and makes users.",
  )
  .version(version)
  .option('--config <file>', "the Payload config of your own app; without it, the server's own")
  .showHelpAfterError('(portal-content --help shows what there is)');
// Only what is asked for is loaded: Payload takes a second.
const asked = Object.keys(COMMANDS).filter((name) => process.argv.includes(name));
for (const name of asked.length > 0 ? asked : Object.keys(COMMANDS)) (await COMMANDS[name]?.())?.(program);

// End together with the parent process (bin/portal-content.js), so that a killed command does not continue in the background.
process.once('disconnect', () => process.exit(1));

try {
  await program.parseAsync();
} catch (error) {
  console.error(explain(error));
  process.exitCode ||= 1;
}
// Drivers keep sockets and timers for a while after closing.
process.exit();
