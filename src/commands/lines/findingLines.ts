import type { TextFinding } from '../../migration/index.ts';

/** What was found in stored texts, for a person. */
export function findingLines(findings: readonly TextFinding[]): string[] {
  const [refused, imported] = (['refused', 'imported'] as const).map((kind) =>
    findings.filter((finding) => finding.kind === kind),
  ) as [TextFinding[], TextFinding[]];
  return [
    ...part(`Stored by an older version, and must not be served (${refused.length}):`, refused),
    ...activeLines(imported),
    ...(refused.length === 0 ? ['Nothing is stored that must not be served.'] : []),
  ];
}

/** What is active in imported texts; with a limit, the first few of them. */
export function activeLines(findings: readonly TextFinding[], limit = Number.POSITIVE_INFINITY): string[] {
  const lines = part(
    `Active in imported texts, and served as it came (${findings.length}):`,
    findings.slice(0, limit),
  );
  if (findings.length > limit) lines.splice(-1, 0, '  … (npx portal-content check names them all)');
  return lines;
}

function part(heading: string, findings: readonly TextFinding[]): string[] {
  if (findings.length === 0) return [];
  const rows = findings.map(({ collection, apiId, field, url, what }) => [
    ...[collection, String(apiId), field, url],
    what.map(printable).join(' '),
  ]);
  return [heading, ...table([['list', 'id', 'field', 'in the admin', 'what'], ...rows]), ''];
}

/** Rows of as many cells each, with their columns below each other. */
function table(rows: readonly string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map(
    (row) =>
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}`,
  );
}

/** By what a person knows an element; settings have no id. */
export function nameOf({ list, apiId, title }: { list: string; apiId: number | null; title: string | null }) {
  return `${list}${apiId === null ? '' : ` ${apiId}`}${title === null ? '' : ` «${printable(title)}»`}`;
}

/** On one line, without what a terminal would obey. */
function printable(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').slice(0, 200);
}
