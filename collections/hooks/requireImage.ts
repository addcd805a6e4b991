import type { CollectionBeforeChangeHook } from 'payload';
import { bilingual } from '../fields/labels.ts';
import { fieldErrors } from './fieldErrors.ts';

const NOTHING_TO_SHOW = bilingual(
  'Ανεβάστε ένα αρχείο ή γράψτε τη διεύθυνση της εικόνας.',
  'Upload a file, or enter the address of the image.',
);

/** Refuses an image with neither a file nor an address: what shows it could not be served. */
export const requireImage: CollectionBeforeChangeHook = ({ collection, data, originalDoc, req }) => {
  if (data.filename ?? originalDoc?.filename) return data;
  const address = 'legacy_url' in data ? data.legacy_url : originalDoc?.legacy_url;
  if (address) return data;
  throw fieldErrors(req, collection, [{ field: 'legacy_url', message: NOTHING_TO_SHOW }]);
};
