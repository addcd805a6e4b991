import type { UIField } from 'payload';
import { bilingual } from '../../src/i18n/bilingual.ts';

/** Shows on the page of a document which others use it. */
export function whereUsedField(): UIField {
  return {
    name: 'where_used',
    type: 'ui',
    label: bilingual('Πού χρησιμοποιείται', 'Where it is used'),
    admin: {
      position: 'sidebar',
      disableListColumn: true,
      components: { Field: 'payload-portal-content/client#WhereUsed' },
    },
  };
}
