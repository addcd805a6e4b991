import * as z from 'zod';
import type { Embeddable, Kind, ListField, ListFields, ValueOf } from './field.ts';
import type { KeptJson } from './json.ts';
import { absoluteUrl, flag, html, integer, kept, number, text, timestamp } from './schemas.ts';

// The client's part of a list. Portals bundle it, so it must not import code for servers.

/** A served value. Any JSON has its own type. */
type Served<F> = F extends { readonly type: 'image' | 'json' } ? JsonOf<ValueOf<F>> : ValueOf<F>;
type JsonOf<V> = V extends KeptJson ? NonNullable<unknown> : V;

type ShapeOf<F extends ListFields> = {
  [K in 'id' | keyof F]: z.ZodType<K extends keyof F ? Served<F[K]> : number>;
};

/** Keys that cannot be used in `ordering`. */
type NotOrderable<F extends ListFields> = {
  [K in keyof F]: F[K] extends { readonly type: 'embedded' | 'embeddedMany' | 'json' }
    ? K
    : F[K] extends { readonly type: 'rows' }
      ? F[K] extends { readonly ranked?: true | undefined }
        ? never
        : K
      : never;
}[keyof F];

/** The basic properties of a list. */
export interface Basics<Key extends Kind = Kind> {
  /**
   * The permanent name of the list in paths, file names of captures and settings, and the slug of its collection. Lower-case
   * letters, digits and `-`.
   * @example 'organizations'
   */
  key: Key;
  /** The name of the list in responses to OPTIONS, such as `Organization List`. */
  name: string;
  /** The ordering if neither the request nor the settings name one; '' is the imported order. */
  defaultOrdering: string;
  /** Orderings in the contract, as in the query. They are always in memory, so no client waits for them. */
  documentedOrderings?: readonly string[];
}

/** The client's part of a list that is defined by fields. See {@link listContract}. */
export interface FieldsContract<F extends ListFields = ListFields, Key extends Kind = Kind>
  extends Readonly<Required<Basics<Key>>> {
  readonly fields: F;
  readonly element: z.ZodObject<ShapeOf<F>, z.core.$strict>;
  readonly keptKeys: readonly string[];
  readonly notOrderable: readonly (NotOrderable<F> & string)[];
  readonly perLink?: { readonly field: string };
  readonly timestamps: readonly string[];
}

/** The client's part of a list definition. */
export interface ContractDefinition<F extends ListFields = ListFields, Key extends Kind = Kind>
  extends Basics<Key> {
  /** The keys of an element in served order, created with `field`. `id` is added as the first key. */
  fields: F;
}

/**
 * The client's part of a list: its key, the schema of its elements, its orderings. `portalClient` accepts it, and
 * `defineList({ ...contract, form })` completes it to a list.
 *
 * @example
 * export const organizations = listContract({
 *   key: 'organizations',
 *   name: 'Organization List',
 *   fields: { title: field.text(), logo: field.image({ nullable: true }) },
 *   defaultOrdering: 'title',
 * });
 */
export function listContract<const F extends ListFields, const Key extends Kind>({
  key,
  name,
  fields,
  defaultOrdering,
  documentedOrderings = [],
}: ContractDefinition<F, Key>): FieldsContract<F, Key> {
  const ranked = keysWhere(fields, (each) => each.type === 'rows' && each.ranked === true)[0];
  return {
    key,
    name,
    fields,
    element: elementOf(fields),
    defaultOrdering,
    documentedOrderings,
    keptKeys: keptKeysOf(fields),
    notOrderable: keysWhere(fields, (each) => !isOrderable(each)) as (NotOrderable<F> & string)[],
    timestamps: keysWhere(fields, ({ type }) => type === 'timestamp' || type === 'modified'),
    ...(ranked !== undefined && { perLink: { field: ranked } }),
  };
}

/** Elements with fewer keys, embedded in others. See {@link part}. */
export interface Part<F extends ListFields = ListFields> {
  readonly key: Kind;
  readonly isPart: true;
  readonly element: z.ZodObject<ShapeOf<F>, z.core.$strict>;
  readonly fields: F;
  readonly keptKeys: readonly string[];
}

/**
 * Embedded elements of the same list with fewer keys. A document that is known only from such an element gets empty values for
 * the other keys.
 *
 * @param kind the list's key
 * @param title the title in the JSON Schema
 */
export function part<const F extends ListFields>(kind: Kind, title: string, fields: F): Part<F> {
  return {
    key: kind,
    isPart: true,
    element: elementOf(fields).meta({ title }),
    fields,
    keptKeys: keptKeysOf(fields),
  };
}

/** True if it is a part of elements. */
export function isPart(embedded: Embeddable): embedded is Part {
  return 'isPart' in embedded;
}

function elementOf<F extends ListFields>(fields: F): z.ZodObject<ShapeOf<F>, z.core.$strict> {
  const shape = Object.entries(fields).map(([key, each]) => [key, schemaOf(each)]);
  return z.strictObject({ id: integer, ...Object.fromEntries(shape) }) as z.ZodObject<
    ShapeOf<F>,
    z.core.$strict
  >;
}

function schemaOf(each: ListField): z.ZodType {
  const schema = presentSchemaOf(each);
  return each.type === 'json' || ('nullable' in each && each.nullable) ? schema.nullable() : schema;
}

function presentSchemaOf(each: ListField): z.ZodType {
  switch (each.type) {
    case 'text':
    case 'slug':
      return text;
    case 'webAddress':
      return each.absolute ? absoluteUrl : text;
    case 'html':
      return html;
    case 'timestamp':
    case 'modified':
      return timestamp;
    case 'integer':
      return integer;
    case 'number':
      return number;
    case 'flag':
      return flag;
    case 'image':
    case 'json':
      return kept;
    case 'embedded':
      return each.list.element;
    case 'embeddedMany':
      return z.array(each.list.element);
    case 'rows': {
      const columns = Object.entries(each.columns).map(([name, column]) => [name, schemaOf(column)]);
      return z.array(z.strictObject(Object.fromEntries(columns)));
    }
  }
}

function isOrderable(each: ListField): boolean {
  if (each.type === 'rows') return each.ranked === true;
  return !['embedded', 'embeddedMany', 'json'].includes(each.type);
}

/** Keys with kept JSON, including those of embedded elements, because a key is kept at any depth. */
function keptKeysOf(fields: ListFields): string[] {
  const keptKeys = Object.entries(fields).flatMap(([key, each]) => {
    if (each.type === 'image' || each.type === 'json') return [key];
    return 'list' in each ? (each.list.keptKeys ?? []) : [];
  });
  return [...new Set(keptKeys)];
}

function keysWhere(fields: ListFields, is: (each: ListField) => boolean): string[] {
  return Object.entries(fields).flatMap(([key, each]) => (is(each) ? [key] : []));
}
