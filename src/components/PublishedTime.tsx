'use client';

import { FieldDescription, FieldLabel, useField, useTranslation } from '@payloadcms/ui';
import type { TextFieldClientProps } from 'payload';
import { useTimeZone } from '../i18n/ZonedDates.tsx';
import { formatTime } from '../i18n/zonedTime.ts';

/** A time that nobody types, in the zone of the portal. The lists give it to the microsecond and in UTC, as it is stored. */
export function PublishedTime({ field, path }: TextFieldClientProps) {
  const timeZone = useTimeZone() ?? 'UTC';
  const { i18n } = useTranslation();
  const { value } = useField<string | null>({ path });
  const { description } = field.admin ?? {};
  return (
    <div className="field-type">
      <FieldLabel label={field.label} as="span" />
      <div>{value ? formatTime(value, { timeZone, language: i18n.language }) : '—'}</div>
      {description && <FieldDescription description={description} path={path} />}
    </div>
  );
}
