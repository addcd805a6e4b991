import type { CollectionBeforeOperationHook } from 'payload';
import { bilingual } from '../i18n/bilingual.ts';
import { Refusal } from '../rest/Refusal.ts';
import { isBulk } from './isBulk.ts';

/** What the bulk actions send: publish, unpublish, move into the trash, restore. */
const OF_ACTIONS = ['_status', 'deletedAt'];

const ONE_BY_ONE = bilingual(
  'Πεδία δεν αλλάζουν σε πολλά έγγραφα μαζί. Αλλάξτε τα σε καθένα χωριστά.',
  'Fields cannot be changed for several documents at once. Change them in each one.',
);

/**
 * Refuses a bulk edit of fields. With its own `disableBulkEdit`, Payload 3.90 refuses all other bulk actions as well.
 * `admin/BulkSelection.tsx` leaves out the button.
 *
 * Needed for: bulk actions without a bulk edit.
 * @throws Refusal 400
 */
export const refuseBulkEdit: CollectionBeforeOperationHook = ({
  args,
  collection,
  operation,
  overrideAccess,
  req,
}) => {
  const { data } = args as { data?: Record<string, unknown> };
  // Without a user, the access control refuses the request.
  if (operation !== 'update' || !isBulk(operation, args) || overrideAccess || !req.user || !data) return;
  const isEdit = collection.flattenedFields.some(
    ({ name }) => !OF_ACTIONS.includes(name) && data[name] !== undefined,
  );
  if (isEdit) throw new Refusal(req, ONE_BY_ONE, 400);
};
