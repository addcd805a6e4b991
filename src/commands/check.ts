import type { Command } from 'commander';
import type { Payload } from 'payload';
import { type TextFinding, textFindings } from '../migration/index.ts';
import { explain } from './explain.ts';
import { findingLines } from './importSummary.ts';
import { withPayload } from './withPayload.ts';

const HELP = `
Every text is judged as a save would judge it. What an import brought is served as it came, whatever is in it: it is named,
and is no failure.

Exit status: 0 nothing but that, 1 something is stored that must not be served, 2 the texts could not be read.`;

interface Options {
  config?: string;
  unpublish?: boolean;
}

/** Adds `portal-content check [--unpublish]`. */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('find stored texts that a save would refuse, such as an older version may have let in')
    .option('--unpublish', 'withdraw the documents that hold them; editors can mend and publish them again')
    .addHelpText('after', HELP)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (_: Options, command: Command) => {
      process.exitCode = await runCheck(command.optsWithGlobals());
    });
}

async function runCheck({ config, unpublish }: Options): Promise<0 | 1 | 2> {
  try {
    return await withPayload(config, async (payload) => {
      const found = await textFindings(payload);
      const refused = found.filter(({ kind }) => kind === 'refused');
      console.log(findingLines(found).join('\n'));
      if (unpublish) await withdraw(payload, refused);
      return refused.length > 0 ? 1 : 0;
    });
  } catch (error) {
    console.error(explain(error));
    return 2;
  }
}

async function withdraw(payload: Payload, findings: TextFinding[]): Promise<void> {
  const published = new Map(
    findings
      .filter(({ isPublished }) => isPublished)
      .map((finding) => [`${finding.collection} ${finding.apiId}`, finding]),
  );
  for (const [name, { collection, id }] of published) {
    await payload.update({ collection, id, data: { _status: 'draft' } as never, depth: 0 });
    console.log(`Unpublished: ${name}`);
  }
}
