'use client';

import { getTranslation } from '@payloadcms/translations';
import { DateTimeField, useField, useTranslation } from '@payloadcms/ui';
import type { DateField, DateFieldClientProps } from 'payload';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { translate } from '../i18n/bilingual.ts';
import { instantsOf, wallTimeOf, zoneName } from '../i18n/zonedTime.ts';
import { inZone } from './inZone.ts';
import { SKIPPED, usePickerOf } from './wallTimes.ts';

interface ZonedDatesProps {
  /** Whether the zone also applies to Payload's own times. */
  adminTimes: boolean;
  /** IANA name. */
  timeZone: string;
  children?: ReactNode;
}

const TimeZone = createContext<string | undefined>(undefined);

/** The time zone for the plugin's own components. */
const useTimeZone = () => useContext(TimeZone) ?? 'UTC';

/** How the plugin's own components write times. */
export const useTimeStyle = () => ({ timeZone: useTimeZone(), language: useTranslation().i18n.language });

/**
 * Provides the portal's time zone, for `admin.components.providers`. With `adminTimes` it also applies to Payload's own times:
 * Payload 3.90 renders them in the server's time zone and then in the browser's, and React reports a mismatch.
 *
 * Upstream: payloadcms/payload#10044, #10541, which is about the locale, not the zone.
 * Needed for: the same times for all users, and pages without React's error 418.
 */
export function ZonedDates({ adminTimes, children, timeZone }: ZonedDatesProps) {
  const { i18n } = useTranslation();
  if (adminTimes && i18n.dateFNS) i18n.dateFNS = inZone(i18n.dateFNS, timeZone);
  return <TimeZone value={timeZone}>{children}</TimeZone>;
}

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
  // A time that is typed, and that clocks in the zone skip. The field keeps what it had.
  const [refused, setRefused] = useState<{ wallTime: string | null; value: unknown }>();
  const skipped = refused?.value === value ? refused?.wallTime : null;

  const date = field.admin?.date as Picker | undefined;
  const label = getTranslation(field.label ?? field.name, i18n);
  const overrides = {
    ...date?.overrides,
    ...usePickerOf(skipped ?? (value ? wallTimeOf(value, timeZone) : null), (picked) => {
      const [instant] = picked === null ? [null] : instantsOf(picked, timeZone);
      setRefused(instant === undefined ? { wallTime: picked, value } : undefined);
      if (instant !== undefined) setValue(instant?.toISOString() ?? null);
    }),
  };
  const zoned = {
    ...field,
    label: `${label} (${zoneName({ timeZone, language: i18n.language })})`,
    admin: { ...field.admin, date: { ...date, overrides } },
  };
  return (
    <>
      <DateTimeField {...props} field={zoned as DateFieldClientProps['field']} />
      {skipped && (
        <p role="alert" style={{ color: 'var(--theme-error-600)' }}>
          ⚠ {translate(SKIPPED, i18n.language)}
        </p>
      )}
    </>
  );
}
