// The editors' view of a list's keys: order, texts, requirements. It does not affect served bytes.

/** A text by language of the admin, or one text for all languages. */
export type Label = string | { readonly [language: string]: string };

export interface Shown {
  /** The label. @default the key in words */
  label?: Label | undefined;
  /** The help text below the field. */
  description?: Label | undefined;
}

export interface Placed extends Shown {
  /** Whether the field is in the sidebar of the form. */
  sidebar?: boolean | undefined;
}

export interface PlainForm extends Placed {
  /** Required for publishing a new document. An imported empty value may stay empty. @default false */
  required?: boolean | undefined;
}

export interface TextForm extends PlainForm {
  /** Whether it has several lines. @default false */
  multiline?: boolean | undefined;
  /** Whether it is a title, with at most 300 characters. @default false */
  isTitle?: boolean | undefined;
  /** Whether several documents may have the same text, so that the check of equal titles leaves it alone. @default false */
  shared?: boolean | undefined;
}

export interface SlugForm extends Placed {
  /** Whether several documents may have the same slug. In rows they always may. @default false */
  shared?: boolean | undefined;
}

export interface EmbeddedForm extends Placed {
  /** The error if it is published without a value. */
  missing?: Label | undefined;
}

export interface NumberForm extends PlainForm {
  defaultValue?: number | undefined;
}

export interface IntegerForm extends NumberForm {
  /** Proposes the author number of the user who creates the document. */
  propose?: 'author' | undefined;
}

export interface FlagForm extends Placed {
  /** @default false */
  defaultValue?: boolean | undefined;
}

export interface RowsForm extends Shown {
  /** The label of a row. With it, collapsed rows show their first text. */
  row?: { readonly singular: Label; readonly plural: Label } | undefined;
}

export interface ImageForm extends Shown {
  /** The key of an image that gets the one that is chosen here, while it is empty. */
  fills?: string | undefined;
}

/** For documents that may be left out of their own list. */
interface ListedForm {
  /** Where else they are shown; continues a sentence after "only". */
  elsewhere: Label;
}

/** The form options of each field type. */
interface Forms {
  text: TextForm;
  slug: SlugForm;
  webAddress: PlainForm;
  html: Shown;
  image: ImageForm;
  embedded: EmbeddedForm;
  embeddedMany: Placed;
  timestamp: Placed;
  modified: Shown;
  integer: IntegerForm;
  number: NumberForm;
  flag: FlagForm;
  rows: RowsForm;
  json: Shown;
}

interface AnyField {
  readonly type: keyof Forms;
}
type AnyFields = Readonly<Record<string, AnyField>>;

type FormsOf<F extends AnyFields> = { readonly [K in keyof F]?: FormOfField<F[K]> };

type FormOfField<F extends AnyField> = F extends { readonly columns: infer C extends AnyFields }
  ? RowsForm & { readonly columns?: FormsOf<C> }
  : Forms[F['type']];

type Name<F> = keyof F & string;

/** The form of a list with these fields. The fields' own options are the defaults. */
export interface FormOf<L extends { readonly fields: AnyFields }> {
  /** The names of its documents. @default the key in words */
  readonly labels?: { readonly singular: Label; readonly plural: Label } | undefined;
  /** Columns of the list view, between title and status and the number. @default ['updatedAt'] */
  readonly columns?: readonly (Name<L['fields']> | 'updatedAt')[] | undefined;
  /** The order of the list view. @default Payload's own */
  readonly sort?: SortTerm<L['fields']> | readonly SortTerm<L['fields']>[] | undefined;
  /** Sorts alphabetically, with a hundred documents per page. @default false */
  readonly alphabetical?: boolean | undefined;
  /**
   * Whether editors may put the documents into order by hand: by their places, or by an integer while the portal settings order the
   * list by it first. `within`: only among documents with the same number in this field.
   * @default not
   */
  readonly byHand?: { readonly key?: Name<L['fields']>; readonly within?: Name<L['fields']> } | undefined;
  /** Form options by key, in the order of the form. Other fields follow in their own order. */
  readonly fields?: (FormsOf<L['fields']> & { readonly listed?: ListedForm | undefined }) | undefined;
}

type SortTerm<F> = Name<F> | `-${Name<F>}` | 'api_id' | '-api_id';

/** The form of any list. */
export type ListForm = FormOf<{ readonly fields: AnyFields }>;
