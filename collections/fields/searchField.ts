import type { TextareaField } from 'payload';
import { bilingual } from '../../src/payload/i18n/bilingual.ts';
import { custom } from '../portal/roles.ts';
import { notExported } from './hidden.ts';

/** The field's name, for `admin.listSearchableFields`. */
export const SEARCH = 'search_text';

/**
 * The field with the search words of a document. Payload must be able to query it, so it is not `hidden`, but its value is
 * removed from responses.
 * @param also names of fields without a role whose words are included
 */
export function searchField(also: string[] = []): TextareaField {
  return {
    name: SEARCH,
    type: 'textarea',
    custom: { ...custom({ role: 'search', also }), ...notExported },
    label: bilingual('τίτλο, όνομα στη διεύθυνση, αριθμό και κείμενο', 'title, slug, number and text'),
    admin: { disableListColumn: true, disableListFilter: true, hidden: true },
    hooks: {
      afterRead: [
        ({ siblingData }) => {
          delete siblingData[SEARCH];
        },
      ],
    },
    // No limit of length.
    validate: () => true,
  };
}
