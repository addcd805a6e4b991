import type { NumberField } from 'payload';
import { type Bilingual, bilingual, speak } from './labels.ts';
import { custom } from './roles.ts';

interface IntegerOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  defaultValue?: NumberField['defaultValue'];
  required?: boolean;
  /** @default true */
  sidebar?: boolean;
}

const MESSAGES = {
  missing: bilingual('Γράψτε έναν ακέραιο αριθμό.', 'Enter a whole number.'),
  fraction: bilingual('Μόνο ακέραιος αριθμός γίνεται δεκτός.', 'Only a whole number is accepted.'),
};

/** A whole number: the legacy clients read these keys into integer types. */
export function integer({
  name,
  label,
  description,
  defaultValue,
  required,
  sidebar = true,
}: IntegerOptions): NumberField {
  return {
    name,
    type: 'number',
    custom: custom({ role: 'number' }),
    label,
    ...(defaultValue !== undefined && { defaultValue }),
    admin: { ...(sidebar && { position: 'sidebar' }), ...(description && { description }), step: 1 },
    validate: (
      value: number | number[] | null | undefined,
      { req }: { req: { i18n: { language: string } } },
    ) => {
      if (value === null || value === undefined)
        return required ? speak(MESSAGES.missing, req.i18n.language) : true;
      return Number.isSafeInteger(value) || speak(MESSAGES.fraction, req.i18n.language);
    },
  };
}
