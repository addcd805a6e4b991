/** So many are named. */
export const NAMED = 20;

/**
 * Names uploaded files that are not in an archive.
 * @param more what else there is to say
 * @returns the exit status
 */
export function saysMissing(missing: readonly string[], more = ''): 0 | 1 {
  if (missing.length === 0) return 0;
  const others = missing.length - NAMED;
  console.error(
    [
      `${missing.length} uploaded files are not in the archive, because they were missing when it was made:`,
      ...missing.slice(0, NAMED).map((name) => `  ${name}`),
      ...(others > 0 ? [`  and ${others} more, which manifest.json in the archive names`] : []),
      `Take them from an older backup, or replace these images and files in the admin. ${more}`.trim(),
    ].join('\n'),
  );
  return 1;
}
