'use client';

import { Button, useConfig, useTranslation } from '@payloadcms/ui';

/** Languages in their own words. */
const NAMES: Record<string, string> = { el: 'Ελληνικά', en: 'English' };

/** Below the sign-in form: the other languages of the admin. Payload has the choice on the account page alone. */
export function LoginLanguage() {
  const { config } = useConfig();
  const { i18n, languageOptions } = useTranslation();
  const choose = (language: string) => {
    // As Payload keeps the choice. Its own way is a server function, which nobody calls before signing in.
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${config.cookiePrefix ?? 'payload'}-lng=${language}; path=/; max-age=31536000; samesite=lax`;
    window.location.reload();
  };
  return (
    <div style={{ textAlign: 'center' }}>
      {languageOptions
        .filter(({ value }) => value !== i18n.language)
        .map(({ label, value }) => (
          <Button key={value} buttonStyle="none" onClick={() => choose(value)}>
            <span lang={value}>{NAMES[value] ?? label}</span>
          </Button>
        ))}
    </div>
  );
}
