import { type Command, InvalidArgumentError, Option } from 'commander';
import { OperatorError } from '../logging/OperatorError.ts';
import {
  DOUBTS,
  type DoubtKind,
  type ImportProgress,
  importCapture,
  type MediaMode,
  previewImport,
  undoImport,
} from '../migration/index.ts';
import { type FolderOptions, folderOf, keysOf, withRequestOptions } from './captureFolder.ts';
import { explain } from './explain.ts';
import { importStatus, importSummary } from './importSummary.ts';
import { previewLines } from './lines/previewLines.ts';
import { undoSummary } from './lines/undoLines.ts';
import { progressDisplay } from './progress.ts';
import { withPayload } from './withPayload.ts';

const HELP = `
DIR is a capture (portal-content capture makes one). It may be saved by hand, too: RESOURCE.json for a list, byte for byte
as the legacy system answers, RESOURCE.ordering=VALUE.json for one of its orderings (percent-encoded names will do). From an
address, a capture is made first, in captures/ of this folder.

Running it again changes nothing; with a newer capture, what has changed in the source is updated, and nothing else.
What editors have changed meanwhile stays as they have it, field by field; where the source has changed the same field, both
values are named, each time, until --theirs or --ours says which counts. What somebody has open in a form is left for the next
import. Nothing is ever deleted: what the source does not have any more is named, and with --withdraw-missing taken out of
publication. A list that is not in DIR is left as it is.

What is wrong with a capture is told all at once, and nothing is imported: a list that is missing, misnamed, empty, or more than a
fifth shorter than what is here, a capture older than the last one, or of another portal. --allow says that it is meant so. What
cannot be read as a list, or is not as it was captured, is never imported.

--dry-run says what would be done with each document and by which rule, field by field, and ends with the number of that
plan. With --plan NUMBER nothing else is done: where anything has changed since, nothing is.

--undo takes the newest import back that is not yet: what it made goes into the trash, what it changed becomes what it was.
What editors have touched since stays and is named (exit status 1), with what refers to it. With --dry-run it only says so.

Exit status: 0 everything is in, 1 something was refused, passed over or left as editors have it (each is named, and the rest is
in), 2 nothing was imported, and why.`;

/** Of what editors and the source have both changed. */
const WHAT = 'all, a list, or one document (news-posts/7); repeatable';

/** Adds `portal-content import --from DIR`. */
export function registerImport(program: Command): void {
  const command = program
    .command('import')
    .description('bring the content of a captured legacy portal over')
    .option('--from <dir>', 'the folder with the captures, or the address of the legacy system')
    .option('--dry-run', 'say what would be done, and write nothing')
    .option('--plan <number>', 'do what --dry-run has said, and nothing else')
    .option('--only <list>', 'import this list and leave the others as they are; repeatable', collected)
    .option(
      '--allow <words>',
      `what is wrong with the capture and meant so: ${DOUBTS.join(', ')}, separated by commas`,
      doubts,
    )
    .option('--theirs [what]', `what both have changed becomes as in the source: ${WHAT}`, collected)
    .option(
      '--ours [what]',
      `what both have changed stays as here, and is not named again: ${WHAT}`,
      collected,
    )
    .option('--withdraw-missing', 'take out of publication what the source does not have any more')
    .addOption(
      new Option('--undo', 'take the newest import back that is not yet').conflicts([
        ...['from', 'plan', 'only', 'allow', 'theirs', 'ours', 'withdrawMissing', 'media'],
      ]),
    )
    .addOption(
      new Option(
        '--media <mode>',
        'copy: bring in the image files of the capture; switch: also have the lists give their addresses; link: have the lists give those of the legacy system again',
      ).choices(['link', 'copy', 'switch']),
    )
    .option('--json', 'print the report, or with --dry-run the plan, as JSON');
  withRequestOptions(command)
    .addHelpText('after', HELP)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (_: Options, command: Command) => {
      const { from, undo, ...options } = command.optsWithGlobals<Options>();
      if (undo) process.exitCode = await runUndo(options);
      else if (from === undefined) command.error("error: required option '--from <dir>' not specified");
      else process.exitCode = await runImport({ from, ...options });
    });
}

const collected = (value: string, before: string[] | true = []) => [...named(before), value];

function doubts(value: string, before: DoubtKind[] = []): DoubtKind[] {
  const words = keysOf(value);
  const isDoubt = (word: string): word is DoubtKind => DOUBTS.some((kind) => kind === word);
  if (!words.every(isDoubt)) throw new InvalidArgumentError(`The words are ${DOUBTS.join(', ')}.`);
  return [...before, ...words];
}

interface Options extends FolderOptions {
  from?: string;
  undo?: boolean;
  dryRun?: boolean;
  json?: boolean;
  allow?: DoubtKind[];
  media?: MediaMode;
  only?: string[];
  withdrawMissing?: boolean;
  theirs?: string[] | true;
  ours?: string[] | true;
  plan?: string;
}

const PHASES: Record<ImportProgress['phase'], string> = {
  reading: 'Reading the captures',
  checking: 'Serving the captures from memory, to check what was found out',
  preparing: 'Preparing documents',
  writing: 'Writing',
  images: 'Copying image files',
};

/** An option without a value means all. */
const named = (values: string[] | true | undefined): string[] => (values === true ? ['*'] : (values ?? []));

async function runImport({
  config,
  from: given,
  ...options
}: Options & { from: string }): Promise<0 | 1 | 2> {
  const { allow, dryRun, json, media, only, plan, withdrawMissing } = options;
  const progress = progressDisplay();
  try {
    const from = await folderOf(given, { config, ...options }, progress, only);
    const onProgress = ({ phase, list, done, total }: ImportProgress) =>
      progress.show({ title: list ? `${PHASES[phase]} ${list}` : PHASES[phase], done, total });
    const sides = { theirs: named(options.theirs), ours: named(options.ours) };
    const wanted = {
      from,
      onProgress,
      sides,
      ...(allow && { allow }),
      ...(withdrawMissing && { withdrawMissing }),
      ...(media && { media }),
      ...(only && { only }),
      ...(plan !== undefined && { plan }),
    };
    if (dryRun) {
      const preview = await withPayload(config, (payload) => previewImport(payload, wanted));
      progress.stop();
      const repeated = (option: string, values: string[] = []) =>
        values.map((value) => ` --${option}${value === '*' ? '' : ` ${value}`}`).join('');
      const chosen = `${repeated('only', only)}${repeated('allow', allow)}${repeated('theirs', sides.theirs)}${repeated('ours', sides.ours)}${withdrawMissing ? ' --withdraw-missing' : ''}${media ? ` --media ${media}` : ''}`;
      const command = `portal-content${config === undefined ? '' : ` --config ${config}`} import --from ${from}${chosen}`;
      console.log(json ? JSON.stringify(preview, null, 2) : previewLines(preview, command).join('\n'));
      return importStatus(preview.report);
    }
    const report = await withPayload(config, (payload) => importCapture(payload, wanted));
    progress.stop();
    console.log(json ? JSON.stringify(report, null, 2) : importSummary(report));
    return importStatus(report);
  } catch (error) {
    progress.stop();
    return brokenOff(error, 'The import');
  }
}

/** `portal-content import --undo`; gives the exit status. */
async function runUndo({
  config,
  dryRun = false,
  json,
}: Pick<Options, 'config' | 'dryRun' | 'json'>): Promise<0 | 1 | 2> {
  const progress = progressDisplay();
  try {
    const onStep = ({ kind, done, total }: { kind: string | undefined; done: number; total: number }) =>
      progress.show({ title: `Taking back ${kind ?? ''}`, done, total });
    const report = await withPayload(config, (payload) => undoImport(payload, { dryRun, onStep }));
    progress.stop();
    console.log(json ? JSON.stringify(report, null, 2) : undoSummary(report, dryRun));
    return report.stayed.length > 0 ? 1 : 0;
  } catch (error) {
    progress.stop();
    return brokenOff(error, 'It');
  }
}

/** Says why, and what to do; gives the exit status. */
function brokenOff(error: unknown, what: string): 2 {
  console.error(explain(error));
  if (!(error instanceof OperatorError))
    console.error(`${what} broke off. Run it again when the cause is gone: it goes on where it was.`);
  return 2;
}
