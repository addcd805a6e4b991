import type { CollectionBeforeChangeHook } from 'payload';
import { ValidationError } from 'payload';
import { bilingual, speak } from '../fields/labels.ts';
import { isDraftSave } from './draftSave.ts';
import { idOf, isPublished } from './references.ts';

const NOT_PUBLISHED = bilingual(
  'Δεν υπάρχει ή δεν είναι δημοσιευμένο. Δημοσιεύστε το πρώτα ή επιλέξτε άλλο.',
  'It does not exist or is not published. Publish it first, or choose another.',
);

/** Refuses to publish a document while something that its element embeds is not published itself. */
export function requireReferences(
  references: { field: string; collection: string }[],
): CollectionBeforeChangeHook {
  return async ({ data, req }) => {
    if (req.context.portalImport || data._status !== 'published' || isDraftSave(req, data)) return data;
    for (const { field, collection } of references) {
      const id = idOf(data[field]);
      if (id === undefined || (await isPublished(req, collection, id))) continue;
      throw new ValidationError(
        { errors: [{ path: field, message: speak(NOT_PUBLISHED, req.i18n.language) }] },
        req.t,
      );
    }
    return data;
  };
}
