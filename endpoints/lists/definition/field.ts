import type { z } from 'zod';
import type {
  EmbeddedForm,
  FlagForm,
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

/** A Payload collection slug: that of a list, or `media`. */
export type Kind = string;

// What a list's keys are, as plain data: schemas are made of it (contract.ts), `encode` and `decode` (codec.ts), and the
// form that editors see (collections/fieldsOfList.ts). What a form says of a key may stand here too.

declare const value: unique symbol;

/** For types alone: what an element has under the key. */
export interface Gives<V> {
  readonly [value]?: V;
}

interface Nullable<N extends boolean> {
  /** The list gives null where nothing is entered. @default false: the empty value of the type */
  nullable?: N | undefined;
}

export interface TextOptions<N extends boolean> extends TextForm, Nullable<N> {}

export interface WebAddressOptions<N extends boolean> extends PlainForm, Nullable<N> {
  /** An import refuses what is no absolute URL, of whatever scheme. @default false */
  absolute?: boolean | undefined;
}

export interface SlugOptions<N extends boolean> extends SlugForm {
  /** The list gives null where there is none. @default false: a document needs one to be published */
  nullable?: N | undefined;
}

export interface HtmlOptions<N extends boolean> extends Shown, Nullable<N> {}

export interface ImageOptions<N extends boolean> extends Shown {
  /** The list gives null where there is no image. @default false: a document needs one to be published */
  nullable?: N | undefined;
  /** The image size whose address is given, by its name among those of the images. @default the image as it was uploaded */
  size?: string | undefined;
}

export interface EmbeddedOptions<N extends boolean> extends EmbeddedForm {
  /** The list gives null where none is chosen. @default false: a document needs one to be published */
  nullable?: N | undefined;
}

export interface TimestampOptions<N extends boolean> extends Placed {
  /** The list gives null where there is no time. @default false: a new document begins with the time it is made */
  nullable?: N | undefined;
}

export interface NumberOptions<N extends boolean> extends NumberForm, Nullable<N> {}

export interface IntegerOptions<N extends boolean> extends IntegerForm, Nullable<N> {}

export interface RowsOptions<R extends boolean> extends RowsForm {
  /**
   * Each row keeps a hidden rank, and a new one gets the highest. The list can be ordered by the rows then, and by a setting
   * repeats an element once per row in that order. @default false
   */
  ranked?: R | undefined;
}

type OrNull<V, N extends boolean> = N extends true ? V | null : V;

/** What may stand inside an element: a list, what clients know of one, or a part of its elements. */
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

/** What a row of {@link field.rows} may hold. */
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

/** The keys of an element besides `id`, in served order. */
export type ListFields = Readonly<Record<string, ListField>>;

/** What an element has under the key of a field. */
export type ValueOf<F> = F extends Gives<infer V> ? V : never;

/** The makers of a list's keys, for `defineList({ fields })` and `listContract({ fields })`. */
export const field = {
  /** A text without markup. */
  text: <N extends boolean = false>(options: TextOptions<N> = {}): TextField & Gives<OrNull<string, N>> => ({
    type: 'text',
    ...options,
  }),
  /**
   * The part of an address that stands for the document. Editors are proposed one from the title (the first text of the
   * form), and can publish none that is not URL-safe. What an import brought stays, whatever it is.
   */
  slug: <N extends boolean = false>(options: SlugOptions<N> = {}): SlugField & Gives<OrNull<string, N>> => ({
    type: 'slug',
    ...options,
  }),
  /** A text in which editors enter an absolute address (http or https). What an import brought stays, whatever it is. */
  webAddress: <N extends boolean = false>(
    options: WebAddressOptions<N> = {},
  ): WebAddressField & Gives<OrNull<string, N>> => ({ type: 'webAddress', ...options }),
  /** A rich text, given as HTML. */
  html: <N extends boolean = false>(options: HtmlOptions<N> = {}): HtmlField & Gives<OrNull<string, N>> => ({
    type: 'html',
    ...options,
  }),
  /** An image of the media library, given as its absolute address. A legacy value of another shape is kept as it came. */
  image: <N extends boolean = false>(
    options: ImageOptions<N> = {},
  ): ImageField & Gives<OrNull<string | KeptJson, N>> => ({ type: 'image', ...options }),
  /** The whole element of another list. What is published needs it published. */
  embedded: <E extends object, N extends boolean = false>(
    list: Embeddable<E>,
    options: EmbeddedOptions<N> = {},
  ): EmbeddedField & Gives<OrNull<E, N>> => ({ type: 'embedded', list, ...options }),
  /**
   * Whole elements of another list, or a part of each, in the order that editors choose. Those that are not published are
   * left out.
   */
  embeddedMany: <E extends object>(
    list: Embeddable<E>,
    options: Placed = {},
  ): EmbeddedManyField & Gives<E[]> => ({ type: 'embeddedMany', list, ...options }),
  /** A time, in ISO 8601 and UTC. An imported one stays the string that it is until the time itself is edited. */
  timestamp: <N extends boolean = false>(
    options: TimestampOptions<N> = {},
  ): TimestampField & Gives<OrNull<string, N>> => ({ type: 'timestamp', ...options }),
  /** When a change was last published, in ISO 8601 and UTC. Nobody types it. */
  modified: (options: Shown = {}): ModifiedField & Gives<string> => ({ type: 'modified', ...options }),
  /** A whole number, exact up to 2^53. */
  integer: <N extends boolean = false>(
    options: IntegerOptions<N> = {},
  ): IntegerField & Gives<OrNull<number, N>> => ({ type: 'integer', ...options }),
  /** A number with decimals: as many digits as a double holds. */
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
  /** Any JSON or null. Nobody edits it: what an import brings is given as it came. */
  json: (options: Shown = {}): JsonField & Gives<string | KeptJson | null> => ({ type: 'json', ...options }),
};
