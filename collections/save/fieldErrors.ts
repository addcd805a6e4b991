import { getTranslation } from '@payloadcms/translations';
import type { FlattenedField, PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { ValidationError } from 'payload';
import { type Bilingual, speak } from '../../src/i18n/bilingual.ts';

export interface FieldProblem {
  field: string;
  /** The label, if the collection has no such field. @default the label of the field */
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
    const label = given ?? labelOf(flattenedFields.find(({ name }) => name === path)) ?? path;
    return { path, label: getTranslation(label, req.i18n), message: speak(message, req.i18n.language) };
  });
  return new ValidationError({ collection: slug, errors, req }, req.t);
}

/** The label of a field, as its config has it; undefined if it has none. */
export function labelOf(field: FlattenedField | undefined) {
  return field && 'label' in field && field.label ? field.label : undefined;
}
