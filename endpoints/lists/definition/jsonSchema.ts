import * as z from 'zod';
import { KeptJson } from './json.ts';

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
