import type { NumberField, Operation } from 'payload';
import { type Bilingual, bilingual, speak } from '../../src/i18n/bilingual.ts';
import { custom } from '../portal/roles.ts';
import { isImportedValue, type Validated } from '../save/mainDocument.ts';
import { DIGITS, TOO_MANY_DIGITS } from '../save/messages.ts';
import { noteOf } from '../save/note.ts';
import { requiredLabel } from './formAids.ts';

interface NumberOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  defaultValue?: number | undefined;
  required?: boolean | undefined;
  sidebar?: boolean | undefined;
}

const MISSING = bilingual('Γράψτε έναν αριθμό.', 'Enter a number.');

/**
 * A number with decimals. What an import brought has the digits that a double gives; what is typed has lost others before it
 * gets here, and shows it by needing more than {@link DIGITS}.
 */
export function numberField(options: NumberOptions): NumberField {
  const { name, label, description, defaultValue, required, sidebar } = options;
  return {
    name,
    type: 'number',
    custom: custom({ role: 'number' }),
    label,
    ...(defaultValue !== undefined && { defaultValue }),
    admin: {
      ...(required && { components: requiredLabel }),
      ...(sidebar && { position: 'sidebar' }),
      ...(description && { description }),
    },
    validate: async (value: unknown, validated: Validated) => {
      const { collectionSlug, id, req } = validated;
      const say = (message: Bilingual) => speak(message, req.i18n.language);
      if (value === null || value === undefined) return required ? say(MISSING) : true;
      if (typeof value !== 'number' || !Number.isFinite(value)) return say(MISSING);
      if (digitsOf(value) <= DIGITS) return true;
      if (noteOf(req, collectionSlug, id).source || (await isImportedValue(validated, value))) return true;
      return say(TOO_MANY_DIGITS);
    },
  };
}

/** How many digits it takes to write it; of a whole number all of them, since SQLite keeps no others beyond 2^53. */
function digitsOf(value: number): number {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? 1 : Number.POSITIVE_INFINITY;
  const [digits = ''] = String(Math.abs(value)).split('e');
  return digits.replace('.', '').replace(/^0+/, '').length;
}

/** What tells whether a number has to be there. */
interface Asking {
  operation?: Operation;
  req: { i18n: { language: string }; user?: unknown };
}

interface IntegerOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  defaultValue?: NumberField['defaultValue'];
  /** @default false */
  required?: boolean | ((validated: Asking) => boolean);
  /** @default true */
  sidebar?: boolean;
}

const NO_INTEGER = bilingual('Γράψτε έναν ακέραιο αριθμό.', 'Enter a whole number.');
const FRACTION = bilingual('Μόνο ακέραιος αριθμός γίνεται δεκτός.', 'Only a whole number is accepted.');

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
    validate: (value: number | number[] | null | undefined, validated: Asking) => {
      const { language } = validated.req.i18n;
      if (value === null || value === undefined) {
        const isRequired = typeof required === 'function' ? required(validated) : required;
        return isRequired ? speak(NO_INTEGER, language) : true;
      }
      return Number.isSafeInteger(value) || speak(FRACTION, language);
    },
  };
}
