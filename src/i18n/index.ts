import type { Language } from '@payloadcms/translations';
import { en } from '@payloadcms/translations/languages/en';
import { deepMergeSimple } from '@payloadcms/translations/utilities';
import type { Config } from 'payload';
import { greek, greekLexical } from './el/index.ts';

type I18n = NonNullable<Config['i18n']>;

/** Dates in the admin follow this date-fns locale; its Greek one is not among those that Payload can load. */
const DATES = 'en-US';

const el: Language = { dateFNSKey: DATES, translations: deepMergeSimple(en.translations, greek) };

/**
 * The admin in Greek, unless the browser asks for English. `el` is not in Payload's list of languages, which its types spell
 * out; it takes any that it is given.
 */
export const i18n: I18n = {
  fallbackLanguage: 'el' as NonNullable<I18n['fallbackLanguage']>,
  supportedLanguages: { el, en } as NonNullable<I18n['supportedLanguages']>,
  translations: { el: { lexical: greekLexical } } as NonNullable<I18n['translations']>,
};
