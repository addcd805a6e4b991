import type { CollectionBeforeChangeHook } from 'payload';
import { ValidationError } from 'payload';
import { bilingual, speak } from '../fields/labels.ts';

const NOTHING_TO_SHOW = bilingual(
  'Ανεβάστε ένα αρχείο ή γράψτε τη διεύθυνση της εικόνας.',
  'Upload a file, or enter the address of the image.',
);

/** Refuses an image with neither a file nor an address: what shows it could not be served. */
export const requireImage: CollectionBeforeChangeHook = ({ data, originalDoc, req }) => {
  if (data.filename ?? originalDoc?.filename) return data;
  const address = 'legacy_url' in data ? data.legacy_url : originalDoc?.legacy_url;
  if (address) return data;
  const message = speak(NOTHING_TO_SHOW, req.i18n.language);
  throw new ValidationError({ errors: [{ path: 'legacy_url', message }] }, req.t);
};
