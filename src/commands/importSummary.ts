import { firstDifference } from '../../endpoints/lists/definition/texts.ts';
import { collationLabel } from '../../endpoints/read-model/index.ts';
import {
  type AuthorNumber,
  type Conflict,
  type Counts,
  captureFile,
  type FieldConflict,
  type ImportBackup,
  type ImportedMedia,
  type ImportReport,
  isComplete,
  isEmpty,
  type LackingReference,
  type LastingPart,
  type OrderEvidence,
  passedOver,
  type RefusedElement,
  type TextFinding,
} from '../migration/index.ts';
import { commandLine } from '../system/logging/commandLine.ts';
import { hostLines, listed, prefixLines } from './output.ts';

/** The status `portal-content import` ends with: 0 all is in, 1 something was refused or left as editors have it, 2 nothing could be imported. */
export function importStatus(report: ImportReport): 0 | 1 | 2 {
  if (isEmpty(report)) return 2;
  return isComplete(report) ? 0 : 1;
}

interface SummaryOptions {
  /** The folder of the capture. */
  from: string;
  /** How commands name a host's config. */
  inConfig?: string[];
  /** Nothing is done yet. @default false */
  isPlanned?: boolean;
}

/**
 * What an import did, for a person: a line per list, what was found out, and everything that was refused. What somebody has to
 * decide comes last.
 */
export function importSummary(report: ImportReport, options: SummaryOptions): string {
  const refused = Object.values(report.lists).flatMap((list) => list.refused);
  const isNews = (part: LastingPart) => !report.known.includes(part);
  const hosts = isNews('hosts') ? hostLines(report.hosts) : [];
  return [
    ...Object.entries(report.lists).map(([key, list]) => listLine(key, list)),
    ...(report.images > 0 ? [`media: ${report.images} created, one for each image address`] : []),
    '',
    ...foundLines(report),
    ...prefixLines(report),
    ...warnings(report),
    '',
    ...(hosts.length > 0 ? [...hosts, ''] : []),
    ...(isNews('active') ? activeLines(report.active, 20) : []),
    ...(isNews('authors') ? authorLines(report.authors) : []),
    ...mediaLines(report.media),
    ...paragraph(`Refused (${refused.length}), and not imported:`, refused.map(refusedLine)),
    ...lackingLines(report.lacking),
    ...vanishedLines(report),
    ...conflictLines(report.conflicts),
    verdict(report, refused.length, options),
    ...whatNow(report, options),
    ...(report.backup ? [wayBack(report.backup)] : []),
  ].join('\n');
}

/** What to do next, the most pressing first. It may end with a command to copy, so no full stop ends it. */
function whatNow(report: ImportReport, { from, inConfig = [], isPlanned }: SummaryOptions): string[] {
  const { lists, lacking, conflicts, media, notReproduced } = report;
  const isRefused = Object.values(lists).some((list) => list.refused.length > 0);
  const isLeft = ({ apiId, kind }: Conflict) => apiId !== null && (kind === 'changed' || kind === 'deleted');
  const all = [
    ...(isRefused || lacking.length > 0
      ? ['have what is refused mended in the legacy system, capture it, and import again']
      : []),
    ...(passedOver(report).length > 0 ? ['capture what is missing, or rename it, and import again'] : []),
    ...(conflicts.some(isLeft)
      ? [
          'say which side counts, by --theirs or --ours (of all, a list, or one document such as news-posts/7), or leave it as editors have it',
        ]
      : []),
    ...(notReproduced.length > 0
      ? [
          'choose in the portal settings the collation that the legacy database has (docs/migration.md#orders-of-texts), or have what stays different named by parity --known',
        ]
      : []),
    ...((media?.failed.length ?? 0) > 0
      ? [
          `have the image files asked for again: ${commandLine(...inConfig, 'capture', '--to', from, '--media')}`,
        ]
      : []),
  ];
  const compare = `compare, with the server started: ${commandLine(...inConfig, 'parity', '--legacy', from, '--new', 'URL')}`;
  if (all.length === 0 && isPlanned) return [];
  return [`What now: ${all.join('; ') || compare}`];
}

/** How to have back what was here before an import. */
export const wayBack = ({ restore }: ImportBackup) =>
  `To have back what was here before, without what editors write from now on, stop the server and run: ${restore}`;

function listLine(key: string, list: ImportReport['lists'][string]): string {
  if (list.state === 'absent') return `${key}: the capture has no ${captureFile(list.file)}; left as it is`;
  if (list.state === 'passed over') return `${key}: not asked for; left as it is`;
  const parts = [`${key}: ${counts(list)}, ${list.refused.length} refused`];
  const { created, updated, unchanged, kept } = list.embedded;
  if (created + updated + unchanged + kept > 0)
    parts.push(`only embedded in others: ${counts(list.embedded)}`);
  if (list.gone > 0) parts.push(`no longer in the source: ${list.gone}`);
  return parts.join('; ');
}

const counts = ({ created, updated, unchanged, kept }: Counts) =>
  `${created} created, ${updated} updated, ${unchanged} unchanged${kept > 0 ? `, ${kept} left as editors have them` : ''}`;

function foundLines({ empties, found, settings, evidence, texts }: ImportReport): string[] {
  const stored = (name: string) => (settings.includes(name) ? '' : ' (stored before)');
  const lines = Object.entries(found.lists).flatMap(([key, { ordering, elementPerLink, records }]) => [
    ...(ordering === undefined
      ? []
      : [
          `${key} default order: ${ordering || 'the order of import'}${why(evidence[key])}${stored(`${key} ordering`)}`,
        ]),
    ...(elementPerLink === undefined
      ? []
      : [`${key} one element per link: ${elementPerLink ? 'yes' : 'no'}${stored(`${key} elementPerLink`)}`]),
    ...(records === undefined
      ? []
      : [`${key} one record by its id: ${records ? 'yes' : 'no'}${stored(`${key} records`)}`]),
  ]);
  if (found.collation)
    lines.push(`collation: ${found.collation} (${collationLabel(found.collation).en})${stored('collation')}`);
  if (found.otherCollation)
    lines.push(`other collations: ${found.otherCollation.join(', ')}${stored('otherCollation')}`);
  for (const { key, neighbours, best, next, isFound } of texts) {
    const nearest = `${best.collation} explains ${counted(best.explained)} of ${counted(neighbours)} neighbours`;
    const other = `; next best: ${next.collation}, ${counted(next.explained)}`;
    lines.push(`order of ${key}: ${isFound ? '' : 'no collation that is known; '}${nearest}${other}`);
  }
  for (const { key, place, file, empty, others } of empties) {
    const counts = `${empty} empty, ${others} not`;
    if (place)
      lines.push(
        `empty values of ${key}: ${place} (${file}: ${counts})${place === 'first' ? stored('emptyFirst') : ''}`,
      );
    else if (!found.empties?.[key])
      lines.push(
        `empty values of ${key}: not known (${counts}), and last here; --ordering ${key.replace('.', '=')} of capture shows it`,
      );
  }
  return listed('Found out from the captures:', lines);
}

/** How many elements an order explains, and what explains most of the rest. */
function why(evidence: OrderEvidence | undefined): string {
  if (!evidence) return '';
  const { found, length, next } = evidence;
  if (!found) {
    return next
      ? ` (the best of the usual orders, ${next.ordering}, explains ${next.explained} of ${length} elements)`
      : ' (no usual order says anything)';
  }
  const ties = found.apart < length ? `, ${length - found.apart} of them by ties` : '';
  const other = next ? `; next best: ${next.ordering}, ${next.explained}` : '';
  return ` (explains ${found.explained} of ${length} elements${ties}${other})`;
}

function warnings({ allowed, unknownFiles, notReproduced }: ImportReport): string[] {
  return [
    ...allowed.map(({ kind, what }) => `Allowed (${kind}): ${what}.`),
    ...unknownFiles.map((file) => `Passed over: ${file} is no capture of a list of this project.`),
    ...notReproduced.map(
      ({ file, moved }) =>
        `Not explained: the order in ${file} follows from no setting, and is not served again exactly${elsewhere(moved)}.`,
    ),
  ];
}

/** So many ids are named. */
const MAX_MOVED = 10;

function elsewhere(ids: readonly unknown[]): string {
  if (ids.length === 0) return '';
  const named = `${ids.slice(0, MAX_MOVED).join(', ')}${ids.length > MAX_MOVED ? ', …' : ''}`;
  return `: ${counted(ids.length)} of its elements stand at other places (id ${named})`;
}

const counted = (number: number) => number.toLocaleString('en');

/** Which element, where, and why. */
function refusedLine({ list, file, index, id, title, problems }: RefusedElement): string {
  const name = nameOf({ list, apiId: id ?? '(no id)', title: title || null });
  const reasons = problems.map(({ path, reason }) => escaped(`${path || 'the element'} ${reason}`));
  return `${name}, element ${index} of ${file}: ${reasons.join('; ')}`;
}

function lackingLines(lacking: readonly LackingReference[]): string[] {
  return paragraph(
    `Left out (${lacking.length}), since it is refused; it comes back with the import that brings it:`,
    lacking.map((each) => `${nameOf(each)}, ${each.field}: ${nameOf(each.target)}`),
  );
}

function vanishedLines({ unlisted, vanished }: Pick<ImportReport, 'unlisted' | 'vanished'>): string[] {
  const withdrawn = vanished.filter(({ isWithdrawn }) => isWithdrawn);
  const left = vanished.filter(({ isWithdrawn }) => !isWithdrawn);
  return [
    ...paragraph(
      `Taken out of the list (${unlisted.length}), since the source has them only inside other elements now:`,
      unlisted.map(nameOf),
    ),
    ...paragraph(
      `Withdrawn (${withdrawn.length}), since the source does not have them any more:`,
      withdrawn.map(nameOf),
    ),
    ...paragraph(
      `No longer in the source (${left.length}), and left as they are:`,
      left.map(({ reason, ...each }) =>
        reason === undefined ? nameOf(each) : `${nameOf(each)}, which could not be withdrawn: ${reason}`,
      ),
    ),
  ];
}

/** A heading, what it is about below it, and an empty line; nothing where there is nothing. */
function paragraph(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [...listed(heading, lines), ''];
}

function verdict(report: ImportReport, refused: number, { isPlanned }: SummaryOptions): string {
  const status = importStatus(report);
  if (status === 0) return `Everything in the capture ${isPlanned ? 'would be' : 'is'} imported.`;
  if (status === 2) return 'Nothing could be imported.';
  const causes = [
    [passedOver(report).length, 'file', 'missing or passed over'],
    [refused, 'element', 'refused'],
    [report.lacking.length, 'reference', 'left out'],
    [report.conflicts.length, 'change', 'left out, since editors have changed the same'],
    [report.media?.failed.length ?? 0, 'image file', 'not copied'],
  ] as const;
  const [was, were] = isPlanned ? ['would be', 'would be'] : ['was', 'were'];
  const said = causes
    .filter(([count]) => count > 0)
    .map(([count, what, why]) => `${count} ${what}${count === 1 ? ` ${was}` : `s ${were}`} ${why}`);
  return `${isPlanned ? 'It would be imported' : 'Imported'}, but ${said.join(' and ')}.`;
}

/** So many are named. */
const MAX_AUTHORS = 20;

/** Author numbers as a short table, and how those without an account get one. */
function authorLines(authors: readonly AuthorNumber[]): string[] {
  if (authors.length === 0) return [];
  const row = (number: string, documents: string, account: string) =>
    `${number.padStart(8)}  ${documents.padStart(9)}  ${account}`;
  const rows = authors.map(({ number, documents, hasAccount }) =>
    row(`${number}`, documents.toLocaleString('en'), hasAccount ? 'yes' : 'no'),
  );
  const more = authors.length - MAX_AUTHORS;
  return [
    ...listed(`Authors in the capture (${authors.length}):`, [
      row('number', 'documents', 'account here'),
      ...rows.slice(0, MAX_AUTHORS),
      ...(more > 0 ? [`… and ${more} more (--json names all)`] : []),
    ]),
    ...(authors.every(({ hasAccount }) => hasAccount) ? [] : [ACCOUNTS]),
    '',
  ];
}

const ACCOUNTS = 'Accounts are made in the admin, or many at once over REST: docs/migration.md#accounts';

const NOTES: Record<Conflict['kind'], string> = {
  changed: '',
  deleted: ': deleted here, and changed in the source',
  restored: ': deleted here, and needed by something new; it is there again, but not in its list',
};

/** What both editors and the source have changed, with both values. */
function conflictLines(conflicts: readonly Conflict[]): string[] {
  return paragraph(
    `Changed here and in the source (${conflicts.length}), and left as editors have it:`,
    conflicts.flatMap((conflict) => [
      `${nameOf(conflict)}${NOTES[conflict.kind]}`,
      ...conflict.fields.flatMap(fieldLines),
    ]),
  );
}

/** One field, with both values where they part, to stand below what it is of. */
export function fieldLines({ field, here, source }: FieldConflict): string[] {
  const [before, after] = [JSON.stringify(here) ?? 'null', JSON.stringify(source) ?? 'null'];
  const from = Math.max(0, firstDifference(before, after) - 40);
  const part = (text: string) => `${from > 0 ? '…' : ''}${text.slice(from, from + 120)}`;
  const shown = (text: string) => `${part(text)}${text.length > from + 120 ? '…' : ''}`;
  return [`  ${field}`, `    here    ${shown(before)}`, `    source  ${shown(after)}`];
}

/** What was found in stored texts, for a person. */
export function findingLines(findings: readonly TextFinding[]): string[] {
  const [refused, imported] = (['refused', 'imported'] as const).map((kind) =>
    findings.filter((finding) => finding.kind === kind),
  ) as [TextFinding[], TextFinding[]];
  return [
    ...part(`Stored, and must not be served (${refused.length}):`, refused),
    ...activeLines(imported),
    ...(refused.length === 0 ? ['Nothing is stored that must not be served.'] : []),
  ];
}

/** What is active in imported texts; with a limit, the first few of them. */
function activeLines(findings: readonly TextFinding[], limit = Number.POSITIVE_INFINITY): string[] {
  const heading = `Active in imported texts, and served as it came (${findings.length}):`;
  const lines = part(heading, findings.slice(0, limit));
  if (findings.length > limit) lines.splice(-1, 0, '  … (npx portal-content check names them all)');
  return lines;
}

function part(heading: string, findings: readonly TextFinding[]): string[] {
  const rows = findings.map(({ collection, apiId, field, url, what }) => [
    ...[collection, String(apiId), field, url],
    what.map(printable).join(' '),
  ]);
  return rows.length === 0
    ? []
    : paragraph(heading, table([['list', 'id', 'field', 'in the admin', 'what'], ...rows]));
}

/** Rows of as many cells each, with their columns below each other. */
function table(rows: readonly string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return cells.join('  ').trimEnd();
  });
}

/** By what a person knows an element; settings have no id. */
export function nameOf({
  list,
  apiId,
  title,
}: Pick<RefusedElement, 'list' | 'title'> & { apiId: RefusedElement['id'] }) {
  return `${list}${apiId === null ? '' : ` ${apiId}`}${title === null ? '' : ` «${printable(title)}»`}`;
}

const printable = (text: string) => escaped(text).slice(0, 200);

/** On one line, without what a terminal would obey. */
function escaped(text: string): string {
  return text.replace(/\p{Cc}/gu, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What was done with the files of images. */
function mediaLines(media: ImportedMedia | undefined): string[] {
  if (!media) return [];
  const { copied, there, failed, ownImages } = media;
  return [
    ...(copied + there + failed.length > 0
      ? [`Image files: ${copied} copied, ${there} there already, ${failed.length} not copied.`]
      : []),
    ...failed.map(({ url, reason }) => `  ${url}: ${reason}`),
    ownImages
      ? 'The lists give the addresses of our own image files (--media link goes back).'
      : 'The lists give the addresses of images in the legacy system (--media switch changes that).',
    '',
  ];
}
