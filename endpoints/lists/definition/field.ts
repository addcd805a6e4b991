import type { z } from 'zod';
import type {
  EmbeddedForm,
  FlagForm,
  ImageForm,
  IntegerForm,
  NumberForm,
  Placed,
  PlainForm,
  RowsForm,
  Shown,
  SlugForm,
  TextForm,
} from './form.ts';
import type { KeptJson } from './json.ts';

/** The kind of a document: the key of its list, or `media`. */
export type Kind = string;

// The keys of a list as plain data. Schemas (contract.ts), `encode` and `decode` (codec.ts) and the editors' form
// (collections/fieldsOfList.ts) are made from it. Options of the form may be set here too.

declare const value: unique symbol;

/** The type of the value in an element. Used by types only. */
export interface Gives<V> {
  readonly [value]?: V;
}

interface Nullable<N extends boolean> {
  /** The list gives null for an empty value. @default false: the empty value of the type */
  nullable?: N | undefined;
}

export interface TextOptions<N extends boolean> extends TextForm, Nullable<N> {}

export interface WebAddressOptions<N extends boolean> extends PlainForm, Nullable<N> {
  /** Whether an import refuses values that are not absolute URLs, of any scheme. @default false */
  absolute?: boolean | undefined;
}

export interface SlugOptions<N extends boolean> extends SlugForm {
  /** The list gives null if there is no slug. @default false: required for publishing */
  nullable?: N | undefined;
}

export interface HtmlOptions<N extends boolean> extends Shown, Nullable<N> {}

export interface ImageOptions<N extends boolean> extends ImageForm {
  /** The list gives null if there is no image. @default false: required for publishing */
  nullable?: N | undefined;
  /** The name of the image size whose address is given. @default the original image */
  size?: string | undefined;
}

export interface EmbeddedOptions<N extends boolean> extends EmbeddedForm {
  /** The list gives null if none is chosen. @default false: required for publishing */
  nullable?: N | undefined;
}

export interface TimestampOptions<N extends boolean> extends Placed {
  /** The list gives null for an empty time. @default false: a new document gets the current time */
  nullable?: N | undefined;
}

export interface NumberOptions<N extends boolean> extends NumberForm, Nullable<N> {}

export interface IntegerOptions<N extends boolean> extends IntegerForm, Nullable<N> {}

export interface RowsOptions<R extends boolean> extends RowsForm {
  /**
   * Gives each row a hidden rank; a new row gets the highest. The list can then be ordered by the rows, and a setting can
   * repeat an element once per row in that order. @default false
   */
  ranked?: R | undefined;
}

type OrNull<V, N extends boolean> = N extends true ? V | null : V;

/** A type of embedded element: a list, the client's part of one, or a part of its elements. */
export interface Embeddable<E extends object = object> {
  readonly key: string;
  readonly element: z.ZodType<E>;
  readonly keptKeys?: readonly string[] | undefined;
  readonly fields?: ListFields | undefined;
}

export type TextField = { readonly type: 'text' } & Readonly<TextOptions<boolean>>;
export type SlugField = { readonly type: 'slug' } & Readonly<SlugOptions<boolean>>;
export type WebAddressField = { readonly type: 'webAddress' } & Readonly<WebAddressOptions<boolean>>;
export type HtmlField = { readonly type: 'html' } & Readonly<HtmlOptions<boolean>>;
export type ImageField = { readonly type: 'image' } & Readonly<ImageOptions<boolean>>;
export type EmbeddedField = { readonly type: 'embedded'; readonly list: Embeddable } & Readonly<
  EmbeddedOptions<boolean>
>;
export type EmbeddedManyField = {
  readonly type: 'embeddedMany';
  readonly list: Embeddable;
} & Readonly<Placed>;
export type TimestampField = { readonly type: 'timestamp' } & Readonly<TimestampOptions<boolean>>;
export type ModifiedField = { readonly type: 'modified' } & Readonly<Shown>;
export type IntegerField = { readonly type: 'integer' } & Readonly<IntegerOptions<boolean>>;
export type NumberField = { readonly type: 'number' } & Readonly<NumberOptions<boolean>>;
export type FlagField = { readonly type: 'flag' } & Readonly<FlagForm>;
export type RowsField<R extends boolean = boolean> = {
  readonly type: 'rows';
  readonly columns: Columns;
} & Readonly<RowsOptions<R>>;
export type JsonField = { readonly type: 'json' } & Readonly<Shown>;

/** The types of columns in {@link field.rows}. */
export type ColumnField = TextField | SlugField | WebAddressField | IntegerField | NumberField | FlagField;
export type Columns = Readonly<Record<string, ColumnField>>;

export type ListField =
  | ColumnField
  | HtmlField
  | ImageField
  | EmbeddedField
  | EmbeddedManyField
  | TimestampField
  | ModifiedField
  | RowsField
  | JsonField;

/** The keys of an element without `id`, in served order. */
export type ListFields = Readonly<Record<string, ListField>>;

/** The type of a field's value in an element. */
export type ValueOf<F> = F extends Gives<infer V> ? V : never;

/** Creates the keys of a list, for `defineList({ fields })` and `listContract({ fields })`. */
export const field = {
  /** A text without markup. */
  text: <N extends boolean = false>(options: TextOptions<N> = {}): TextField & Gives<OrNull<string, N>> => ({
    type: 'text',
    ...options,
  }),
  /**
   * The part of an address that identifies the document. It is proposed from the title (the first text of the form), and
   * must be URL-safe for publishing. Imported slugs are always accepted.
   */
  slug: <N extends boolean = false>(options: SlugOptions<N> = {}): SlugField & Gives<OrNull<string, N>> => ({
    type: 'slug',
    ...options,
  }),
  /** A text for an absolute address (http or https). Imported values are always accepted. */
  webAddress: <N extends boolean = false>(
    options: WebAddressOptions<N> = {},
  ): WebAddressField & Gives<OrNull<string, N>> => ({ type: 'webAddress', ...options }),
  /** A rich text, served as HTML. */
  html: <N extends boolean = false>(options: HtmlOptions<N> = {}): HtmlField & Gives<OrNull<string, N>> => ({
    type: 'html',
    ...options,
  }),
  /** An image of the media library, served as its absolute address. A legacy value of another shape is kept unchanged. */
  image: <N extends boolean = false>(
    options: ImageOptions<N> = {},
  ): ImageField & Gives<OrNull<string | KeptJson, N>> => ({ type: 'image', ...options }),
  /** A whole element of another list. It must be published before the document can be. */
  embedded: <E extends object, N extends boolean = false>(
    list: Embeddable<E>,
    options: EmbeddedOptions<N> = {},
  ): EmbeddedField & Gives<OrNull<E, N>> => ({ type: 'embedded', list, ...options }),
  /**
   * Whole elements of another list, or parts of them, in the order that editors choose. Unpublished ones are left out.
   */
  embeddedMany: <E extends object>(
    list: Embeddable<E>,
    options: Placed = {},
  ): EmbeddedManyField & Gives<E[]> => ({ type: 'embeddedMany', list, ...options }),
  /** A time in ISO 8601 and UTC. An imported string is kept until the time is edited. */
  timestamp: <N extends boolean = false>(
    options: TimestampOptions<N> = {},
  ): TimestampField & Gives<OrNull<string, N>> => ({ type: 'timestamp', ...options }),
  /** The time when a change was last published, in ISO 8601 and UTC. Read-only. */
  modified: (options: Shown = {}): ModifiedField & Gives<string> => ({ type: 'modified', ...options }),
  /** An integer, exact up to 2^53. */
  integer: <N extends boolean = false>(
    options: IntegerOptions<N> = {},
  ): IntegerField & Gives<OrNull<number, N>> => ({ type: 'integer', ...options }),
  /** A number with decimals, in double precision. */
  number: <N extends boolean = false>(
    options: NumberOptions<N> = {},
  ): NumberField & Gives<OrNull<number, N>> => ({ type: 'number', ...options }),
  /** True or false. */
  flag: (options: FlagForm = {}): FlagField & Gives<boolean> => ({ type: 'flag', ...options }),
  /** An array of objects with these keys, in this order. */
  rows: <const C extends Columns, const R extends boolean = false>(
    columns: C,
    options: RowsOptions<R> = {},
  ): RowsField<R> & { readonly columns: C } & Gives<{ -readonly [K in keyof C]: ValueOf<C[K]> }[]> => ({
    type: 'rows',
    columns,
    ...options,
  }),
  /** Any JSON or null. Read-only: an imported value is served unchanged. */
  json: (options: Shown = {}): JsonField & Gives<string | KeptJson | null> => ({ type: 'json', ...options }),
};
