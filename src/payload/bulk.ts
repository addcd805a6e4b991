import type {
  AfterErrorHook,
  CollectionAfterOperationHook,
  CollectionBeforeOperationHook,
  CollectionSlug,
  Where,
} from 'payload';
import { bilingual, shortened, titleOf } from './i18n/bilingual.ts';
import { Refusal } from './rest.ts';

/** True if an operation changes or deletes all documents that match a query, and not one document by id. */
export function isBulk(operation: string, args: object): boolean {
  const { id } = args as { id?: number | string };
  return id === undefined && (operation === 'update' || operation === 'delete');
}

/** True if a query names documents by id. */
export function namesIds({ id, and }: Where): boolean {
  if (id && typeof id === 'object' && ('in' in id || 'equals' in id)) return true;
  return Array.isArray(and) && and.some(namesIds);
}

type Id = number | string;

interface BulkResult {
  errors?: { id: Id; isPublic?: boolean; message: string }[];
}

/**
 * Names each document that a bulk operation did not change, with the reason. Payload 3.90 gives only the id.
 *
 * Needed for: an editor who has to find the failed documents.
 * @param number the field that names a document without a title
 */
export const nameFailures = (number: string): CollectionAfterOperationHook =>
  async function nameFailures({ collection, overrideAccess, req, result }) {
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
      const title = (document && titleOf(collection.admin, document)) || document?.[number] || id;
      const why = isPublic ? message : req.t('error:unspecific');
      return { ...rest, id, isPublic: true, message: `«${shortened(title)}»: ${why}`.replaceAll('\n', ' ') };
    });
    return { ...(result as object), errors: named } as typeof result;
  };

/** What the bulk actions send: publish, unpublish, move into the trash, restore. */
const OF_ACTIONS = ['_status', 'deletedAt'];

const ONE_BY_ONE = bilingual(
  'Πεδία δεν αλλάζουν σε πολλά έγγραφα μαζί. Αλλάξτε τα σε καθένα χωριστά.',
  'Fields cannot be changed for several documents at once. Change them in each one.',
);

/**
 * Refuses a bulk edit of fields. With its own `disableBulkEdit`, Payload 3.90 refuses all other bulk actions as well.
 * `admin/WithoutRefused.tsx` leaves out the button.
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

/** The dialogs of Payload 3.90 read `docs` of every response, and say "unknown error" if it is missing. */
export const countRefused: AfterErrorHook = ({ req, result }) => {
  const isBulk = req.routeParams?.id === undefined && ['PATCH', 'DELETE'].includes(req.method ?? '');
  return isBulk ? { response: { docs: [], ...result } } : undefined;
};

/** True for what a query restricts to the trash, as the dialog that restores does. */
function isOfTrash({ and, deletedAt }: Where): boolean {
  if (deletedAt && 'exists' in deletedAt && String(deletedAt.exists) === 'true') return true;
  return Array.isArray(and) && and.some(isOfTrash);
}

const UNNAMED = bilingual(
  'Η μαζική απόσυρση γίνεται μόνο για όσα έχετε επιλέξει στη σελίδα, όχι για όλες τις σελίδες μαζί.',
  'To unpublish several documents, select each one on the page; all pages at once is not possible.',
);

/**
 * Refuses to unpublish documents that are neither named by id nor in the trash. If all pages of a list are selected, the admin of Payload 3.90
 * ignores the filters of the list and would unpublish all documents. `admin/WithoutRefused.tsx` leaves out the button then.
 *
 * Upstream: payloadcms/payload#17670, #17695.
 * Needed for: protection from unpublishing a whole list by mistake.
 */
export const refuseUnnamed: CollectionBeforeOperationHook = ({ args, operation, overrideAccess, req }) => {
  const { data, draft, where } = args as {
    data?: Record<string, unknown>;
    draft?: boolean;
    where?: Where;
  };
  if (operation !== 'update' || !isBulk(operation, args) || overrideAccess || !req.user || !data) return;
  if (data._status === 'draft' && !draft && where && !namesIds(where) && !isOfTrash(where))
    throw new Refusal(req, UNNAMED, 400);
};
