'use client';

import { TZDateMini } from '@date-fns/tz';
import { getTranslation } from '@payloadcms/translations';
import { DateTimeField, useField, useTranslation } from '@payloadcms/ui';
import type { DateField, DateFieldClientProps } from 'payload';
import { useTimeZone } from '../i18n/ZonedDates.tsx';
import { wallTimeOf, zoneName } from '../i18n/zonedTime.ts';

interface ZonedDateFieldProps extends DateFieldClientProps {
  /** Marks the label. */
  isRequired: boolean;
}

type Picker = NonNullable<NonNullable<DateField['admin']>['date']>;

/**
 * Payload's date field, with the time as clocks show it in the zone of the portal, which its label names. Payload's own shows
 * that of the browser, and takes what is typed for that; its lists show the zone of the portal.
 */
export function ZonedDateField({ field: given, isRequired, ...props }: ZonedDateFieldProps) {
  const field = { ...given, required: isRequired };
  const timeZone = useTimeZone();
  const { i18n } = useTranslation();
  const { value, setValue } = useField<string | null>({ path: props.path });
  if (!timeZone) return <DateTimeField {...props} field={field} />;

  const date = field.admin?.date as Picker | undefined;
  const label = getTranslation(field.label ?? field.name, i18n);
  const overrides = {
    ...date?.overrides,
    // The date picker knows the zone of the browser alone, and is given what clocks show.
    selected: value ? new Date(wallTimeOf(value, timeZone)) : null,
    onChange: (picked: Date | null) => setValue(picked && thereAt(picked, timeZone).toISOString()),
  };
  const zoned = {
    ...field,
    label: `${label} (${zoneName({ timeZone, language: i18n.language })})`,
    admin: { ...field.admin, date: { ...date, overrides } },
  };
  return <DateTimeField {...props} field={zoned as DateFieldClientProps['field']} />;
}

/** The time at which clocks of a zone show what the date picker does, to the minute. */
function thereAt(shown: Date, timeZone: string): Date {
  const day = [shown.getFullYear(), shown.getMonth(), shown.getDate()] as const;
  return new Date(+new TZDateMini(...day, shown.getHours(), shown.getMinutes(), timeZone));
}
