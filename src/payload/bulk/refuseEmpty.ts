import type { AfterErrorHook, CollectionAfterOperationHook } from 'payload';
import { bilingual } from '../i18n/bilingual.ts';
import { Refusal } from '../rest/Refusal.ts';

// Without a colon: Payload would split the text there into a list.
const NOTHING = bilingual(
  'Δεν άλλαξε κανένα έγγραφο. Όσα επιλέξατε είναι ήδη όπως ζητήσατε, δεν υπάρχουν πια ή δεν μπορείτε να τα αλλάξετε.',
  'No document was changed. The ones you selected are already as you asked, no longer exist, or are not yours to change.',
);

/**
 * Refuses a bulk action that changed nothing. Payload 3.90 reports success.
 *
 * Needed for: correct messages.
 * @throws Refusal 404
 */
export const refuseEmptyBulk: CollectionAfterOperationHook = ({ operation, overrideAccess, req, result }) => {
  if (overrideAccess || (operation !== 'update' && operation !== 'delete')) return result;
  const { docs, errors } = result as { docs?: unknown[]; errors?: unknown[] };
  if (docs?.length === 0 && errors?.length === 0) throw new Refusal(req, NOTHING, 404);
  return result;
};

/** The dialogs of Payload 3.90 read `docs` of every response, and say "unknown error" if it is missing. */
export const countRefused: AfterErrorHook = ({ req, result }) => {
  const isBulk = req.routeParams?.id === undefined && ['PATCH', 'DELETE'].includes(req.method ?? '');
  return isBulk ? { response: { docs: [], ...result } } : undefined;
};
