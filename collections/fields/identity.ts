import type { Field } from 'payload';
import { bilingual } from '../../src/i18n/bilingual.ts';
import { custom } from '../portal/roles.ts';
import { hidden } from './hidden.ts';

/**
 * What identifies a document towards the portal: `api_id` (the legacy integer `id`; several documents may share
 * one, as in the legacy lists), its place in the imported default list, and the key an import knows it by.
 * Beside them, who saved it last: a version shows whose it is; and whose alone a draft is, who may throw it away. All are written by this project alone; a duplicate gets its
 * own.
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
      // In no form, but in comparisons of versions.
      admin: { hidden: true, disableBulkEdit: true },
    },
    hidden({ name: 'sole_editor', type: 'text', custom: custom({ role: 'sole_editor' }) }),
  ];
}
