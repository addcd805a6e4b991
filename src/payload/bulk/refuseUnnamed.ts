import type { CollectionBeforeOperationHook, Where } from 'payload';
import { bilingual } from '../i18n/bilingual.ts';
import { Refusal } from '../rest/Refusal.ts';
import { isBulk, namesIds } from './isBulk.ts';

const UNNAMED = bilingual(
  'Η μαζική απόσυρση γίνεται μόνο για όσα έχετε επιλέξει στη σελίδα, όχι για όλες τις σελίδες μαζί.',
  'To unpublish several documents, select each one on the page; all pages at once is not possible.',
);

/**
 * Refuses to unpublish documents that are not named by id. If all pages of a list are selected, the admin of Payload 3.90
 * ignores the filters of the list and would unpublish all documents.
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
  if (data._status === 'draft' && !draft && where && !namesIds(where)) throw new Refusal(req, UNNAMED, 400);
};
