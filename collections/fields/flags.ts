import type { CheckboxField } from 'payload';
import { bilingual } from './labels.ts';

/** `selected`: its meaning in the legacy system is not known; it is kept and served as it stands. */
export function selectedField(): CheckboxField {
  return {
    name: 'selected',
    type: 'checkbox',
    defaultValue: false,
    label: bilingual('Επιλεγμένο', 'Selected'),
    admin: {
      position: 'sidebar',
      description: bilingual(
        'Δίνεται στην πύλη όπως είναι· η πύλη αποφασίζει τι κάνει με αυτό.',
        'Handed to the portal as it is; the portal decides what it does with it.',
      ),
    },
  };
}

/** `active`: inactive records stay in the list, flagged (contract: "Inactive records"). */
export function activeField(): CheckboxField {
  return {
    name: 'active',
    type: 'checkbox',
    defaultValue: true,
    label: bilingual('Ενεργό', 'Active'),
    admin: {
      position: 'sidebar',
      description: bilingual(
        'Ένα ανενεργό στοιχείο μένει στη λίστα με σήμανση «ανενεργό». Για να φύγει από τη λίστα, αποσύρετε τη δημοσίευση.',
        'An inactive item stays in the list, marked inactive. To take it out of the list, unpublish it.',
      ),
    },
  };
}

export function confirmedTranslationField(): CheckboxField {
  return {
    name: 'confirmed_translation',
    type: 'checkbox',
    defaultValue: false,
    label: bilingual('Επιβεβαιωμένη μετάφραση', 'Confirmed translation'),
    admin: {
      position: 'sidebar',
      description: bilingual(
        'Δηλώνει στην πύλη ότι η μετάφραση του στοιχείου έχει ελεγχθεί.',
        'Tells the portal that the translation of this item has been checked.',
      ),
    },
  };
}

/** `listed`: a document that is only embedded in posts stands in no list of its own. */
export function listedField(whereElse: { el: string; en: string }): CheckboxField {
  return {
    name: 'listed',
    type: 'checkbox',
    defaultValue: true,
    label: bilingual('Στη λίστα', 'In the list'),
    admin: {
      position: 'sidebar',
      description: bilingual(
        `Χωρίς αυτό, δεν εμφανίζεται στη δική του λίστα, αλλά μόνο ${whereElse.el}.`,
        `Without it, the item is not in its own list, only ${whereElse.en}.`,
      ),
    },
  };
}
