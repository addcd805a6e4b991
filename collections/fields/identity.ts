import type { Field } from 'payload';
import { bilingual } from '../../src/i18n/bilingual.ts';
import { custom } from '../portal/roles.ts';
import { hidden } from './hidden.ts';

/**
 * Fields that identify a document, all set by this project only:
 * - `api_id`, the legacy integer `id`. As in the legacy lists, documents may share one.
 * - `position`, its place in the imported default list, and `source_key`, its key in an import.
 * - `edited_by`, the name of the user who saved a version.
 * - `sole_editor`, the user who may delete a draft because nobody else has worked on it.
 *
 * A duplicate gets its own values.
 */
export function identityFields(): Field[] {
  return [
    {
      name: 'api_id',
      type: 'number',
      index: true,
      custom: custom({ role: 'api_id' }),
      label: bilingual('Αριθμός στην πύλη', 'Number on the portal (id)'),
      admin: {
        position: 'sidebar',
        readOnly: true,
        disableBulkEdit: true,
        description: bilingual(
          'Δίνεται αυτόματα και δεν αλλάζει ποτέ. Με αυτόν γνωρίζουν το στοιχείο η πύλη και οι εφαρμογές.',
          'Given automatically and never changed. The portal and its clients know the item by it.',
        ),
      },
    },
    hidden({ name: 'position', type: 'number', custom: custom({ role: 'position' }) }),
    hidden({ name: 'source_key', type: 'text', index: true, custom: custom({ role: 'source_key' }) }),
    {
      name: 'edited_by',
      type: 'text',
      custom: custom({ role: 'edited_by' }),
      label: bilingual('Αποθηκεύτηκε από', 'Saved by'),
      // Not in the form, but in comparisons of versions.
      admin: { hidden: true, disableBulkEdit: true },
    },
    hidden({ name: 'sole_editor', type: 'text', custom: custom({ role: 'sole_editor' }) }),
  ];
}
