import type {
  CollectionAfterOperationHook,
  CollectionBeforeOperationHook,
  CollectionSlug,
  FlattenedField,
  PayloadRequest,
  Where,
} from 'payload';
import { bilingual } from '../../src/i18n/bilingual.ts';
import { shortened } from '../../src/i18n/shortened.ts';
import { fieldErrors } from '../portal/fieldErrors.ts';
import { Refusal } from '../portal/Refusal.ts';
import { isBulk, namesIds } from '../queries/bulk.ts';

type Id = number | string;

const ONE_BY_ONE = bilingual(
  'Δεν αλλάζει σε πολλά έγγραφα μαζί. Αλλάξτε το σε καθένα χωριστά.',
  'It is not changed for many documents at once. Change it in each of them.',
);
const UNNAMED = bilingual(
  'Η μαζική απόσυρση γίνεται μόνο για όσα έχετε επιλέξει στη σελίδα, όχι για όλες τις σελίδες μαζί.',
  'Many documents are unpublished only where each is selected on the page, not all pages at once.',
);

/** Fields of Payload's own that it leaves out of its form for bulk edits, and sends with bulk actions. */
const OF_ACTIONS = ['_status', 'createdAt', 'updatedAt', 'deletedAt'];

function isOneByOne({ admin, name }: FlattenedField): boolean {
  return (
    !OF_ACTIONS.includes(name) &&
    Boolean((admin as { disableBulkEdit?: boolean } | undefined)?.disableBulkEdit)
  );
}

/**
 * Of a bulk edit, refuses fields that tell documents apart, and to unpublish documents that are not named: where all pages of
 * a list are selected, the admin leaves the filters of the list out and would unpublish everything.
 */
export const refuseInBulk: CollectionBeforeOperationHook = ({
  args,
  collection,
  operation,
  overrideAccess,
  req,
}) => {
  const { data, draft, where } = args as {
    data?: Record<string, unknown>;
    draft?: boolean;
    where?: Where;
  };
  // Whoever has not signed in changes nothing at all, and hears that.
  if (operation !== 'update' || !isBulk(operation, args) || overrideAccess || !req.user || !data) return;
  const kept = collection.flattenedFields.filter(
    (field) => isOneByOne(field) && data[field.name] !== undefined,
  );
  if (kept.length > 0) {
    const problems = kept.map(({ name }) => ({ field: name, message: ONE_BY_ONE }));
    throw fieldErrors(req, collection, problems);
  }
  if (data._status === 'draft' && !draft && where && !namesIds(where)) {
    throw new Refusal(req, UNNAMED, 400);
  }
};

interface BulkResult {
  errors?: { id: Id; isPublic?: boolean; message: string }[];
}

/** Says of each document that a bulk operation left alone which one it is, and why; Payload gives no more than its id. */
export const nameFailures: CollectionAfterOperationHook = async ({
  args,
  collection,
  overrideAccess,
  req,
  result,
}) => {
  const { errors = [] } = (result ?? {}) as BulkResult;
  if (overrideAccess || !Array.isArray(errors) || errors.length === 0) return result;
  const { docs } = await req.payload.db.find<Record<string, unknown> & { id: Id }>({
    collection: collection.slug as CollectionSlug,
    req,
    limit: errors.length,
    where: { id: { in: errors.map(({ id }) => id) } },
  });
  const named = errors.map(({ id, isPublic, message, ...rest }) => {
    const document = docs.find((each) => String(each.id) === String(id));
    const title = document?.[collection.admin.useAsTitle ?? 'id'] || document?.api_id || id;
    const why = isPublic ? message : req.t('error:unspecific');
    return { ...rest, id, isPublic: true, message: `«${shortened(title)}»: ${why}`.replaceAll('\n', ' ') };
  });
  const { data = {} } = args as { data?: Record<string, unknown> };
  const isEdit = collection.flattenedFields.some(
    ({ name }) => !OF_ACTIONS.includes(name) && data[name] !== undefined,
  );
  if (isEdit) {
    addToMessage(
      req,
      named.map(({ message }) => message),
    );
  }
  return { ...(result as object), errors: named } as typeof result;
};

/** Of a bulk edit that fails in part the admin shows the message of the answer alone, which Payload makes of one text. */
function addToMessage(req: PayloadRequest, lines: string[]): void {
  const { t } = req;
  req.t = (key, values) => [t(key, values), ...(key === 'error:unableToUpdateCount' ? lines : [])].join('\n');
}
