import { refersKey, withAddresses } from '../documentLinks.ts';
import { isPart } from './contract.ts';
import { MissingReference } from './errors.ts';
import type { Columns, Embeddable, ListField, ListFields } from './field.ts';
import { keptOf, toJson } from './json.ts';
import { imageFields, imageOf, MEDIA, required } from './references.ts';
import type { Element, Embed, EncodeContext, List, NewDocument, StoredDocument } from './types.ts';

// Each gives a value of the right type, whatever the document has: the portal's clients parse with strict types.

const integerOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const integerOrNullOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const flagOf = (value: unknown): boolean => value === true;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNullOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

// Converts documents to elements by a list's fields, and back.

/** The part of a list that only servers use. */
export interface Codec {
  encode(document: StoredDocument, context: EncodeContext): Element;
  decode(element: Element, embed: Embed): NewDocument;
}

type Values = Record<string, unknown>;

interface KeyCodec {
  key: string;
  /** The value of the key for a document. */
  encode(document: StoredDocument, context: EncodeContext): unknown;
  /** The document fields for a value. */
  decode(value: unknown, embed: Embed): Values;
}

/** Creates `encode` and `decode` for a list, or for a part of its elements. */
export function codecOf(fields: ListFields): Codec {
  const codecs = keyCodecs(fields, fields);
  // Copying an element and then setting its keys is faster than adding keys one by one.
  const blank: Element = { id: 0, ...Object.fromEntries(codecs.map(({ key }) => [key, null])) };
  return {
    encode(document, context) {
      const element = { ...blank };
      element.id = document.api_id;
      for (const { key, encode } of codecs) element[key] = encode(document, context);
      return element;
    },
    decode(element, embed) {
      const document: NewDocument = { api_id: Number(element.id), position: null };
      for (const { key, decode } of codecs) Object.assign(document, decode(element[key], embed));
      return document;
    },
  };
}

/** Empty values for the keys that a part of the list's elements lacks, for documents known only from such a part. */
export function unsharedOf({ fields = {} }: Pick<List, 'fields'>): Values {
  const parts = Object.values(fields).flatMap((field) =>
    'list' in field && isPart(field.list) ? [field.list] : [],
  );
  return Object.assign({}, ...parts.map((each) => lackingOf(each.fields, fields)));
}

function lackingOf(some: ListFields, all: ListFields): Values {
  const lacking = Object.entries(all).filter(([key]) => !(key in some));
  return Object.assign({}, ...lacking.map(([key, field]) => emptyOf(key, field)));
}

function emptyOf(key: string, field: ListField): Values {
  switch (field.type) {
    case 'text':
    case 'slug':
    case 'webAddress':
    case 'html':
      return { [key]: field.nullable ? null : '' };
    case 'integer':
    case 'number':
      return { [key]: field.nullable ? null : 0 };
    case 'flag':
      return { [key]: false };
    case 'rows':
    case 'embeddedMany':
      return { [key]: [] };
    case 'image':
      return { [key]: null, [`${key}_kept`]: null };
    default:
      return { [key]: null };
  }
}

/** @param all the fields of the list; `fields` are all or a part of them */
function keyCodecs(fields: ListFields | Columns, all: ListFields): KeyCodec[] {
  return Object.entries(fields).map(([key, field]) => keyCodec(key, field, all));
}

function keyCodec(key: string, field: ListField, all: ListFields): KeyCodec {
  switch (field.type) {
    case 'text':
    case 'slug':
    case 'webAddress':
    case 'timestamp':
      return plain(key, field.nullable ? textOrNullOf : textOf);
    case 'html':
      return html(key, field.nullable ? textOrNullOf : textOf);
    case 'modified':
      return plain(key, textOf);
    case 'integer':
    case 'number':
      return plain(key, field.nullable ? integerOrNullOf : integerOf);
    case 'flag':
      return plain(key, flagOf);
    case 'json':
      return {
        ...plain(key, keptOf),
        decode: (value) => ({ [key]: value === null ? null : toJson(value) }),
      };
    case 'rows':
      return rows(key, field);
    case 'image':
      return {
        key,
        encode(document, context) {
          const image = imageOf(document, key, context, field.size);
          if (image === null && !field.nullable) throw new MissingReference(MEDIA, null, key);
          return image;
        },
        decode: (value, embed) => imageFields(key, value, embed),
      };
    case 'embedded': {
      const { list, nullable } = field;
      const inner = innerCodec(key, list, all);
      return {
        key,
        encode(document, context) {
          const id = document[key] ?? null;
          if (id === null && nullable) return null;
          return inner.encode(required(context, list.key, id, key), context);
        },
        decode: (value, embed) => ({ [key]: value === null ? null : inner.embed(value, embed) }),
      };
    }
    case 'embeddedMany': {
      const { list } = field;
      const inner = innerCodec(key, list, all);
      return {
        key,
        encode: (document, context) =>
          listOf(document[key])
            .flatMap((id) => context.find(list.key, String(id)) ?? [])
            .map((each) => inner.encode(each, context)),
        decode: (value, embed) => ({ [key]: listOf(value).map((each) => inner.embed(each, embed)) }),
      };
    }
  }
}

function plain(key: string, of: (value: unknown) => unknown): KeyCodec {
  return { key, encode: (document) => of(document[key]), decode: (value) => ({ [key]: value }) };
}

function html(key: string, of: (value: unknown) => string | null): KeyCodec {
  const refers = refersKey(key);
  return {
    ...plain(key, of),
    encode(document, context) {
      const text = of(document[key]);
      return text && withAddresses(text, document[refers], context);
    },
  };
}

function rows(key: string, { columns, ranked }: Extract<ListField, { type: 'rows' }>): KeyCodec {
  const codecs = keyCodecs(columns, {});
  const rowOf = (row: unknown, context: EncodeContext) =>
    Object.fromEntries(codecs.map((column) => [column.key, column.encode(Object(row), context)]));
  return {
    key,
    encode: (document, context) => listOf(document[key]).map((row) => rowOf(row, context)),
    // The rank is last, because imports compute fingerprints of decoded rows.
    decode: (value) => ({
      [key]: ranked ? listOf(value).map((row) => ({ ...Object(row), rank: null })) : value,
    }),
  };
}

/** The codec of an embedded element. The path of a missing reference includes the outer key. */
function innerCodec(key: string, list: Embeddable, all: ListFields) {
  const { encode, decode } = 'encode' in list ? (list as List) : codecOf(list.fields ?? {});
  const lacking = isPart(list) ? lackingOf(list.fields, all) : {};
  return {
    encode(document: StoredDocument, context: EncodeContext): Element {
      try {
        return encode(document, context);
      } catch (error) {
        if (!(error instanceof MissingReference)) throw error;
        throw new MissingReference(error.kind, error.id, `${key}.${error.field}`);
      }
    },
    embed: (element: unknown, embed: Embed): string | null =>
      embed(list.key, { ...decode(element as Element, embed), ...lacking, listed: false }),
  };
}
