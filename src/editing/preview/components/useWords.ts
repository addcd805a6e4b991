'use client';

import { useTranslation } from '@payloadcms/ui';
import { translate } from '../../../payload/i18n/bilingual.ts';
import { WORDS } from '../words.ts';

/** The words in the language of the admin. */
export function useWords(): Record<keyof typeof WORDS, string> {
  const { language } = useTranslation().i18n;
  const said = Object.entries(WORDS).map(([name, text]) => [name, translate(text, language)]);
  return Object.fromEntries(said);
}
