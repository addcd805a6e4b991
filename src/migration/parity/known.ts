import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { NoComparison } from './NoComparison.ts';

const KINDS = ['changed', 'missing', 'surplus', 'order', 'bytes'] as const;

const ENTRY = z
  .strictObject({
    list: z.string(),
    /** Of one ordering alone. */
    ordering: z.string().optional(),
    kind: z.enum(KINDS).optional(),
    /** Of one element alone. */
    id: z.union([z.number(), z.string()]).optional(),
    /** Of this key, or of what is within it. */
    key: z.string().min(1).optional(),
    /** Of this header, in place of the body. */
    header: z.string().min(1).optional(),
    reason: z.string().trim().min(1),
  })
  .refine(({ kind, id, key, header }) => [kind, id, key, header].some((each) => each !== undefined), {
    error: 'says which difference with at least one of kind, id, key, header',
  });

/** A difference that is known and wanted, and why. */
export type KnownDifference = z.infer<typeof ENTRY>;

/**
 * Reads a file of known differences: a JSON array of {@link KnownDifference}.
 * @throws NoComparison naming what is wrong in it
 */
export async function readKnownDifferences(file: string): Promise<KnownDifference[]> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new NoComparison(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  const read = z.array(ENTRY).safeParse(content);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path: [place, ...keys], message }) => {
    const where = place === undefined ? 'the file' : ['entry', Number(place) + 1, ...keys].join(' ');
    return `  ${where}: ${message}`;
  });
  throw new NoComparison(`${file} is no file of known differences:\n${problems.join('\n')}`);
}
