// Not `{ z }`, which would bring all of zod, every language too, into a client's bundle.
import * as z from 'zod';
import { isWellFormed } from './texts.ts';

// The types that elements are made of, as schemas of what comes in. What a document holds: codec.ts.

/** RFC 3339 in UTC with up to nine digits of a second, and a date that exists. */
export function isTimestamp(value: string): boolean {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z$/.exec(value);
  if (!match) return false;
  const date = new Date(`${match[1]}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${match[1]}.`);
}

/** Whether it is a schema of zod 4. One of zod 3, which an import of `zod` may give in a project of somebody else, is none. */
export function isSchema(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** A whole number that JavaScript holds exactly. */
export const integer = z.int();
/**
 * A number that a double holds. Whole ones only as far as they are exact: SQLite gives no others back.
 */
export const number = z.number().refine((value) => !Number.isInteger(value) || Number.isSafeInteger(value), {
  error: ({ input }) => `is ${String(input)}, beyond the whole numbers that are exact (2^53)`,
});
export const flag = z.boolean();
export const text = z
  .string()
  .refine(isWellFormed, 'has half of a surrogate pair')
  .refine((value) => !value.includes('\0'), 'has the character U+0000');
export const html = text.meta({ contentMediaType: 'text/html' });
export const timestamp = z
  .string()
  .refine(isTimestamp, 'is no ISO 8601 time in UTC (such as 2021-04-01T09:15:02.123456Z)')
  .meta({ format: 'date-time', pattern: 'Z$' });
/** An absolute URL of any scheme. */
export const absoluteUrl = text
  .refine((value) => /^[a-z][a-z0-9+.-]*:./i.test(value), 'is no absolute URL')
  .meta({ pattern: '^[A-Za-z][A-Za-z0-9+.-]*:.' });
/**
 * A value of any JSON shape but null. To clients it is that JSON; inside it is a plain string, or a `KeptJson` with the
 * text that came.
 */
export const kept = z.union(
  [z.string(), z.custom<NonNullable<unknown>>((value) => value !== undefined && value !== null)],
  'is null',
);
