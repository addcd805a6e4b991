'use client';

import { FieldLabel, Link, useConfig, useField } from '@payloadcms/ui';
import type { DefaultCellComponentProps, TextFieldClientProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { useTimeStyle } from '../../payload/dates/ZonedDates.tsx';
import { formatTime } from '../../payload/i18n/zonedTime.ts';

/** A read-only time in the portal's time zone. The lists give the stored value, in UTC with microseconds. */
export function PublishedTime({ field, path }: TextFieldClientProps) {
  const { customComponents, value } = useField<string | null>({ path });
  return (
    <div className="field-type">
      <FieldLabel label={field.label} as="span" />
      <div>
        <Time value={value} />
      </div>
      {customComponents?.Description}
    </div>
  );
}

/** A time in a list; the way to the row where it is the first column. */
export function PublishedTimeCell({ cellData, collectionSlug, link, rowData }: DefaultCellComponentProps) {
  const { routes } = useConfig().config;
  const time = <Time value={cellData as string | null | undefined} />;
  if (!link) return time;
  const path = `/collections/${collectionSlug}/${rowData.id}` as const;
  return (
    <Link href={formatAdminURL({ adminRoute: routes.admin, path })} prefetch={false}>
      {time}
    </Link>
  );
}

/** A formatted time, with the exact value as a tooltip. */
function Time({ value }: { value: string | null | undefined }) {
  const style = useTimeStyle();
  if (!value) return '—';
  return (
    <time dateTime={value} title={value}>
      {formatTime(value, style)}
    </time>
  );
}
