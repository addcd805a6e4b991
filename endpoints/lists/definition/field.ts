import type { z } from 'zod';
import type { FlagForm, Forms, Placed, RowsForm, Shown } from './form.ts';
import type { KeptJson } from './json.ts';

/** A Payload collection slug: that of a list, or `media`. */
export type Kind = string;

// What a list's keys are, as plain data: schemas are made of it (contract.ts), `encode` and `decode` (codec.ts), and the
// form that editors see (collections/fieldsOfList.ts). What a form says of a key may stand here too.

declare const value: unique symbol;

/** For types alone: what an element has under the key. */
export interface Gives<V> {
  readonly [value]?: V;
}

/** What may stand inside an element: a list, what clients know of one, or a part of its elements. */
export interface Embeddable<E extends object = object> {
  readonly key: string;
  readonly element: z.ZodType<E>;
  readonly keptKeys?: readonly string[] | undefined;
  readonly fields?: ListFields | undefined;
}

export interface Nullable<N extends boolean = boolean> {
  /**
   * The list gives null where there is nothing. @default false: the empty value of the type. A slug, an image and an embedded
   * element are needed to publish then, and a new document begins with the time that it is made.
   */
  nullable?: N | undefined;
}

export interface Absolute {
  /** An import refuses what is no absolute URL, of whatever scheme. @default false */
  absolute?: boolean | undefined;
}

export interface Sized {
  /** The image size whose address is given, by its name among those of the images. @default the image as it was uploaded */
  size?: string | undefined;
}

export interface Ranked<R extends boolean = boolean> {
  /**
   * Each row keeps a hidden rank, and a new one gets the highest. The list can be ordered by the rows then, and by a setting
   * repeats an element once per row in that order. @default false
   */
  ranked?: R | undefined;
}

/** By what a field is, what decides bytes and columns; its form (`Forms`) may stand beside it. */
export interface Facts {
  text: Nullable;
  slug: Nullable;
  webAddress: Nullable & Absolute;
  html: Nullable;
  image: Nullable & Sized;
  embedded: Nullable & { list: Embeddable };
  embeddedMany: { list: Embeddable };
  timestamp: Nullable;
  modified: unknown;
  integer: Nullable;
  number: Nullable;
  flag: unknown;
  rows: Ranked & { columns: Columns };
  json: unknown;
}

/** A field of this type. */
export type FieldOf<T extends keyof Facts> = { readonly type: T } & Readonly<Facts[T] & Forms[T]>;

type AnyOf<T extends keyof Facts> = { [K in T]: FieldOf<K> }[T];

/** What a row of {@link field.rows} may hold. */
export type ColumnField = AnyOf<'text' | 'slug' | 'webAddress' | 'integer' | 'number' | 'flag'>;
export type Columns = Readonly<Record<string, ColumnField>>;

export type ListField = AnyOf<keyof Facts>;

/** The keys of an element besides `id`, in served order. */
export type ListFields = Readonly<Record<string, ListField>>;

/** What an element has under the key of a field. */
export type ValueOf<F> = F extends Gives<infer V> ? V : never;

type OrNull<V, N extends boolean> = N extends true ? V | null : V;

/** Makes fields of a type that has no more than options. */
type Maker<T extends keyof Facts, V> = <N extends boolean = false>(
  options?: Facts[T] & Forms[T] & Nullable<N>,
) => FieldOf<T> & Gives<OrNull<V, N>>;

/** The makers of a list's keys, for `defineList({ fields })` and `listContract({ fields })`. */
export const field = {
  /** A text without markup. */
  text: ((options) => ({ type: 'text', ...options })) as Maker<'text', string>,
  /**
   * The part of an address that stands for the document. Editors are proposed one from the title (the first text of the
   * form), and can publish none that is not URL-safe. What an import brought stays, whatever it is.
   */
  slug: ((options) => ({ type: 'slug', ...options })) as Maker<'slug', string>,
  /** A text in which editors enter an absolute address (http or https). What an import brought stays, whatever it is. */
  webAddress: ((options) => ({ type: 'webAddress', ...options })) as Maker<'webAddress', string>,
  /** A rich text, given as HTML. */
  html: ((options) => ({ type: 'html', ...options })) as Maker<'html', string>,
  /** An image of the media library, given as its absolute address. A legacy value of another shape is kept as it came. */
  image: ((options) => ({ type: 'image', ...options })) as Maker<'image', string | KeptJson>,
  /** The whole element of another list. What is published needs it published. */
  embedded: <E extends object, N extends boolean = false>(
    list: Embeddable<E>,
    options: Forms['embedded'] & Nullable<N> = {},
  ): FieldOf<'embedded'> & Gives<OrNull<E, N>> => ({ type: 'embedded', list, ...options }),
  /**
   * Whole elements of another list, or a part of each, in the order that editors choose. Those that are not published are
   * left out.
   */
  embeddedMany: <E extends object>(
    list: Embeddable<E>,
    options: Placed = {},
  ): FieldOf<'embeddedMany'> & Gives<E[]> => ({ type: 'embeddedMany', list, ...options }),
  /** A time, in ISO 8601 and UTC. An imported one stays the string that it is until the time itself is edited. */
  timestamp: ((options) => ({ type: 'timestamp', ...options })) as Maker<'timestamp', string>,
  /** When a change was last published, in ISO 8601 and UTC. Nobody types it. */
  modified: (options: Shown = {}): FieldOf<'modified'> & Gives<string> => ({ type: 'modified', ...options }),
  /** A whole number, exact up to 2^53. */
  integer: ((options) => ({ type: 'integer', ...options })) as Maker<'integer', number>,
  /** A number with decimals: as many digits as a double holds. */
  number: ((options) => ({ type: 'number', ...options })) as Maker<'number', number>,
  /** True or false. */
  flag: (options: FlagForm = {}): FieldOf<'flag'> & Gives<boolean> => ({ type: 'flag', ...options }),
  /** An array of objects with these keys, in this order. */
  rows: <const C extends Columns, R extends boolean = false>(
    columns: C,
    options: RowsForm & Ranked<R> = {},
  ): FieldOf<'rows'> & { readonly columns: C } & Ranked<R> &
    Gives<{ -readonly [K in keyof C]: ValueOf<C[K]> }[]> => ({
    type: 'rows',
    columns,
    ...options,
  }),
  /** Any JSON or null. Nobody edits it: what an import brings is given as it came. */
  json: (options: Shown = {}): FieldOf<'json'> & Gives<string | KeptJson | null> => ({
    type: 'json',
    ...options,
  }),
};
