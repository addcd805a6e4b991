import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Payload, SanitizedConfig } from 'payload';
import { BackupError, backup, type Installation, installationOf } from '../backup/index.ts';
import {
  DOUBTS,
  type DoubtKind,
  type ImportBackup,
  type ImportPreview,
  type ImportProgress,
  importCapture,
  type MediaMode,
  type PlannedChange,
  previewImport,
} from '../migration/index.ts';
import { FolderStore } from '../system/files/index.ts';
import { commandLine } from '../system/logging/commandLine.ts';
import { OperatorError } from '../system/logging/OperatorError.ts';
import { readEnvironment } from '../system/settings/env.ts';
import { type FolderOptions, folderOf, keysOf, leanHeap, withRequestOptions } from './captureFolder.ts';
import { wordsOfConfig } from './hostConfig.ts';
import { fieldLines, importStatus, importSummary, nameOf, wayBack } from './importSummary.ts';
import { explain, listed, type ProgressDisplay, type Report, reports } from './output.ts';
import { opened, withPayload, withPayloadUnchanged } from './withPayload.ts';

const HELP = `
DIR is a capture (portal-content capture makes one). It may be saved by hand, too: RESOURCE.json for a list, byte for byte
as the legacy system answers, RESOURCE.ordering=VALUE.json for one of its orderings (percent-encoded names will do). From an
address, a capture is made first, in captures/ of this folder.

Running it again changes nothing; with a newer capture, what has changed in the source is updated, and nothing else.
What editors have changed meanwhile stays as they have it, field by field; where the source has changed the same field, both
values are named, each time, until --theirs or --ours says which counts. Nothing is ever deleted: what the source does not have any more is named, and with --withdraw-missing taken out of
publication. A list that is not in DIR is left as it is.

What is wrong with a capture is told all at once, and nothing is imported: a list that is missing, misnamed, empty, or more than a
fifth shorter than what is here, a capture older than the last one, or of another portal. --allow says that it is meant so. What
cannot be read as a list, or is not as it was captured, is never imported.

--dry-run says what would be done with each document and by which rule, field by field, then word for word what the import would
say, with its exit status, and ends with the number of that plan. With --plan NUMBER nothing else is done: where anything has
changed since, nothing is.

Before its first write an import backs up the database and the lists, without image files, into import-backups of DATA_DIR (with
--config, of this folder), where the newest three stay. The last line has the command that brings it back, with which goes what
editors have written since. --no-backup leaves that out: on PostgreSQL, use pg_dump before.

Exit status: 0 everything is in, 1 something was refused, passed over or left as editors have it (each is named, and the rest is
in), 2 nothing was imported, and why.`;

/** Of what editors and the source have both changed. */
const WHAT = 'all, a list, or one document (news-posts/7); repeatable';

/** Adds `portal-content import --from DIR`. */
export function registerImport(program: Command): void {
  const command = program
    .command('import')
    .description('bring the content of a captured legacy portal over')
    .requiredOption('--from <dir>', 'the folder with the captures, or the address of the legacy system')
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
      new Option(
        '--media <mode>',
        'copy: bring in the image files of the capture; switch: also have the lists give their addresses; link: have the lists give those of the legacy system again',
      ).choices(['link', 'copy', 'switch']),
    )
    .option('--no-backup', 'do not back up what is here before the first write')
    .option('--json', 'print the report, or with --dry-run the plan, as JSON');
  reports<Options>(withRequestOptions(command).addHelpText('after', HELP), 2, imported);
}

const collected = (value: string, before: string[] | true = []) => [...named(before), value];

function doubts(value: string, before: DoubtKind[] = []): DoubtKind[] {
  const words = keysOf(value);
  const isDoubt = (word: string): word is DoubtKind => DOUBTS.some((kind) => kind === word);
  if (!words.every(isDoubt)) throw new InvalidArgumentError(`The words are ${DOUBTS.join(', ')}.`);
  return [...before, ...words];
}

interface Options extends FolderOptions {
  from: string;
  backup: boolean;
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

async function imported(
  { config, from: given, ...options }: Options,
  progress: ProgressDisplay,
  release: string,
): Promise<Report> {
  const { allow, media, only, plan, withdrawMissing } = options;
  const from = await folderOf(given, { config, ...options }, progress, only);
  leanHeap(from);
  const wanted = {
    from,
    onProgress: ({ phase, list, done, total }: ImportProgress) =>
      progress.show({ title: list ? `${PHASES[phase]} ${list}` : PHASES[phase], done, total }),
    sides: { theirs: named(options.theirs), ours: named(options.ours) },
    ...(allow && { allow }),
    ...(withdrawMissing && { withdrawMissing }),
    ...(media && { media }),
    ...(only && { only }),
    ...(plan !== undefined && { plan }),
  };
  const inConfig = wordsOfConfig(config);
  const backUpOf = (payload: Payload) =>
    options.backup ? backupOf(payload.config, { config, release, progress }) : undefined;
  if (options.dryRun) {
    const preview = await withPayloadUnchanged(config, (payload) => {
      // It refuses what cannot be backed up, as the import does.
      backUpOf(payload);
      return previewImport(payload, wanted);
    });
    const summary = importSummary(preview.report, { from, inConfig, isPlanned: true });
    const command = commandLine(...inConfig, ...commandOf(from, options));
    return {
      says: options.json ? [JSON.stringify(preview, null, 2)] : previewLines(preview, summary, command),
      status: importStatus(preview.report),
    };
  }
  let made: ImportBackup | undefined;
  const report = await withPayload(config, (payload) => {
    const backUp = backUpOf(payload);
    return importCapture(payload, {
      ...wanted,
      async backup(earlier) {
        made = earlier;
        if (backUp) made = await backUp(earlier);
        return made;
      },
    });
  }).catch((error) => {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      [
        explain(error),
        'The import broke off. Run it again when the cause is gone: it goes on where it was.',
        ...(made ? [wayBack(made)] : []),
      ].join('\n'),
    );
  });
  return {
    says: [options.json ? JSON.stringify(report, null, 2) : importSummary(report, { from, inConfig })],
    status: importStatus(report),
  };
}

/** The same import, as it is called. */
function commandOf(
  from: string,
  { allow, backup, media, only, theirs, ours, withdrawMissing }: Omit<Options, 'from'>,
): string[] {
  const repeated = (option: string, values: string[] = []) =>
    values.flatMap((value) => (value === '*' ? [`--${option}`] : [`--${option}`, value]));
  return [
    ...['import', '--from', from],
    ...repeated('only', only),
    ...repeated('allow', allow),
    ...repeated('theirs', named(theirs)),
    ...repeated('ours', named(ours)),
    ...(withdrawMissing ? ['--withdraw-missing'] : []),
    ...(media ? ['--media', media] : []),
    ...(backup ? [] : ['--no-backup']),
  ];
}

/** So many backups of imports stay. */
const MAX_BACKUPS = 3;

interface BackupOptions {
  /** A host's config. */
  config: string | undefined;
  release: string;
  progress: ProgressDisplay;
}

/**
 * How an import backs up what is here.
 * @throws BackupError if there is no way to, as on PostgreSQL
 */
function backupOf(
  of: SanitizedConfig,
  { config, release, progress }: BackupOptions,
): (earlier: ImportBackup | undefined) => Promise<ImportBackup> {
  const folder = config === undefined ? readEnvironment().dataDir : process.cwd();
  const failed = (error: unknown) =>
    new BackupError(
      `${explain(error)}\nNothing is imported, since what is here could not be backed up. Make a backup in another way ` +
        '(on PostgreSQL, with pg_dump), and import with --no-backup.',
    );
  let installation: Installation;
  try {
    installation = installationOf(of, { open: opened, isServer: config === undefined, folder, release });
  } catch (error) {
    throw failed(error);
  }
  return async (earlier) => {
    if (earlier && existsSync(earlier.file)) {
      progress.say(`An import broke off here; what was before it is in ${earlier.file}`);
      return earlier;
    }
    if (earlier)
      progress.say(
        `An import broke off here, and the backup from before it, ${earlier.file}, is not on this machine. ` +
          'The new one has what that import has written already.',
      );
    try {
      const { file } = await backup(installation, {
        to: new FolderStore(path.join(folder, 'import-backups')),
        keep: MAX_BACKUPS,
        withUploads: false,
        onProgress: progress.show,
      });
      progress.say(`Backed up what is here into ${file}`);
      return { file, restore: commandLine(...wordsOfConfig(config), 'restore', file, '--replace') };
    } catch (error) {
      throw failed(error);
    }
  };
}

/** What is done by each rule, in the order in which they are printed. What is left as it is, or refused, the summary names. */
const HEADINGS: Partial<Record<PlannedChange['rule'], string>> = {
  new: 'would be created',
  begun: 'would be finished: an import broke off',
  changed: 'would be updated: changed in the source, and not here',
  merged: 'would be updated beside what an editor has changed',
  restored: 'would come back, but not into its list: deleted here, and needed by something new',
  ours: 'would be left as editors have it, and not named again',
};

/** So many new documents of a list are named. */
const MAX_NEW = 20;

/**
 * What an import would do, document by document, and how to have just that done.
 * @param summary of its report
 */
function previewLines({ changes, plan }: ImportPreview, summary: string, command: string): string[] {
  return [
    ...Object.entries(HEADINGS).flatMap(([rule, heading]) => ruleLines(rule, heading, changes)),
    'What the import would say:',
    summary,
    `Nothing has been written. To do this and nothing else: ${command} --plan ${plan}`,
  ];
}

function ruleLines(rule: string, heading: string, changes: PlannedChange[]): string[] {
  const own = changes.filter((each) => each.rule === rule);
  const shown = rule === 'new' ? own.filter(isAmongFirst(own)) : own;
  const more = own.length - shown.length;
  const lines = listed(`${rule} (${own.length}): ${heading}`, [
    ...shown.flatMap((change) => [nameOf(change), ...changedLines(change)]),
    ...(more > 0 ? [`… and ${more} more (--json names all)`] : []),
  ]);
  return lines.length === 0 ? [] : [...lines, ''];
}

function changedLines({ rule, fields, conflicts }: PlannedChange): string[] {
  const note = rule === 'merged' ? ' (both have changed it; it stays)' : '';
  return [
    ...fields.flatMap(fieldLines),
    ...conflicts.flatMap((each) => fieldLines({ ...each, field: `${each.field}${note}` })),
  ];
}

function isAmongFirst(own: PlannedChange[]) {
  const first = new Set(
    [...new Set(own.map(({ list }) => list))].flatMap((key) =>
      own.filter(({ list }) => list === key).slice(0, MAX_NEW),
    ),
  );
  return (change: PlannedChange) => first.has(change);
}
