import type { Field, UIField } from 'payload';
import { bilingual } from '../../src/i18n/bilingual.ts';

/** What a form has beyond Payload's; for `beforeDocumentControls`. */
export const formAids = ['payload-portal-content/client#FormAids'];

const LABEL = 'payload-portal-content/client#RequiredLabel';

/**
 * Marks the label of a field that a published document needs. Payload's `required` would make the columns of tables and the
 * types of drafts strict, too.
 */
export const requiredLabel = { Label: LABEL };

/** Says what the mark means, above the fields of a form that has it. */
export function requiredLegend(fields: Field[]): UIField[] {
  const isMarked = fields.some(({ admin }) => {
    const { Label } = (admin as { components?: { Label?: unknown } } | undefined)?.components ?? {};
    return Label === LABEL;
  });
  if (!isMarked) return [];
  const admin = {
    components: { Field: 'payload-portal-content/client#RequiredLegend' },
    disableBulkEdit: true,
    disableListColumn: true,
  };
  return [{ name: 'required_legend', type: 'ui', admin }];
}

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
