import type { MisnamedFile } from '../../migration/index.ts';

/** What is wrong with the files of a capture, and what to do: a line each. */
export function captureLines(missing: readonly string[], misnamed: readonly MisnamedFile[]): string[] {
  return [
    ...misnamed.map(
      ({ file, list, expected }) =>
        `Misnamed: ${file}. Rename it as a capture of ${list} (${expected}, or the same with .ordering=VALUE), or take it away.`,
    ),
    ...missing.map((file) => `Missing: ${file}. Save it as the legacy system answers, and start again.`),
  ];
}

/** How many files are misnamed, in words. */
export function misnamedCount({ length }: readonly MisnamedFile[]): string[] {
  if (length === 0) return [];
  return [length === 1 ? '1 capture is misnamed' : `${length} captures are misnamed`];
}
