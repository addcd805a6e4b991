import type { TextareaField } from 'payload';
import { bilingual } from '../../src/i18n/bilingual.ts';
import { custom } from '../portal/roles.ts';

/** The field's name, for `admin.listSearchableFields`. */
export const SEARCH = 'search_text';

/**
 * The words by which a document is found. They are asked for, so Payload must not hide the field, but nobody reads them.
 * @param also names of fields without a role whose words count
 */
export function searchField(also: string[] = []): TextareaField {
  return {
    name: SEARCH,
    type: 'textarea',
    custom: custom({ role: 'search', also }),
    label: bilingual('τίτλο, όνομα στη διεύθυνση, αριθμό και κείμενο', 'title, slug, number and text'),
    admin: { disableBulkEdit: true, disableListColumn: true, disableListFilter: true, hidden: true },
    hooks: {
      afterRead: [
        ({ siblingData }) => {
          delete siblingData[SEARCH];
        },
      ],
    },
    // Of any length.
    validate: () => true,
  };
}
