import { TZDateMini } from '@date-fns/tz';
import type { Locale } from 'date-fns';
import { format } from 'date-fns/format';

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
