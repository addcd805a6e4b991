import type { Field, SelectField } from 'payload';
import { type Bilingual, bilingual } from '../../src/payload/i18n/bilingual.ts';
import { custom } from '../portal/roles.ts';
import { BASE_FIELD } from '../save/sentBase.ts';
import type { PublicationStatus } from '../values/known.ts';
import { seldomSet } from './more.ts';
import { hidden, notExported } from './smallFields.ts';

/**
 * Fields that identify a document, all set by this project only:
 * - `api_id`, the legacy integer `id`. As in the legacy lists, documents may share one.
 * - `position`, its place in the imported default list, and `source_key`, its key in an import.
 * - `edited_by`, the name of the user who saved a version.
 * - `saved_by_form`, the open form that saved a version, and `portal_base`, in which a save says what it is based on.
 * - `sole_editor`, the user who may delete a draft because nobody else has worked on it.
 * - `words_digest`, `words_writer` and `words_seconded`: what a version says, who wrote that, and whether somebody else has
 *   published it.
 * - `look_again_at`, when somebody should look at it again.
 *
 * A duplicate gets its own values.
 *
 * @param orderKey the field with the integer by which the list is put into order by hand
 */
export function identityFields(orderKey?: string): Field[] {
  return [
    {
      name: 'api_id',
      type: 'number',
      index: true,
      custom: custom({ role: 'api_id' }),
      label: bilingual('Αριθμός στην πύλη', 'Number on the portal (id)'),
      admin: {
        ...seldomSet(null),
        position: 'sidebar',
        readOnly: true,
        disableBulkEdit: true,
        description: bilingual(
          'Δίνεται αυτόματα και δεν αλλάζει ποτέ. Με αυτόν γνωρίζουν το στοιχείο η πύλη και οι εφαρμογές.',
          'Assigned automatically and never changed. The portal and its clients identify the item by it.',
        ),
      },
    },
    hidden({ name: 'position', type: 'number', custom: custom({ role: 'position' }) }),
    hidden({ name: 'source_key', type: 'text', index: true, custom: custom({ role: 'source_key' }) }),
    editorField(),
    ...baseFields(orderKey),
    hidden({ name: 'sole_editor', type: 'text', custom: custom({ role: 'sole_editor' }) }),
    hidden({ name: 'words_digest', type: 'text', custom: custom({ role: 'words' }) }),
    hidden({ name: 'words_writer', type: 'text', custom: custom({ role: 'words' }) }),
    hidden({ name: 'words_seconded', type: 'checkbox', custom: custom({ role: 'words' }) }),
    hidden({ name: 'look_again_at', type: 'date', custom: custom({ role: 'look_again' }) }),
  ];
}

/** The field with the name of the user who saved a version. */
export function editorField(): Field {
  return {
    name: 'edited_by',
    type: 'text',
    custom: custom({ role: 'edited_by' }),
    label: bilingual('Αποθηκεύτηκε από', 'Saved by'),
    // Not in the form, but in comparisons of versions.
    admin: { hidden: true, disableBulkEdit: true },
  };
}

/** The fields for `save/base.ts`: the form that saved a version, and the base of a save. @param orderKey see {@link identityFields} */
export function baseFields(orderKey?: string): Field[] {
  return [
    hidden({ name: 'saved_by_form', type: 'text', custom: custom({ role: 'saved_by_form' }) }),
    {
      name: BASE_FIELD,
      type: 'json',
      virtual: true,
      custom: { ...custom({ role: 'base' }), ...notExported },
      admin: {
        custom: { orderKey },
        disableBulkEdit: true,
        disableGroupBy: true,
        disableListColumn: true,
        disableListFilter: true,
        hidden: true,
      },
    },
  ];
}

/** The words for a standing. */
export const STANDING_WORDS: Record<PublicationStatus, Bilingual> = {
  draft: bilingual('Πρόχειρο', 'Draft'),
  live: bilingual('Δημοσιευμένο', 'Published'),
  changed: bilingual('Δημοσιευμένο, με νεότερο πρόχειρο', 'Published, with a newer draft'),
  withdrawn: bilingual('Αποσυρμένο', 'Withdrawn'),
};

/**
 * The field with the standing, for filters. Its value is removed from responses: the published document does not know of a
 * newer draft.
 */
export function publicationStatusField(): SelectField {
  return {
    name: 'standing',
    type: 'select',
    index: true,
    custom: { ...custom({ role: 'standing' }), ...notExported },
    label: bilingual('Κατάσταση', 'Status'),
    options: Object.entries(STANDING_WORDS).map(([value, label]) => ({ value, label })),
    admin: { disableBulkEdit: true, disableGroupBy: true, disableListColumn: true, hidden: true },
    hooks: {
      afterRead: [
        ({ siblingData }) => {
          delete siblingData.standing;
        },
      ],
    },
  };
}
