import * as z from 'zod';
import type { ListField } from './field.ts';
import { isObject } from './json.ts';
import { arrayOf, at, callable, flag, label, optionsOf, value } from './options.ts';
import { isSchema } from './schemas.ts';

// What a definition may have, for files that no compiler checks.

const any = z.unknown().optional();
const bool = flag.optional();
const string = (wanted: string) => value<string>(wanted, (given) => typeof given === 'string');
const strings = (wanted: string) => arrayOf(wanted, string('a text')).optional();
const number = value('a number', (given) => Number.isFinite(given)).optional();

const list = value(
  'a list that defineList() or listContract() has made, or a part() of one',
  (given) => typeof at(given, 'key') === 'string' && isSchema(at(given, 'element')),
);
const names = optionsOf({ singular: label, plural: label }).optional();

const shown = { type: any, label: label.optional(), description: label.optional() };
const placed = { ...shown, sidebar: bool };
const plain = { ...placed, required: bool };
const nullable = bool;

/** The options of each type of field. The compiler checks that none is missing. */
const FIELDS = {
  text: { ...plain, nullable, multiline: bool, isTitle: bool, shared: bool },
  slug: { ...placed, nullable, shared: bool },
  webAddress: { ...plain, nullable, absolute: bool },
  html: { ...shown, nullable },
  image: {
    ...shown,
    nullable,
    size: string("the name of an image size, such as 'card'").optional(),
    fills: string('the key of another image').optional(),
  },
  embedded: { ...placed, nullable, list, missing: label.optional() },
  embeddedMany: { ...placed, list },
  timestamp: { ...placed, nullable },
  modified: shown,
  integer: {
    ...plain,
    nullable,
    defaultValue: number,
    propose: value("'author'", (given) => given === 'author').optional(),
  },
  number: { ...plain, nullable, defaultValue: number },
  flag: { ...placed, defaultValue: bool },
  rows: { ...shown, ranked: bool, columns: any, row: names },
  json: shown,
} satisfies {
  [T in ListField['type']]: { [K in keyof Required<Extract<ListField, { type: T }>> & string]: z.ZodType };
};

const isType = (type: unknown): type is keyof typeof FIELDS => Object.hasOwn(FIELDS, String(type));

function fields(given: unknown): z.ZodType {
  if (!isObject(given)) return value('an object of fields, such as { title: field.text() }', () => false);
  const each = Object.entries(given).map(([name, own]) => [name, field(own)]);
  return z.object(Object.fromEntries(each));
}

function field(given: unknown): z.ZodType {
  const type = at(given, 'type');
  if (!isType(type)) return value('what field.text(), field.image() or another of field makes', () => false);
  const { columns } = Object(given);
  return optionsOf({ ...FIELDS[type], ...(type === 'rows' && { columns: fields(columns) }) });
}

/** The options in the form are those of the fields. */
function form(given: unknown, of: unknown): z.ZodType {
  const forms = Object.entries(Object(at(given, 'fields'))).map(([name, own]) => {
    const type = at(at(of, name), 'type');
    if (name === 'listed') return [name, optionsOf({ elsewhere: label }).optional()];
    if (!isType(type)) return [name, any];
    const inRows = type === 'rows' && {
      columns: columnForms(at(own, 'columns'), at(at(of, name), 'columns')),
    };
    const { nullable: _, type: __, list: ___, ...shape } = { nullable: any, list: any, ...FIELDS[type] };
    return [name, optionsOf({ ...shape, ...inRows }).optional()];
  });
  return optionsOf({
    labels: names,
    columns: strings('an array of keys'),
    sort: any,
    alphabetical: bool,
    byHand: any,
    fields: z.object(Object.fromEntries(forms)).optional(),
  });
}

const columnForms = (given: unknown, of: unknown): z.ZodType =>
  given === undefined ? any : (form({ fields: given }, of) as z.ZodObject).shape.fields;

/** The schema of a definition, with the fields that it has. */
export function definitionSchema(given: unknown): z.ZodType {
  const hasFields = isObject(given) && 'fields' in given;
  const own = <S extends z.ZodType>(schema: S) => (hasFields ? any : schema);
  return optionsOf({
    key: string("a text, such as 'organizations'"),
    name: string("a text, such as 'Organization List'"),
    defaultOrdering: string("an ordering, such as 'title', or '' for the imported order"),
    documentedOrderings: strings("an array of orderings, such as ['-title']"),
    fields: hasFields ? fields(given.fields) : any,
    labels: names,
    form: at(given, 'form') === undefined ? any : form(at(given, 'form'), at(given, 'fields')),
    element: any,
    encode: own(callable('(document) => ({ id: document.api_id, … })')),
    decode: own(callable('(element) => ({ api_id: element.id, position: null, … })')),
    keptKeys: strings('an array of keys'),
    perLink: any,
    notOrderable: strings('an array of keys'),
    timestamps: strings('an array of keys'),
  });
}
