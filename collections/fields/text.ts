import type { TextareaField, TextField } from 'payload';
import { isWebAddress } from '../../endpoints/lists/index.ts';
import { type Bilingual, bilingual, translate } from '../../src/payload/i18n/bilingual.ts';
import { WHOLE_ADDRESS } from '../../src/rich-text/index.ts';
import { custom } from '../portal/roles.ts';
import { type FieldValidation, isImportedValue, saveContextOf } from '../save/saveContext.ts';
import { requiredLabel } from './smallFields.ts';

export interface TextOptions {
  name: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  /** Required for publishing a new document. An imported empty text may stay empty. */
  required?: boolean | undefined;
  /** The lists give `null` for an empty value, otherwise the empty string. */
  nullable?: boolean | undefined;
  sidebar?: boolean | undefined;
}

type Problem = Bilingual | undefined;

/** Why a value cannot be published, or `undefined`. Imported values are always accepted. */
type Check = (value: string, validated: FieldValidation) => Problem | Promise<Problem>;

const MISSING = bilingual('Συμπληρώστε αυτό το πεδίο.', 'Please fill in this field.');

/**
 * Validates that a text is present and valid. Imported values are always accepted, since the legacy system had empty slugs
 * and relative links.
 */
export function validator(required: boolean, check?: Check) {
  return async (value: string | null | undefined, validated: FieldValidation): Promise<string | true> => {
    const { collectionSlug, id, req } = validated;
    if (saveContextOf(req, collectionSlug, id).source) return true;
    const problem = value ? await check?.(value, validated) : required ? MISSING : undefined;
    if (!problem || (await isImportedValue(validated, value))) return true;
    return translate(problem, req.i18n.language);
  };
}

export function textBase({ name, label, description, nullable, required, sidebar }: TextOptions) {
  return {
    name,
    label,
    custom: custom({ role: 'text', nullable: nullable ?? false }),
    admin: {
      components: { Diff: 'payload-portal-content/rsc#WordsDiff', ...(required && requiredLabel) },
      ...(description && { description }),
      ...(sidebar && { position: 'sidebar' as const }),
    },
  };
}

/** One line of text, kept exactly as entered or imported. */
export function textField(options: TextOptions, check?: Check): TextField {
  return { type: 'text', ...textBase(options), validate: validator(options.required ?? false, check) };
}

/** Several lines of text without formatting, kept exactly as entered or imported. */
export function textareaField(options: TextOptions, check?: Check): TextareaField {
  return { type: 'textarea', ...textBase(options), validate: validator(options.required ?? false, check) };
}

/** The maximum length of a title, in characters. */
const TITLE = 300;

export function fits(title: string): Bilingual | undefined {
  const { length } = [...title];
  if (length <= TITLE) return undefined;
  return bilingual(
    `Ο τίτλος έχει ${length} χαρακτήρες. Γράψτε τον με ${TITLE} το πολύ.`,
    `The title has ${length} characters. Shorten it to ${TITLE} at most.`,
  );
}

export function webAddress(value: string): Bilingual | undefined {
  return isWebAddress(value, 'typed') ? undefined : WHOLE_ADDRESS;
}
