import type { AfterErrorHook, CollectionAfterOperationHook } from 'payload';
import { bilingual } from '../../i18n/bilingual.ts';
import { Refusal } from '../rest/Refusal.ts';

// Without a colon, after which Payload would make a list of it.
const NOTHING = bilingual(
  'Δεν άλλαξε κανένα έγγραφο. Όσα επιλέξατε είναι ήδη όπως ζητήσατε, δεν υπάρχουν πια ή δεν μπορείτε να τα αλλάξετε.',
  'No document was changed. Those you selected are already as you asked, no longer exist, or you may not change them.',
);

/**
 * Refuses a bulk action that found nothing to change. Payload 3.90 reports its success.
 *
 * Depends on it: that nobody takes for done what was not.
 * @throws Refusal 404
 */
export const refuseEmptyBulk: CollectionAfterOperationHook = ({ operation, overrideAccess, req, result }) => {
  if (overrideAccess || (operation !== 'update' && operation !== 'delete')) return result;
  const { docs, errors } = result as { docs?: unknown[]; errors?: unknown[] };
  if (docs?.length === 0 && errors?.length === 0) throw new Refusal(req, NOTHING, 404);
  return result;
};

/** The dialogs of Payload 3.90 count the documents in every answer; of one without any they say "unknown error". */
export const countRefused: AfterErrorHook = ({ req, result }) => {
  const isBulk = req.routeParams?.id === undefined && ['PATCH', 'DELETE'].includes(req.method ?? '');
  return isBulk ? { response: { docs: [], ...result } } : undefined;
};
