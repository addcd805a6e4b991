import { importDateFNSLocale } from '@payloadcms/translations';
import type { Locale } from 'date-fns';
import type { BasePayload } from 'payload';
import { inZone } from './inZone.ts';

/** The original locales. */
const plain = new WeakMap<Locale, Locale>();

/**
 * Applies a time zone to the times that Payload renders on the server. It changes the date-fns locales, which Payload loads
 * once for all requests. (Changing the translations that hold them would load all languages at every start.)
 *
 * Needed for: the server's half of {@link ./ZonedDates.tsx}.
 */
export async function zoneOfServer({ config: { i18n } }: BasePayload, timeZone: string): Promise<void> {
  for (const { dateFNSKey } of Object.values(i18n.supportedLanguages)) {
    const locale = await importDateFNSLocale(dateFNSKey);
    const initial = plain.get(locale) ?? { ...locale };
    plain.set(locale, initial);
    locale.localize = inZone(initial, timeZone).localize;
  }
}
