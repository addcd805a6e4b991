import type {
  CollectionBeforeOperationHook,
  FlattenedField,
  PayloadRequest,
  SanitizedCollectionConfig,
} from 'payload';
import { type Bilingual, bilingual } from '../../i18n/bilingual.ts';
import { FIELDS_OF_ACTIONS } from './fieldsOfActions.ts';
import { isBulk } from './isBulk.ts';

const ONE_BY_ONE = bilingual(
  'Δεν αλλάζει σε πολλά έγγραφα μαζί. Αλλάξτε το σε καθένα χωριστά.',
  'It is not changed for many documents at once. Change it in each of them.',
);

/** Makes the error that names fields and says what is wrong with them. */
type FieldErrors = (
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  problems: { field: string; message: Bilingual }[],
) => Error;

/**
 * Refuses a bulk edit of fields that tell documents apart. Payload 3.90 leaves a field that has `disableBulkEdit` out of its
 * form alone, and takes it from who sends it.
 *
 * Depends on it: that numbers, addresses and places are not given to many documents at once.
 */
export const refuseOneByOne =
  (fieldErrors: FieldErrors): CollectionBeforeOperationHook =>
  ({ args, collection, operation, overrideAccess, req }) => {
    const { data } = args as { data?: Record<string, unknown> };
    // Whoever has not signed in changes nothing at all, and hears that.
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
