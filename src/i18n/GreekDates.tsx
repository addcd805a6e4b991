'use client';
import { useTranslation } from '@payloadcms/ui';
import { el } from 'date-fns/locale/el';
import type { ReactNode } from 'react';

/**
 * Greek months, days and distances ("5 λεπτά") in the admin; a provider for `admin.components.providers`.
 *
 * Payload loads date formats by a key from a fixed list that has no Greek, and gives no other way in. Everything below reads
 * them from this object of its context, so they are put there before anything below renders, again whenever the object is
 * made anew.
 */
export function GreekDates({ children }: { children?: ReactNode }) {
  const { i18n } = useTranslation();
  // Another provider may have put them into a time zone.
  if (i18n.language === 'el' && i18n.dateFNS?.code !== el.code) i18n.dateFNS = el;
  return children;
}
