import type { Field } from 'payload';
import { nobodyField } from '../access/index.ts';
import { bilingual } from './labels.ts';

const forNewDocument = () => null;

/**
 * What identifies a document towards the portal: `api_id` (the legacy integer `id`; several documents may share
 * one, as in the legacy lists), its place in the imported default list, and the key an import knows it by.
 * All three are written by this project alone; a duplicate gets its own.
 */
export function identityFields(): Field[] {
  return [
    {
      name: 'api_id',
      type: 'number',
      index: true,
      hooks: { beforeDuplicate: [forNewDocument] },
      label: bilingual('Αριθμός στην πύλη (id)', 'Number on the portal (id)'),
      admin: {
        position: 'sidebar',
        readOnly: true,
        description: bilingual(
          'Δίνεται αυτόματα και δεν αλλάζει ποτέ. Με αυτόν γνωρίζουν το στοιχείο η πύλη και οι εφαρμογές.',
          'Given automatically and never changed. The portal and its clients know the item by it.',
        ),
      },
    },
    {
      name: 'position',
      type: 'number',
      hidden: true,
      access: { read: nobodyField },
      hooks: { beforeDuplicate: [forNewDocument] },
    },
    {
      name: 'source_key',
      type: 'text',
      index: true,
      hidden: true,
      access: { read: nobodyField },
      hooks: { beforeDuplicate: [forNewDocument] },
    },
  ];
}
