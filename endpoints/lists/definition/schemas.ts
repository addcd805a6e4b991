import * as z from 'zod';
import { KeptJson } from './json.ts';
import { isWellFormed } from './texts.ts';

// Not `{ z }`, which would add all of zod, with all languages, to a client's bundle.

// Schemas for the types of values in elements. codec.ts handles the values in documents.

/** RFC 3339 in UTC with up to nine decimals of a second, and an existing date. */
export function isTimestamp(value: string): boolean {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z$/.exec(value);
  if (!match) return false;
  const date = new Date(`${match[1]}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${match[1]}.`);
}

/** True for a schema of zod 4. The `zod` of another project may be zod 3, whose schemas do not work here. */
export function isSchema(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** An integer that is exact in JavaScript. */
export const integer = z.int();

/** What is wrong with a whole number that JavaScript rounds. */
export const INEXACT = 'beyond the whole numbers that are exact (2^53)';

/**
 * A number in double precision. Integers must be exact, since SQLite does not keep others.
 */
export const number = z
  .number()
  .refine((value) => !Number.isInteger(value) || Number.isSafeInteger(value), INEXACT);

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
 * A value of any JSON shape except null. Clients get that JSON; the server uses a string, or a `KeptJson` with the original
 * text.
 */
export const kept = z.union(
  [z.string(), z.custom<NonNullable<unknown>>((value) => value !== undefined && value !== null)],
  'is null',
);

/** A JSON Schema of the 2020-12 draft. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

export interface JsonSchemaOptions {
  /** Gives a reference for a schema that is described elsewhere. @default all schemas are written out */
  refer?: ((schema: z.core.$ZodType) => string | undefined) | undefined;
}

const ANY_BUT_NULL = ['array', 'boolean', 'number', 'object', 'string'] satisfies JsonSchema['type'];

/** The JSON Schema of a list's element, with its keys in served order and no others. */
export function jsonSchemaOf(
  { element }: { readonly element: z.ZodType },
  { refer = () => undefined }: JsonSchemaOptions = {},
): JsonSchema {
  return z.toJSONSchema(element, {
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema, path }) {
      const reference = path.length > 0 ? refer(zodSchema) : undefined;
      if (reference !== undefined) become(jsonSchema, { $ref: reference });
      else if (accepts(zodSchema, new KeptJson('{}')) && accepts(zodSchema, '')) {
        become(jsonSchema, { type: accepts(zodSchema, null) ? [...ANY_BUT_NULL, 'null'] : ANY_BUT_NULL });
      }
    },
  });
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(schema, value).success;
}

function become(schema: JsonSchema, other: JsonSchema): void {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, other);
}
