import type { AcceptedLanguages, SupportedLanguages } from '@payloadcms/translations';
import { en } from '@payloadcms/translations/languages/en';
import type { Config } from 'payload';
import { lexical } from './el/lexical.ts';
import { el } from './el.ts';

/** What Payload does not say of a restore. */
const english = {
  aboutToRestore:
    'You are about to restore this {{label}} to the state that it was in on {{versionDate}}. If that version was published, it is PUBLISHED again at once, unless you chose "Restore as draft". A draft comes back as a draft. Are you sure?',
};

/** The admin speaks Greek; whoever prefers English picks it on their account page (cookie `payload-lng`). */
export const portalI18n: NonNullable<Config['i18n']> = {
  // Payload reads languages by key and takes any; only its types know the ones it ships.
  supportedLanguages: { el, en } as SupportedLanguages,
  fallbackLanguage: 'el' as string as AcceptedLanguages,
  // Not in `el`: Payload drops keys that it does not know from a language on its way to the browser, but not from these.
  translations: { el: { lexical } } as object,
};

/** The languages of a host's admin with Greek among them. What the host has stays. */
export function withGreek(i18n: Config['i18n']): NonNullable<Config['i18n']> {
  const own = i18n?.supportedLanguages ?? { en };
  const translations = i18n?.translations as Record<string, { version?: object }> | undefined;
  const version = { ...english, ...translations?.en?.version };
  return {
    ...i18n,
    supportedLanguages: { el, ...own } as SupportedLanguages,
    translations: {
      ...translations,
      el: { lexical, ...translations?.el },
      en: { ...translations?.en, version },
    } as object,
  };
}
