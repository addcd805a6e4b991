import type {
  CollectionBeforeOperationHook,
  FlattenedField,
  PayloadRequest,
  SanitizedCollectionConfig,
} from 'payload';
import { type Bilingual, bilingual } from '../i18n/bilingual.ts';
import { FIELDS_OF_ACTIONS } from './fieldsOfActions.ts';
import { isBulk } from './isBulk.ts';

const ONE_BY_ONE = bilingual(
  'Δεν αλλάζει σε πολλά έγγραφα μαζί. Αλλάξτε το σε καθένα χωριστά.',
  'This cannot be changed for several documents at once. Change it in each one.',
);

/** Creates an error that names fields and what is wrong with them. */
type FieldErrors = (
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  problems: { field: string; message: Bilingual }[],
) => Error;

/**
 * Refuses a bulk edit of fields with unique values. Payload 3.90 hides fields with `disableBulkEdit` in its form only, and
 * accepts them over REST.
 *
 * Needed for: numbers, addresses and positions that are not set for many documents at once.
 */
export const refuseOneByOne = (fieldErrors: FieldErrors): CollectionBeforeOperationHook =>
  function refuseOneByOne({ args, collection, operation, overrideAccess, req }) {
    const { data } = args as { data?: Record<string, unknown> };
    // Without a user, the access control refuses the request.
    if (operation !== 'update' || !isBulk(operation, args) || overrideAccess || !req.user || !data) return;
    const kept = collection.flattenedFields.filter(
      (field) => isOneByOne(field) && data[field.name] !== undefined,
    );
    if (kept.length === 0) return;
    const problems = kept.map(({ name }) => ({ field: name, message: ONE_BY_ONE }));
    throw fieldErrors(req, collection, problems);
  };

function isOneByOne({ admin, name }: FlattenedField): boolean {
  return (
    !FIELDS_OF_ACTIONS.includes(name) &&
    Boolean((admin as { disableBulkEdit?: boolean } | undefined)?.disableBulkEdit)
  );
}
