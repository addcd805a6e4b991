import type { IncomingHttpHeaders } from 'node:http';
import type { AcceptedLanguages, SupportedLanguages } from '@payloadcms/translations';
import { en } from '@payloadcms/translations/languages/en';
import type { Config } from 'payload';
import { flag, optionsOf, refuseInvalid } from '../../../endpoints/lists/definition/options.ts';
import { el, lexical } from './el/payload.ts';

export { el, lexical } from './el/payload.ts';

const ADMIN_TEXTS = 'payload-portal-content/client#AdminTexts';

export interface GreekOptions {
  /**
   * Whether Greek is the language of users who have not chosen one, and whose browsers request none that the admin has. If
   * false, your `fallbackLanguage` applies. See {@link preferGreek} for browsers that request Greek.
   * @default false
   */
  fallback?: boolean;
}

/**
 * A Payload plugin for any project. It adds Greek to the languages of the admin, its dates and its rich text editor, and
 * translates English texts that are fixed in Payload's code. Your own translations take precedence.
 *
 * Run `payload generate:importmap` afterwards, since the plugin adds a component. `portalContent()` includes it.
 * @example buildConfig({ plugins: [greek({ fallback: true })] })
 */
export function greek(options: GreekOptions = {}): (config: Config) => Config {
  refuseInvalid('greek', optionsOf({ fallback: flag.optional() }), options);
  const { fallback = false } = options;
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
    // Payload accepts any language key; only its types are limited to the languages it includes.
    supportedLanguages: { el, ...own } as SupportedLanguages,
    // Not in `el`: Payload removes keys unknown to it from a language before it is sent to the browser, but not from these.
    translations: { ...translations, el: { lexical, ...translations?.el } } as object,
  };
}

/**
 * Makes Greek the language of all browsers until the user selects English on the account page. Call it with the headers of a
 * request before Payload or Next read them; it modifies them.
 *
 * Payload reads the cookie `payload-lng`, then Accept-Language, then its fallback language. In Accept-Language it
 * recognizes only its own languages, without Greek, so `el-GR,el;q=0.9,en;q=0.8` would give English. Without the header,
 * the cookie and the fallback decide. A server may ignore the header (RFC 9110, 12.5.4).
 */
export function preferGreek(headers: IncomingHttpHeaders): void {
  delete headers['accept-language'];
}
