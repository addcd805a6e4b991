import { TZDateMini } from '@date-fns/tz';
import { format, type Locale } from 'date-fns';

/** By their zones: what {@link inZone} has made of each locale. */
const made = new Map<string, WeakMap<Locale, Locale>>();

/**
 * A locale in which date-fns writes the times that Payload's admin shows in one zone, in a browser and on a server alike.
 * Payload gives date-fns a date of the zone of the process, and this locale. A date that has a zone of its own keeps it, and
 * so does a plain `Date`, as date pickers use it.
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
        const its = locale.localize.preprocessor?.(date, parts) ?? parts;
        if (!isOfProcess(date)) return its;
        const there = new TZDateMini(date.getTime(), timeZone);
        return its.map(({ isToken, value }) => ({
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

/** Whether it is what Payload's `formatDate` makes of a time that is shown without a zone. */
function isOfProcess(date: Date): boolean {
  return 'internal' in date && !('timeZone' in date && date.timeZone);
}
