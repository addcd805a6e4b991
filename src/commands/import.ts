import type { Command } from 'commander';
import { importCapture } from '../migration/index.ts';
import { explain, isPlain } from './explain.ts';
import { importStatus, importSummary } from './importSummary.ts';
import { progressDisplay } from './progress.ts';
import { withPayload } from './withPayload.ts';

const HELP = `
DIR holds what the legacy system answered, byte for byte: RESOURCE.json for a list, RESOURCE.ordering=VALUE.json for
one of its orderings (percent-encoded names will do). For instance:

  curl -o news-posts.json 'https://legacy.example/el/api/v1/news-posts/?format=api'

Running it again changes nothing; with a newer capture, what has changed in the source is updated, and nothing else.
What editors have changed meanwhile stays as they have it, and is named with both values. Nothing is ever deleted, and a
list that is not in DIR is left as it is.

Exit status: 0 everything is in, 1 something was refused or left as editors have it, or a list is missing, misnamed or far
shorter than before (each is named, and the rest is in), 2 nothing could be imported.`;

/** Adds `portal-content import --from DIR`. */
export function registerImport(program: Command): void {
  program
    .command('import')
    .description('bring the content of a captured legacy portal over')
    .requiredOption('--from <dir>', 'the folder with the captures')
    .addHelpText('after', HELP)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (_: Options, command: Command) => {
      process.exitCode = await runImport(command.optsWithGlobals());
    });
}

interface Options {
  config?: string;
  from: string;
}

async function runImport({ config, from }: Options): Promise<0 | 1 | 2> {
  const progress = progressDisplay();
  try {
    const report = await withPayload(config, (payload) =>
      importCapture(payload, { from, onProgress: (step) => progress.show(step) }),
    );
    progress.stop();
    console.log(importSummary(report));
    return importStatus(report);
  } catch (error) {
    progress.stop();
    console.error(explain(error));
    if (!isPlain(error))
      console.error('The import broke off. Run it again when the cause is gone: it goes on where it was.');
    return 2;
  }
}
