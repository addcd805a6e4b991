import { Command } from 'commander';
import { explain } from './output.ts';

/** Adds each command, in the order in which the help names them. */
const COMMANDS: Record<string, (to: Command) => Promise<unknown>> = {
  capture: async (to) => (await import('./capture.ts')).registerCapture(to),
  import: async (to) => (await import('./import.ts')).registerImport(to),
  parity: async (to) => (await import('./parity.ts')).registerParity(to),
  check: async (to) => (await import('./documents.ts')).registerCheck(to),
  backup: async (to) => (await import('./backup/backup.ts')).registerBackup(to),
  restore: async (to) => (await import('./backup/restore.ts')).registerRestore(to),
  doctor: async (to) => (await import('./doctor.ts')).registerDoctor(to),
  'create-admin': async (to) => to.addCommand((await import('./accounts.ts')).createAdminCommand()),
  'set-password': async (to) => to.addCommand((await import('./accounts.ts')).setPasswordCommand()),
  media: async (to) => (await import('./documents.ts')).registerMedia(to),
  'image-sizes': async (to) => to.addCommand((await import('./documents.ts')).imageSizesCommand()),
};

/**
 * Runs `portal-content` with these words after its name, and sets the exit status. Only the command that is asked for is loaded, since
 * Payload takes a second.
 */
export async function runProgram(words: readonly string[], version: string): Promise<void> {
  const program = new Command('portal-content')
    .description(
      "Captures a portal's legacy API, brings its content over, compares the two, backs up and restores, and makes users.",
    )
    .version(version)
    .option('--config <file>', "the Payload config of your own app; without it, the server's own")
    .showHelpAfterError('(portal-content --help shows what there is)');
  const asked = Object.keys(COMMANDS).filter((name) => words.includes(name));
  for (const name of asked.length > 0 ? asked : Object.keys(COMMANDS)) await COMMANDS[name]?.(program);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    console.error(explain(error));
    process.exitCode ||= 1;
  }
}
