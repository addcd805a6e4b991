import type { CollectionBeforeChangeHook } from 'payload';
import { bilingual } from '../fields/labels.ts';
import { type FieldProblem, fieldErrors } from './fieldErrors.ts';
import { importedSource } from './importContext.ts';

type Data = Record<string, unknown>;

const NOTHING_TO_SHOW = bilingual(
  'Ανεβάστε ένα αρχείο ή γράψτε τη διεύθυνση της εικόνας.',
  'Upload a file, or enter the address of the image.',
);

const NO_DESCRIPTION = bilingual(
  'Γράψτε με λίγα λόγια τι δείχνει η εικόνα.',
  'Say in a few words what the image shows.',
);

/**
 * What an image lacks: something to show, and a description. One that was stored without a description stays so.
 * @param stored undefined for a new image
 */
export function imageProblems(data: Data, stored: Data | undefined): FieldProblem[] {
  const value = (name: string) => (name in data ? data[name] : stored?.[name]);
  const isBlank = (text: unknown) => typeof text !== 'string' || text.trim() === '';
  const problems: FieldProblem[] = [];
  if (isBlank(value('alt')) && !(stored && isBlank(stored.alt))) {
    problems.push({ field: 'alt', message: NO_DESCRIPTION });
  }
  if (!value('filename') && !value('legacy_url')) {
    problems.push({ field: 'legacy_url', message: NOTHING_TO_SHOW });
  }
  return problems;
}

/** Refuses an image that lacks something. What an import brings is taken as it comes. */
export const requireImage: CollectionBeforeChangeHook = ({ collection, data, originalDoc, req }) => {
  const stored = originalDoc?.id === undefined ? undefined : originalDoc;
  if (importedSource(req, collection.slug, stored?.id)) return data;
  const problems = imageProblems(data, stored);
  if (problems.length > 0) throw fieldErrors(req, collection, problems);
  return data;
};
