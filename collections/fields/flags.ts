import type { CheckboxField } from 'payload';
import { type Bilingual, bilingual } from '../../src/payload/i18n/bilingual.ts';

interface FlagOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  /** @default false */
  defaultValue?: boolean | undefined;
}

export function flagField({ name, label, description, defaultValue = false }: FlagOptions): CheckboxField {
  return {
    name,
    type: 'checkbox',
    defaultValue,
    label,
    admin: { position: 'sidebar', ...(description && { description }) },
  };
}

/** The checkbox `listed`. Without it, a document is only embedded in others and not in its own list. */
export function listedField(whereElse: { el: string; en: string }): CheckboxField {
  return flagField({
    name: 'listed',
    label: bilingual('Στη λίστα', 'In the list'),
    defaultValue: true,
    description: bilingual(
      `Χωρίς αυτό, δεν εμφανίζεται στη δική του λίστα, αλλά μόνο ${whereElse.el}.`,
      `If this is off, the item is shown only ${whereElse.en}, not in its own list.`,
    ),
  });
}
