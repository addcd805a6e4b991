import type { NumberField } from 'payload';
import { type Bilingual, bilingual, translate } from '../../src/payload/i18n/bilingual.ts';
import { custom } from '../portal/roles.ts';
import { DIGITS, TOO_MANY_DIGITS } from '../save/messages.ts';
import { type FieldValidation, isImportedValue, saveContextOf } from '../save/saveContext.ts';
import { requiredLabel } from './smallFields.ts';

interface NumberOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  defaultValue?: NumberField['defaultValue'];
  /** Whether it must be an integer, because legacy clients parse it as one. @default false */
  whole?: boolean;
  /** @default false */
  required?: boolean | undefined;
  /** @default false */
  sidebar?: boolean | undefined;
  /** Further properties of the form. */
  admin?: NumberField['admin'];
}

const MISSING = bilingual('Γράψτε έναν αριθμό.', 'Enter a number.');
const NO_INTEGER = bilingual('Γράψτε έναν ακέραιο αριθμό.', 'Enter a whole number.');
const FRACTION = bilingual('Μόνο ακέραιος αριθμός γίνεται δεκτός.', 'Only a whole number is accepted.');

/** A number field. Decimals are allowed unless it is `whole`. */
export function numberField(options: NumberOptions): NumberField {
  const { admin, name, label, description, defaultValue, required = false, sidebar, whole = false } = options;
  return {
    name,
    type: 'number',
    custom: custom({ role: 'number' }),
    label,
    ...(defaultValue !== undefined && { defaultValue }),
    admin: {
      ...admin,
      components: { ...(required && requiredLabel), ...admin?.components },
      ...(sidebar && { position: 'sidebar' }),
      ...(description && { description }),
      ...(whole && { step: 1 }),
    },
    validate: async (value: unknown, validated: FieldValidation) => {
      const { language } = validated.req.i18n;
      if (value === null || value === undefined) {
        return !required || translate(whole ? NO_INTEGER : MISSING, language);
      }
      if (whole) return Number.isSafeInteger(value) || translate(FRACTION, language);
      if (typeof value !== 'number' || !Number.isFinite(value)) return translate(MISSING, language);
      return (await isExact(value, validated)) || translate(TOO_MANY_DIGITS, language);
    },
  };
}

/**
 * True if the number is stored exactly as entered. Imported numbers come from doubles. A typed number with more than
 * {@link DIGITS} digits may already have lost some.
 */
async function isExact(value: number, validated: FieldValidation): Promise<boolean> {
  const { collectionSlug, id, req } = validated;
  if (digitsOf(value) <= DIGITS || saveContextOf(req, collectionSlug, id).source) return true;
  return isImportedValue(validated, value);
}

/** The number of significant digits. Infinity for integers beyond 2^53, whose digits SQLite does not keep. */
function digitsOf(value: number): number {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? 1 : Number.POSITIVE_INFINITY;
  const [digits = ''] = String(Math.abs(value)).split('e');
  return digits.replace('.', '').replace(/^0+/, '').length;
}
