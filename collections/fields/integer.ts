import type { NumberField, Operation } from 'payload';
import { type Bilingual, bilingual, speak } from '../../src/i18n/bilingual.ts';
import { custom } from '../portal/roles.ts';
import { requiredLabel } from './required.ts';

/** What tells whether a number has to be there. */
interface Validated {
  operation?: Operation;
  req: { i18n: { language: string }; user?: unknown };
}

interface IntegerOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  defaultValue?: NumberField['defaultValue'];
  /** @default false */
  required?: boolean | ((validated: Validated) => boolean);
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
  required = false,
  sidebar = true,
}: IntegerOptions): NumberField {
  return {
    name,
    type: 'number',
    custom: custom({ role: 'number' }),
    label,
    ...(defaultValue !== undefined && { defaultValue }),
    admin: {
      ...(required === true && { components: requiredLabel }),
      ...(sidebar && { position: 'sidebar' }),
      ...(description && { description }),
      step: 1,
    },
    validate: (value: number | number[] | null | undefined, validated: Validated) => {
      const { language } = validated.req.i18n;
      if (value === null || value === undefined) {
        const isRequired = typeof required === 'function' ? required(validated) : required;
        return isRequired ? speak(MESSAGES.missing, language) : true;
      }
      return Number.isSafeInteger(value) || speak(MESSAGES.fraction, language);
    },
  };
}
