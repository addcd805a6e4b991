import { z } from 'zod';
import { MissingReference } from './errors.ts';
import type { Columns, ListField, ListFields } from './field.ts';
import { type KeptJson, toJson } from './json.ts';
import { imageFields, imageOf, required } from './references.ts';
import { flag, integer, kept, keptOrNull, number, text, timestamp } from './schemas.ts';
import type { Element, Embed, EncodeContext, List, StoredDocument } from './types.ts';
import { flagOf, integerOf, integerOrNullOf, keptOf, listOf, textOf, textOrNullOf } from './values.ts';

/** What one key of an element is. */
export interface FieldType {
  schema: z.ZodType;
  /** What the key shows of a document. */
  encode(document: StoredDocument, context: EncodeContext): unknown;
  /** The fields of a document that a value makes. */
  decode(value: unknown, embed: Embed): Record<string, unknown>;
  /** Whether `ordering` may name it. */
  orderable: boolean;
}

/** What a key is that a field stands under. */
function fieldType(key: string, field: ListField): FieldType {
  const decode = (value: unknown) => ({ [key]: value });
  const plain = (schema: z.ZodType, of: (value: unknown) => unknown): FieldType => ({
    schema,
    encode: (document) => of(document[key]),
    decode,
    orderable: true,
  });
  switch (field.type) {
    case 'text':
    case 'slug':
    case 'webAddress':
    case 'html':
      return field.nullable ? plain(text.nullable(), textOrNullOf) : plain(text, textOf);
    case 'timestamp':
      return field.nullable ? plain(timestamp.nullable(), textOrNullOf) : plain(timestamp, textOf);
    case 'modified':
      return plain(timestamp, textOf);
    case 'integer':
      return field.nullable ? plain(integer.nullable(), integerOrNullOf) : plain(integer, integerOf);
    case 'number':
      return field.nullable ? plain(number.nullable(), integerOrNullOf) : plain(number, integerOf);
    case 'flag':
      return plain(flag, flagOf);
    case 'rows': {
      const columns = Object.entries(typesOf(field.columns));
      const rowOf = (row: unknown, context: EncodeContext) =>
        Object.fromEntries(columns.map(([name, type]) => [name, type.encode(Object(row), context)]));
      return {
        schema: z.array(z.strictObject(mapValues(typesOf(field.columns), ({ schema }) => schema))),
        encode: (document, context) => listOf(document[key]).map((row) => rowOf(row, context)),
        decode,
        orderable: false,
      };
    }
    case 'json':
      return {
        schema: keptOrNull,
        encode: (document) => keptOf(document[key]),
        decode: (value) => ({ [key]: value === null ? null : toJson(value) }),
        orderable: false,
      };
    case 'image':
      return {
        schema: field.nullable ? keptOrNull : kept,
        encode(document, context) {
          const image = imageOf(document, key, context, { size: field.size });
          if (image === null && !field.nullable) throw new MissingReference('media', null, key);
          return image;
        },
        decode: (value, embed) => imageFields(key, value as string | KeptJson | null, embed),
        orderable: true,
      };
    case 'embedded': {
      const { list, nullable } = field;
      return {
        schema: nullable ? list.element.nullable() : list.element,
        encode(document, context) {
          const id = document[key] ?? null;
          if (id === null && nullable) return null;
          return encodeInside(list, required(context, list.key, id, key), context, key);
        },
        decode: (value, embed) => ({ [key]: value === null ? null : embedOne(list, value, embed) }),
        orderable: false,
      };
    }
    case 'embeddedMany': {
      const { list } = field;
      return {
        schema: z.array(list.element),
        encode: (document, context) =>
          listOf(document[key])
            .flatMap((id) => context.find(list.key, String(id)) ?? [])
            .map((each) => encodeInside(list, each, context, key)),
        decode: (value, embed) => ({ [key]: listOf(value).map((each) => embedOne(list, each, embed)) }),
        orderable: false,
      };
    }
  }
}

/** The same of all the keys. */
export function typesOf(fields: ListFields | Columns): Record<string, FieldType> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, fieldType(key, field)]));
}

export function mapValues<V, R>(record: Record<string, V>, change: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** What is missing inside is named by its place in the outer element. */
function encodeInside(list: List, document: StoredDocument, context: EncodeContext, key: string): Element {
  try {
    return list.encode(document, context);
  } catch (error) {
    if (!(error instanceof MissingReference)) throw error;
    throw new MissingReference(error.kind, error.id, `${key}.${error.field}`);
  }
}

function embedOne(list: List, element: unknown, embed: Embed): string | null {
  return embed(list.key, { ...list.decode(element as Element, embed), listed: false });
}
