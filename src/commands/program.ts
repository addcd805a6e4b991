import { Command } from 'commander';
import { explain } from './output.ts';

/** Adds each command, in the order in which the help names them. */
const COMMANDS: Record<string, () => Promise<(to: Command) => void>> = {
  capture: async () => (await import('./capture.ts')).registerCapture,
  import: async () => (await import('./import.ts')).registerImport,
  parity: async () => (await import('./parity.ts')).registerParity,
  check: async () => (await import('./documents.ts')).registerCheck,
  backup: async () => (await import('./backup/backup.ts')).registerBackup,
  restore: async () => (await import('./backup/restore.ts')).registerRestore,
  doctor: async () => (await import('./doctor.ts')).registerDoctor,
  'create-admin': async () => (await import('./accounts.ts')).registerCreateAdmin,
  'set-password': async () => (await import('./accounts.ts')).registerSetPassword,
  media: async () => (await import('./documents.ts')).registerMedia,
  'image-sizes': async () => (await import('./documents.ts')).registerImageSizes,
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
  for (const name of asked.length > 0 ? asked : Object.keys(COMMANDS)) (await COMMANDS[name]?.())?.(program);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    console.error(explain(error));
    process.exitCode ||= 1;
  }
}
