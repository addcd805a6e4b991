import type { Command } from 'commander';
import { OperatorError } from '../logging/OperatorError.ts';
import { type ImportProgress, importCapture } from '../migration/index.ts';
import { type FolderOptions, folderOf, withRequestOptions } from './captureFolder.ts';
import { explain } from './explain.ts';
import { importStatus, importSummary } from './importSummary.ts';
import { progressDisplay } from './progress.ts';
import { withPayload } from './withPayload.ts';

const HELP = `
DIR is a capture (portal-content capture makes one). It may be saved by hand, too: RESOURCE.json for a list, byte for byte
as the legacy system answers, RESOURCE.ordering=VALUE.json for one of its orderings (percent-encoded names will do). From an
address, a capture is made first, in captures/ of this folder.

Running it again changes nothing; with a newer capture, what has changed in the source is updated, and nothing else.
What editors have changed meanwhile stays as they have it, and is named with both values. Nothing is ever deleted, and a
list that is not in DIR is left as it is.

Exit status: 0 everything is in, 1 something was refused or left as editors have it, or a list is missing, misnamed or far
shorter than before (each is named, and the rest is in), 2 nothing could be imported.`;

/** Adds `portal-content import --from DIR`. */
export function registerImport(program: Command): void {
  const command = program
    .command('import')
    .description('bring the content of a captured legacy portal over')
    .requiredOption('--from <dir>', 'the folder with the captures, or the address of the legacy system');
  withRequestOptions(command)
    .addHelpText('after', HELP)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (_: Options, command: Command) => {
      process.exitCode = await runImport(command.optsWithGlobals());
    });
}

interface Options extends FolderOptions {
  from: string;
}

const PHASES: Record<ImportProgress['phase'], string> = {
  reading: 'Reading the captures',
  checking: 'Serving the captures from memory, to check what was found out',
  preparing: 'Preparing documents',
  writing: 'Writing',
};

async function runImport({ config, from: given, ...options }: Options): Promise<0 | 1 | 2> {
  const progress = progressDisplay();
  try {
    const from = await folderOf(given, { config, ...options }, progress);
    const onProgress = ({ phase, list, done, total }: ImportProgress) =>
      progress.show({ title: list ? `${PHASES[phase]} ${list}` : PHASES[phase], done, total });
    const report = await withPayload(config, (payload) => importCapture(payload, { from, onProgress }));
    progress.stop();
    console.log(importSummary(report));
    return importStatus(report);
  } catch (error) {
    progress.stop();
    console.error(explain(error));
    if (!(error instanceof OperatorError))
      console.error('The import broke off. Run it again when the cause is gone: it goes on where it was.');
    return 2;
  }
}
