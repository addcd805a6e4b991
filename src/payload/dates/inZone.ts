import { TZDateMini } from '@date-fns/tz';
import { importDateFNSLocale } from '@payloadcms/translations';
import type { Locale } from 'date-fns';
import { format } from 'date-fns/format';
import type { BasePayload } from 'payload';

/** The results of {@link inZone}, by time zone. */
const made = new Map<string, WeakMap<Locale, Locale>>();

/**
 * A date-fns locale that formats the times of Payload's admin in one time zone, in browsers and on the server. Payload calls
 * date-fns with a date in the time zone of the process, and with this locale. Dates with a time zone of their own are not
 * changed, nor is a plain `Date`, as date pickers use it.
 */
export function inZone(locale: Locale, timeZone: string): Locale {
  const known = made.get(timeZone) ?? new WeakMap<Locale, Locale>();
  made.set(timeZone, known);
  const before = known.get(locale);
  if (before) return before;
  const zoned: Locale = {
    ...locale,
    localize: {
      ...locale.localize,
      preprocessor: (date, parts) => {
        const processed = locale.localize.preprocessor?.(date, parts) ?? parts;
        if (!isOfProcess(date)) return processed;
        const there = new TZDateMini(date.getTime(), timeZone);
        return processed.map(({ isToken, value }) => ({
          isToken: false,
          value: isToken ? format(there, value, { locale }) : value,
        }));
      },
    },
  };
  known.set(locale, zoned);
  known.set(zoned, zoned);
  return zoned;
}

/** True for a date from Payload's `formatDate` without a time zone. */
function isOfProcess(date: Date): boolean {
  return 'internal' in date && !('timeZone' in date && date.timeZone);
}

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
