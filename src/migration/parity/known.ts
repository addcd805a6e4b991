import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { BodyDifference, Difference } from './differences.ts';
import { NoComparison } from './sides.ts';

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
    /** Of this header, or `Status` or `Location`, in place of the body. */
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

/** What a difference is in. */
interface Place {
  list: string;
  ordering: string | null;
}

/** Known differences, and how often each was met. */
export class KnownDifferences {
  readonly counted: (KnownDifference & { count: number })[];

  constructor(entries: readonly KnownDifference[]) {
    this.counted = entries.map((entry) => ({ ...entry, count: 0 }));
  }

  /** Why a difference is wanted; undefined where it is not. */
  reasonFor({ list, ordering }: Place, difference: Difference): string | undefined {
    const entry = this.counted.find(
      (each) =>
        each.list === list &&
        (each.ordering === undefined || each.ordering === ordering) &&
        (difference.kind === 'header'
          ? each.header?.toLowerCase() === difference.name.toLowerCase()
          : isOfBody(each, difference)),
    );
    if (entry) entry.count++;
    return entry?.reason;
  }
}

function isOfBody({ header, kind, id, key }: KnownDifference, difference: BodyDifference): boolean {
  if (header !== undefined || (kind !== undefined && kind !== difference.kind)) return false;
  if (id !== undefined && !('id' in difference && difference.id === id)) return false;
  if (key === undefined) return true;
  if (difference.kind !== 'changed') return false;
  const path = key.includes('[') ? difference.key : difference.key.replaceAll(/\[\d+\]/g, '');
  return path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`);
}

/** What a difference is about: an element that comes on one side is one that goes on the other. */
export function signature(difference: Difference): string {
  const { kind } = difference;
  if (kind === 'header') return `header ${difference.name}`;
  if (kind === 'changed') return `changed ${difference.id} ${difference.key}`;
  return kind === 'missing' || kind === 'surplus' ? `there ${difference.id}` : kind;
}
