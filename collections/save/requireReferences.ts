import type { PayloadRequest, SanitizedCollectionConfig } from 'payload';
import { bilingual, speak } from '../../src/i18n/bilingual.ts';
import { standsPublished } from '../portal/published.ts';
import { idOf, referencesOf } from '../portal/references.ts';
import { fieldErrors } from './fieldErrors.ts';
import type { Validated } from './mainDocument.ts';

const NOT_PUBLISHED = bilingual(
  'Δεν υπάρχει ή δεν είναι δημοσιευμένο. Δημοσιεύστε το πρώτα ή επιλέξτε άλλο.',
  'It does not exist or is not published. Publish it first, or choose another.',
);

/**
 * Refuses to publish a document while something that its element embeds is not published itself.
 *
 * @throws ValidationError at the field
 */
export async function requireReferences(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  data: Record<string, unknown>,
): Promise<void> {
  for (const { name, to } of referencesOf(collection)) {
    const id = idOf(data[name]);
    if (id === undefined || (await standsPublished(req, to, id))) continue;
    throw fieldErrors(req, collection, [{ field: name, message: NOT_PUBLISHED }]);
  }
}

/**
 * The same of one field, while a form shows why it was refused: so that it goes on saying it until another document is chosen
 * or that one is published. A save asks {@link requireReferences}.
 */
export async function referenceProblem(
  to: string,
  value: unknown,
  validated: Validated,
): Promise<string | undefined> {
  const { event, req } = validated;
  const id = idOf(value);
  if (event !== 'onChange' || id === undefined || (await standsPublished(req, to, id))) return undefined;
  return speak(NOT_PUBLISHED, req.i18n.language);
}
