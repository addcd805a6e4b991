'use client';

import { TZDateMini } from '@date-fns/tz';
import { getTranslation } from '@payloadcms/translations';
import { DateTimeField, useField, useTranslation } from '@payloadcms/ui';
import type { DateField, DateFieldClientProps } from 'payload';
import { translate } from '../i18n/bilingual.ts';
import { wallTimeOf, zoneName } from '../i18n/zonedTime.ts';
import { NO_DATE, useTypedDate } from './useTypedDate.ts';
import { useTimeZone } from './ZonedDates.tsx';

/** Places the message close to its field. */
const NO_DATE_STYLE = { color: 'var(--theme-error-600)', margin: 'calc(var(--base) * -0.75) 0 var(--base)' };

interface ZonedDateFieldProps extends DateFieldClientProps {
  /** Whether the label gets the mark of a required field. */
  isRequired: boolean;
}

type Picker = NonNullable<NonNullable<DateField['admin']>['date']>;

/**
 * Payload's date field, with times in the portal's time zone, which the label names. The field of Payload 3.90 shows and reads
 * times in the browser's time zone, while its lists use the portal's.
 *
 * Needed for: dates that are typed abroad, or on a machine with another time zone.
 */
export function ZonedDateField({ field: given, isRequired, ...props }: ZonedDateFieldProps) {
  const field = { ...given, required: isRequired };
  const timeZone = useTimeZone();
  const { i18n } = useTranslation();
  const { value, setValue } = useField<string | null>({ path: props.path });
  const typed = useTypedDate((given) =>
    // An invalid text becomes the value itself, so that no save stores an older date in its place.
    setValue(given instanceof Date ? instantOf(given, timeZone ?? '').toISOString() : given),
  );
  if (!timeZone) return <DateTimeField {...props} field={field} />;

  const date = field.admin?.date as Picker | undefined;
  const label = getTranslation(field.label ?? field.name, i18n);
  const isDate = Boolean(value) && !Number.isNaN(Date.parse(String(value)));
  const overrides = {
    ...date?.overrides,
    ...typed.overrides,
    // The date picker knows only the browser's time zone, so it gets a date with the portal's wall-clock time.
    selected: value && isDate ? new Date(wallTimeOf(value, timeZone)) : null,
  };
  const zoned = {
    ...field,
    label: `${label} (${zoneName({ timeZone, language: i18n.language })})`,
    admin: { ...field.admin, date: { ...date, overrides } },
  };
  return (
    <>
      <DateTimeField {...props} field={zoned as DateFieldClientProps['field']} />
      {value && !isDate && !typed.isTyping && (
        <p className="portal-no-date" role="alert" style={NO_DATE_STYLE}>
          ⚠ {translate(NO_DATE, i18n.language)}
        </p>
      )}
    </>
  );
}

/** The time at which clocks in the zone show the date and minute of the date picker. */
function instantOf(shown: Date, timeZone: string): Date {
  const day = [shown.getFullYear(), shown.getMonth(), shown.getDate()] as const;
  const there = new TZDateMini(...day, shown.getHours(), shown.getMinutes(), timeZone);
  // The constructor takes the years before 100 for those of the last century.
  if (day[0] < 100) there.setFullYear(day[0]);
  return new Date(+there);
}
