import type { CheckboxField } from 'payload';
import { type Bilingual, bilingual } from '../../src/i18n/bilingual.ts';

interface FlagOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  /** @default false */
  defaultValue?: boolean | undefined;
}

/** True or false. */
export function flagField({ name, label, description, defaultValue = false }: FlagOptions): CheckboxField {
  return {
    name,
    type: 'checkbox',
    defaultValue,
    label,
    admin: { position: 'sidebar', ...(description && { description }) },
  };
}

/** `selected`: its meaning in the legacy system is not known; it is kept and served as it stands. */
export function selectedField(): CheckboxField {
  return flagField({
    name: 'selected',
    label: bilingual('Επιλεγμένο', 'Selected'),
    description: bilingual(
      'Δίνεται στην πύλη όπως είναι· η πύλη αποφασίζει τι κάνει με αυτό.',
      'Handed to the portal as it is; the portal decides what it does with it.',
    ),
  });
}

/** `active`: inactive records stay in the list, flagged (contract: "Inactive records"). */
export function activeField(): CheckboxField {
  return flagField({
    name: 'active',
    label: bilingual('Ενεργό', 'Active'),
    defaultValue: true,
    description: bilingual(
      'Ένα ανενεργό στοιχείο μένει στη λίστα με σήμανση «ανενεργό». Για να φύγει από τη λίστα, αποσύρετε τη δημοσίευση.',
      'An inactive item stays in the list, marked inactive. To take it out of the list, unpublish it.',
    ),
  });
}

export function confirmedTranslationField(): CheckboxField {
  return flagField({
    name: 'confirmed_translation',
    label: bilingual('Επιβεβαιωμένη μετάφραση', 'Confirmed translation'),
    description: bilingual(
      'Δηλώνει στην πύλη ότι η μετάφραση του στοιχείου έχει ελεγχθεί.',
      'Tells the portal that the translation of this item has been checked.',
    ),
  });
}

/** `listed`: a document that is only embedded in posts stands in no list of its own. */
export function listedField(whereElse: { el: string; en: string }): CheckboxField {
  return flagField({
    name: 'listed',
    label: bilingual('Στη λίστα', 'In the list'),
    defaultValue: true,
    description: bilingual(
      `Χωρίς αυτό, δεν εμφανίζεται στη δική του λίστα, αλλά μόνο ${whereElse.el}.`,
      `Without it, the item is not in its own list, only ${whereElse.en}.`,
    ),
  });
}
