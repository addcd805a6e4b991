import type { Field, UIField } from 'payload';
import { bilingual } from '../../src/payload/i18n/bilingual.ts';

/** The plugin's form components, for `beforeDocumentControls`. */
export const formAids = ['payload-portal-content/client#FormAids'];

const LABEL = 'payload-portal-content/client#RequiredLabel';

/**
 * Marks the label of a field that is required for publishing. Payload's `required` would also add a NOT NULL column and apply
 * to the types of drafts.
 */
export const requiredLabel = { Label: LABEL };

/** Explains the mark above the fields, if a field has it. */
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

/** Shows in the sidebar which other documents use this one. */
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
