'use client';

import { useTranslation } from '@payloadcms/ui';
import { createContext, type ReactNode, useContext } from 'react';
import { inZone } from './zonedDates.ts';

interface ZonedDatesProps {
  /** Of IANA. */
  timeZone: string;
  children?: ReactNode;
}

const TimeZone = createContext<string | undefined>(undefined);

/** The zone that the admin shows times in; undefined outside of {@link ZonedDates}. */
export const useTimeZone = () => useContext(TimeZone);

/**
 * Times of the admin in one zone, for every component below; a provider for `admin.components.providers`. Payload writes them
 * in that of the server and again in that of the browser, and React finds them different.
 */
export function ZonedDates({ children, timeZone }: ZonedDatesProps) {
  const { i18n } = useTranslation();
  if (i18n.dateFNS) i18n.dateFNS = inZone(i18n.dateFNS, timeZone);
  return <TimeZone value={timeZone}>{children}</TimeZone>;
}
