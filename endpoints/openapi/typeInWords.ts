import type { JsonSchema } from '../lists/definition/jsonSchema.ts';

/** A part of a description: text, the name of a key, or a reference to another schema. */
export type Words = readonly (string | { readonly key: string } | { readonly reference: string })[];

/** Describes the JSON Schema of a key in a few words. */
export function typeInWords(schema: JsonSchema): Words {
  if (schema.$ref !== undefined) return [{ reference: schema.$ref }];
  if (schema.anyOf) return join(schema.anyOf.map(wordsOf), ' or ');
  const types = [schema.type ?? []].flat();
  if (types.join() === 'null') return ['null'];
  const others = types.filter((type) => type !== 'null');
  const isNullable = others.length < types.length;
  if (others.length > 1) return [isNullable ? 'any JSON' : 'any JSON but null'];
  const words = ofOneType(schema, others[0]);
  return isNullable && others.length > 0 ? [...words, ' or null'] : words;
}

/** A schema may be `true`, for any JSON. */
function wordsOf(schema: JsonSchema | boolean | undefined): Words {
  return typeof schema === 'object' ? typeInWords(schema) : ['any JSON'];
}

function ofOneType(schema: JsonSchema, type: string | undefined): Words {
  if (type === 'integer') return ['whole number'];
  if (type === 'boolean') return ['true or false'];
  if (type === 'array') return ['array of ', ...wordsOf([schema.items].flat()[0])];
  if (type === 'object') {
    const keys = Object.keys(schema.properties ?? {}).map((key): Words => [{ key }]);
    return ['objects with ', ...join(keys, ', ')];
  }
  if (type !== 'string') return [type ?? 'any JSON'];
  if (schema.contentMediaType === 'text/html') return ['HTML'];
  if (schema.format === 'date-time') return ['time in UTC (ISO 8601)'];
  return [schema.pattern?.includes(':') ? 'absolute URL' : 'text'];
}

function join(parts: readonly Words[], separator: string): Words {
  return parts.flatMap((words, index) => (index > 0 ? [separator, ...words] : words));
}
