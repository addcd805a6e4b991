import type { z } from 'zod';
import type { Basics, ContractDefinition } from './contract.ts';
import type { Kind, ListFields } from './field.ts';
import type { FormOf, Label, ListForm } from './form.ts';

export type { Kind };

/** A document that has no Payload id yet: what {@link List.decode} makes of an element. */
export interface NewDocument {
  /** The legacy integer `id`. Several documents of one list may share it. */
  api_id: number;
  /** The place in the imported default list, counted from 0; null for what was never imported. */
  position: number | null;
  /** False for a document that other elements embed but that stands in no list of its own. @default true */
  listed?: boolean;
  /** Every other legacy key under its own name, rich texts as the HTML that is served. */
  [key: string]: unknown;
}

/** A published document as the lists see it: no Payload, no Lexical, only what is needed to make the element. */
export interface StoredDocument extends NewDocument {
  /** The Payload id as a string, opaque. */
  id: string;
}

/** What an element's `encode` may look at besides its own document. */
export interface EncodeContext {
  /** The published document with that id, or undefined. The read model remembers which element looked for what. */
  find(kind: Kind, id: string): StoredDocument | undefined;
}

/**
 * Keeps a document that is nested in an element; returns the id under which the outer document refers to it. Null for an
 * image that nobody keeps: its value stays with the outer document.
 */
export type Embed = (kind: Kind, document: NewDocument) => string | null;

/** One object of a list's array. */
export type Element = Record<string, unknown>;

/** All that is known of one list. See {@link defineList}. */
export interface ListDefinition<S extends z.ZodObject = z.ZodObject> extends Basics {
  /** A strict schema; the order of its keys is the order in which they are served. */
  element: S;
  /**
   * Makes the element of a published document. It never validates: what a document lacks gets the type's empty value.
   * @throws MissingReference when a document that the element can't do without is not there
   */
  encode(document: StoredDocument, context: EncodeContext): z.output<S>;
  /** The reverse of `encode`, `position` aside (null). Nested things go through `embed`. */
  decode(element: z.output<S>, embed: Embed): NewDocument;
  /**
   * Keys (at any depth) whose values may be JSON of any shape: what is neither null nor a plain string stays a
   * `KeptJson`, the very text that came.
   */
  keptKeys?: readonly string[];
  /** An array of links with hidden ranks. Ordering by it may repeat an element once per link (contract: Ordering). */
  perLink?: { field: string };
  /** Keys that `ordering` can't name. */
  notOrderable?: readonly string[];
  /** Keys that sort by instant, not as text. */
  timestamps?: readonly string[];
}

/** What a list is to its clients: all that is known of it but how documents become elements. */
export type ListContract<S extends z.ZodObject = z.ZodObject> = Omit<ListDefinition<S>, 'encode' | 'decode'>;

/** A list that is known by its fields: schema, `encode`, `decode` and a Payload collection follow from them. */
export interface FieldsDefinition<F extends ListFields = ListFields> extends ContractDefinition<F> {
  /** What editors call its documents. @default what the form says, or the key in words */
  labels?: { singular: Label; plural: Label } | undefined;
  /** What editors see of it. @default all fields in their order, as they say themselves */
  form?: FormOf<{ readonly fields: NoInfer<F> }> | undefined;
}

/** A list as {@link defineList} gives it. */
export interface List<E extends object = Element, Key extends Kind = Kind>
  extends Readonly<Required<Basics<Key>>> {
  readonly element: z.ZodType<E>;
  readonly keptKeys: readonly string[];
  readonly perLink: { readonly field: string } | undefined;
  readonly timestamps: readonly string[];
  /** The element's keys in served order. */
  readonly keys: readonly string[];
  /** What it is made of, where it was defined by its fields. */
  readonly fields?: ListFields | undefined;
  readonly labels?: { readonly singular: Label; readonly plural: Label } | undefined;
  readonly form?: ListForm | undefined;
  /** The keys that `ordering` may name. */
  readonly orderable: readonly string[];
  encode(document: StoredDocument, context: EncodeContext): E;
  decode(element: E, embed: Embed): NewDocument;
  /** The bytes as served, as text: no spaces, keys in order, U+2028 and U+2029 escaped. */
  serialize(element: E): string;
  /**
   * Reads the raw text of one element of a legacy response.
   * @throws ElementRefused naming every key that the contract does not explain, and why
   */
  parse(raw: string): E;
}
