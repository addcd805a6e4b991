'use client';

import { useTranslation } from '@payloadcms/ui';
import { createContext, type ReactNode, useContext } from 'react';
import { inZone } from './inZone.ts';

interface ZonedDatesProps {
  /** Whether the zone also applies to Payload's own times. */
  adminTimes: boolean;
  /** IANA name. */
  timeZone: string;
  children?: ReactNode;
}

const TimeZone = createContext<string | undefined>(undefined);

/** The time zone for the plugin's own components; undefined outside of {@link ZonedDates}. */
export const useTimeZone = () => useContext(TimeZone);

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
