import { importDateFNSLocale } from '@payloadcms/translations';
import type { Locale } from 'date-fns';
import type { BasePayload } from 'payload';
import { inZone } from './zonedDates.ts';

/** The locales as they came. */
const plain = new WeakMap<Locale, Locale>();

/**
 * Has what Payload writes on the server show times in this zone. It changes the locales, which Payload loads once for all
 * requests. (To change what holds them, the texts of each language, would have all texts made at every start.)
 *
 * Depends on it: the server's half of {@link ./ZonedDates.tsx}.
 */
export async function zoneOfServer({ config: { i18n } }: BasePayload, timeZone: string): Promise<void> {
  for (const { dateFNSKey } of Object.values(i18n.supportedLanguages)) {
    const locale = await importDateFNSLocale(dateFNSKey);
    const its = plain.get(locale) ?? { ...locale };
    plain.set(locale, its);
    locale.localize = inZone(its, timeZone).localize;
  }
}
