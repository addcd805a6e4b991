// What editors see of a list's keys: their order, their words, what is asked of them. No byte that is served follows from it.

/** A text in the languages of the admin, or one for all of them. */
export type Label = string | { readonly [language: string]: string };

export interface Shown {
  /** What editors read above it. @default the key in words */
  label?: Label | undefined;
  /** What editors read below it. */
  description?: Label | undefined;
}

export interface Placed extends Shown {
  /** Whether it stands in the narrow column of the form. */
  sidebar?: boolean | undefined;
}

export interface PlainForm extends Placed {
  /** A new document can't be published without it. What an import brought empty may stay empty. @default false */
  required?: boolean | undefined;
}

export interface TextForm extends PlainForm {
  /** Several lines. @default false */
  multiline?: boolean | undefined;
  /** A title that lists and pages have room for: of 300 characters at most. @default false */
  isTitle?: boolean | undefined;
}

export interface SlugForm extends Placed {
  /** Several documents may have the same. In rows they always may. @default false */
  shared?: boolean | undefined;
}

export interface EmbeddedForm extends Placed {
  /** What is said to who publishes without one. */
  missing?: Label | undefined;
}

export interface NumberForm extends PlainForm {
  defaultValue?: number | undefined;
}

export interface IntegerForm extends NumberForm {
  /** Proposes a new document the number of the author who makes it. */
  propose?: 'author' | undefined;
}

export interface FlagForm extends Placed {
  /** @default false */
  defaultValue?: boolean | undefined;
}

export interface RowsForm extends Shown {
  /** The label of a row. Rows that have one show their first text when they are closed. */
  row?: { readonly singular: Label; readonly plural: Label } | undefined;
}

/** Whether a document stands in its own list, or only inside elements of others. */
interface ListedForm {
  /** Where else it is shown, after "only". */
  elsewhere: Label;
}

/** By what a field is, how editors may see it. */
export interface Forms {
  text: TextForm;
  slug: SlugForm;
  webAddress: PlainForm;
  html: Shown;
  image: Shown;
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

/** What editors see of a list whose fields these are. Whatever it leaves out is as the fields say. */
export interface FormOf<L extends { readonly fields: AnyFields }> {
  /** What editors call its documents. @default the key in words */
  readonly labels?: { readonly singular: Label; readonly plural: Label } | undefined;
  /** Columns of the list view between the title with its state and the number. @default ['updatedAt'] */
  readonly columns?: readonly (Name<L['fields']> | 'updatedAt')[] | undefined;
  /** The order of the list view. @default as Payload has it */
  readonly sort?: SortTerm<L['fields']> | readonly SortTerm<L['fields']>[] | undefined;
  /** Lists a hundred on a page, in the order of the alphabet. @default false */
  readonly alphabetical?: boolean | undefined;
  /** By key, in the order of the form. What is not named comes last, in the order of the fields. */
  readonly fields?: (FormsOf<L['fields']> & { readonly listed?: ListedForm | undefined }) | undefined;
}

type SortTerm<F> = Name<F> | `-${Name<F>}` | 'api_id' | '-api_id';

/** The form of any list. */
export type ListForm = FormOf<{ readonly fields: AnyFields }>;
