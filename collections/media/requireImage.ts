import type { CollectionBeforeChangeHook } from 'payload';
import { translate } from '../../src/payload/i18n/bilingual.ts';
import { type FieldProblem, fieldErrors } from '../save/fieldErrors.ts';
import { type FieldValidation, mainDocument } from '../save/mainDocument.ts';
import { saveContextOf } from '../save/saveContext.ts';
import { NO_DESCRIPTION, NOTHING_TO_SHOW } from './messages.ts';

type Data = Record<string, unknown>;

const isBlank = (text: unknown) => typeof text !== 'string' || text.trim() === '';

/** True if a description is missing. An image stored without one may stay so. @param stored undefined for a new image */
const lacksDescription = (alt: unknown, stored: Data | undefined) =>
  isBlank(alt) && !(stored && isBlank(stored.alt));

/**
 * The missing parts of an image: a file or an address, and a description.
 * @param stored undefined for a new image
 */
export function imageProblems(data: Data, stored: Data | undefined): FieldProblem[] {
  const value = (name: string) => (name in data ? data[name] : stored?.[name]);
  const problems: FieldProblem[] = [];
  if (lacksDescription(value('alt'), stored)) problems.push({ field: 'alt', message: NO_DESCRIPTION });
  if (isBlank(value('filename')) && isBlank(value('legacy_url'))) {
    problems.push({ field: 'legacy_url', message: NOTHING_TO_SHOW });
  }
  return problems;
}

/** Refuses an incomplete image, except in an import. */
export const requireImage: CollectionBeforeChangeHook = ({ collection, data, originalDoc, req }) => {
  const stored = originalDoc?.id === undefined ? undefined : originalDoc;
  if (saveContextOf(req, collection.slug, stored?.id).source) return data;
  const problems = imageProblems(data, stored);
  if (problems.length > 0) throw fieldErrors(req, collection, problems);
  return data;
};

export async function validateDescription(alt: unknown, validated: FieldValidation): Promise<string | true> {
  const { collectionSlug, id, req } = validated;
  if (!isBlank(alt) || saveContextOf(req, collectionSlug, id).source) return true;
  if (!lacksDescription(alt, await mainDocument(validated))) return true;
  return translate(NO_DESCRIPTION, req.i18n.language);
}
