import type { AcceptedLanguages, SupportedLanguages } from '@payloadcms/translations';
import { en } from '@payloadcms/translations/languages/en';
import type { Config } from 'payload';
import { lexical } from './el/lexical.ts';
import { el } from './el.ts';

const ADMIN_TEXTS = 'payload-portal-content/client#AdminTexts';

export interface GreekOptions {
  /**
   * Who has not picked a language, and whose browser asks for none that the admin has, gets Greek; otherwise your
   * `fallbackLanguage`. See {@link preferGreek} for browsers that ask for Greek.
   * @default false
   */
  fallback?: boolean;
}

/**
 * A Payload plugin, for any project: Greek among the languages of the admin, its dates and its rich text editor, also where
 * Payload has fixed an English text in its code. What your config has stays.
 *
 * Afterwards run `payload generate:importmap`, since it brings a component. `portalContent()` has it in it.
 * @example buildConfig({ plugins: [greek({ fallback: true })] })
 */
export function greek({ fallback = false }: GreekOptions = {}): (config: Config) => Config {
  return (config) => ({
    ...config,
    admin: withAdminTexts(config.admin),
    i18n: {
      ...withGreek(config.i18n),
      ...(fallback && { fallbackLanguage: 'el' as string as AcceptedLanguages }),
    },
  });
}

function withAdminTexts(admin: Config['admin']): NonNullable<Config['admin']> {
  const providers = admin?.components?.providers ?? [];
  if (providers.includes(ADMIN_TEXTS)) return admin ?? {};
  return { ...admin, components: { ...admin?.components, providers: [...providers, ADMIN_TEXTS] } };
}

function withGreek(i18n: Config['i18n']): NonNullable<Config['i18n']> {
  const own = i18n?.supportedLanguages ?? { en };
  const translations = i18n?.translations as Record<string, object> | undefined;
  return {
    ...i18n,
    // Payload reads languages by key and takes any; only its types know the ones it ships.
    supportedLanguages: { el, ...own } as SupportedLanguages,
    // Not in `el`: Payload drops keys that it does not know from a language on its way to the browser, but not from these.
    translations: { ...translations, el: { lexical, ...translations?.el } } as object,
  };
}
