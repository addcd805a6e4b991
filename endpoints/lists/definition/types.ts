import type { z } from 'zod';
import type { Basics, ContractDefinition } from './contract.ts';
import type { Kind, ListFields } from './field.ts';
import type { FormOf, Label, ListForm } from './form.ts';

export type { Kind };

/** A document without a Payload id, as {@link List.decode} gives it. */
export interface NewDocument {
  /** The legacy integer `id`. Several documents of one list may share it. */
  api_id: number;
  /** The place in the imported default list, from 0; null if it was never imported. */
  position: number | null;
  /** False for a document that is only embedded in elements and not in its own list. @default true */
  listed?: boolean;
  /** All other legacy keys under their own names, rich texts as served HTML. */
  [key: string]: unknown;
}

/** A published document with the values for its element, independent of Payload and Lexical. */
export interface StoredDocument extends NewDocument {
  /** The Payload id as an opaque string. */
  id: string;
}

/** Access to other documents for `encode`. */
export interface EncodeContext {
  /** The published document with that id, or undefined. The read model records who looked up which document. */
  find(kind: Kind, id: string): StoredDocument | undefined;
}

/**
 * Stores a document that is embedded in an element, and gives its id for the reference. Null for an image that is not stored;
 * its value is then kept in the outer document.
 */
export type Embed = (kind: Kind, document: NewDocument) => string | null;

/** One object of a list's array. */
export type Element = Record<string, unknown>;

/** The definition of a list. See {@link defineList}. */
export interface ListDefinition<S extends z.ZodObject = z.ZodObject> extends Basics {
  /** A strict schema. The order of its keys is the served order. */
  element: S;
  /**
   * Makes the element of a published document. It does not validate; missing values become the empty values of their types.
   * @throws MissingReference if a required embedded document is missing
   */
  encode(document: StoredDocument, context: EncodeContext): z.output<S>;
  /** The reverse of `encode`, except for `position` (null). Embedded elements are passed to `embed`. */
  decode(element: z.output<S>, embed: Embed): NewDocument;
  /**
   * Keys, at any depth, whose values may be any JSON. Values other than null and plain strings are kept as a `KeptJson`
   * with the original text.
   */
  keptKeys?: readonly string[];
  /** An array of links with hidden ranks. Ordering by it can repeat an element once per link (contract: Ordering). */
  perLink?: { field: string };
  /** Keys that cannot be used in `ordering`. */
  notOrderable?: readonly string[];
  /** Keys that are sorted as times and not as text. */
  timestamps?: readonly string[];
}

/** The client's part of a list: the definition without `encode` and `decode`. */
export type ListContract<S extends z.ZodObject = z.ZodObject> = Omit<ListDefinition<S>, 'encode' | 'decode'>;

/** A list defined by its fields. Schema, `encode`, `decode` and a Payload collection are made from them. */
export interface FieldsDefinition<F extends ListFields = ListFields> extends ContractDefinition<F> {
  /** The names of its documents. @default those of the form, or the key in words */
  labels?: { singular: Label; plural: Label } | undefined;
  /** The editors' form. @default all fields in their order, with their own options */
  form?: FormOf<{ readonly fields: NoInfer<F> }> | undefined;
}

/** A list, as {@link defineList} gives it. */
export interface List<E extends object = Element, Key extends Kind = Kind>
  extends Readonly<Required<Basics<Key>>> {
  readonly element: z.ZodType<E>;
  readonly keptKeys: readonly string[];
  readonly perLink: { readonly field: string } | undefined;
  readonly timestamps: readonly string[];
  /** The element's keys in served order. */
  readonly keys: readonly string[];
  /** Its fields, if it was defined by them. */
  readonly fields?: ListFields | undefined;
  readonly labels?: { readonly singular: Label; readonly plural: Label } | undefined;
  readonly form?: ListForm | undefined;
  /** The keys that can be used in `ordering`. */
  readonly orderable: readonly string[];
  encode(document: StoredDocument, context: EncodeContext): E;
  decode(element: E, embed: Embed): NewDocument;
  /** The served text of an element: without spaces, keys in order, U+2028 and U+2029 escaped. */
  serialize(element: E): string;
  /**
   * Parses the text of one element of a legacy response.
   * @throws ElementRefused with all keys that do not match the contract, and why
   */
  parse(raw: string): E;
}
