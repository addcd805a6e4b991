'use client';

import { useTranslation } from '@payloadcms/ui';
import { createContext, type ReactNode, useContext } from 'react';
import { inZone } from './zonedDates.ts';

interface ZonedDatesProps {
  /** Whether Payload's own times are in that zone too. */
  adminTimes: boolean;
  /** Of IANA. */
  timeZone: string;
  children?: ReactNode;
}

const TimeZone = createContext<string | undefined>(undefined);

/** The zone that the plugin's own components show times in; undefined outside of {@link ZonedDates}. */
export const useTimeZone = () => useContext(TimeZone);

/**
 * The zone of the portal, for every component below; a provider for `admin.components.providers`. With `adminTimes` Payload's
 * own times are in it: Payload 3.90 writes them in the zone of the server and again in that of the browser, and React finds
 * them different.
 *
 * Upstream: payloadcms/payload#10044, #10541, which waits for the locale, not for the zone.
 * Depends on it: one time for everybody, and pages without React's error 418.
 */
export function ZonedDates({ adminTimes, children, timeZone }: ZonedDatesProps) {
  const { i18n } = useTranslation();
  if (adminTimes && i18n.dateFNS) i18n.dateFNS = inZone(i18n.dateFNS, timeZone);
  return <TimeZone value={timeZone}>{children}</TimeZone>;
}
