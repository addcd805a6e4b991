import { getTranslation } from '@payloadcms/translations';
import {
  type AfterErrorHook,
  type FlattenedField,
  type PayloadRequest,
  type SanitizedCollectionConfig,
  ValidationError,
  type ValidationFieldError,
} from 'payload';
import { type Bilingual, bilingual, translate } from '../../src/payload/i18n/bilingual.ts';

export interface FieldProblem {
  field: string;
  /** The label, if the collection has no such field. @default the label of the field, or of the rows that it stands in and the number of its row */
  label?: Bilingual;
  message: Bilingual;
}

/** An error in the format of Payload's validation, with labels and messages in the language of the request. */
export function fieldErrors(
  req: PayloadRequest,
  { flattenedFields, slug }: Pick<SanitizedCollectionConfig, 'flattenedFields' | 'slug'>,
  problems: FieldProblem[],
): ValidationError {
  const errors = problems.map(({ field: path, label: given, message }) => {
    const [, top = path, row] = /^([^.]+)\.(\d+)\./.exec(path) ?? [];
    const own = given ?? labelOf(flattenedFields.find(({ name }) => name === top));
    const label = getTranslation(own ?? path, req.i18n);
    const numbered = own && row !== undefined ? `${label} ${Number(row) + 1}` : label;
    return { path, label: numbered, message: translate(message, req.i18n.language) };
  });
  return new ValidationError({ collection: slug, errors, req }, req.t);
}

/** The label of a field, as its config has it; undefined if it has none. */
export function labelOf(field: FlattenedField | undefined) {
  return field && 'label' in field && field.label ? field.label : undefined;
}

/** How many invalid fields an answer names. A document may have tens of thousands of rows. */
const MOST_FIELDS = 100;

/** The first of some invalid fields; the last of these says how many more there are. */
export function firstOfFields(
  errors: readonly ValidationFieldError[],
  language: string | undefined,
): ValidationFieldError[] {
  const more = errors.length - MOST_FIELDS;
  const first = errors.slice(0, MOST_FIELDS);
  const last = first.at(-1);
  if (more <= 0 || !last) return first;
  const said = translate(bilingual(`Και σε άλλα ${more} πεδία.`, `And in ${more} more fields.`), language);
  return [...first.slice(0, -1), { ...last, message: `${last.message} ${said}` }];
}

/** Answers with the first invalid fields of a document: Payload names all of them, twice. */
export const nameFirstFields: AfterErrorHook = ({ error, req }) => {
  const { collection, errors = [], global } = (error as Partial<ValidationError>).data ?? {};
  if (!Array.isArray(errors) || errors.length <= MOST_FIELDS) return undefined;
  const first = firstOfFields(errors, req.i18n?.language);
  const { data, message, name } = new ValidationError(
    { errors: first, req, ...(collection && { collection }), ...(global && { global }) },
    req.t,
  );
  return { response: { errors: [{ name, data, message }] } };
};
