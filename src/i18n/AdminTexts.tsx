'use client';
import { useTranslation } from '@payloadcms/ui';
import { el } from 'date-fns/locale/el';
import { type ReactNode, useEffect } from 'react';
import { replacements } from './fixed/index.ts';
import { keepReplaced } from './fixed/replace.ts';

/**
 * What Payload's translations do not reach, in the language of the page: months, days and distances ("5 λεπτά"), and the
 * {@link replacements}, which it has fixed in its code. A provider for `admin.components.providers`.
 *
 * Payload loads date formats by a key from a fixed list that has no Greek, and gives no other way in. Everything below reads
 * them from this object of its context, so they are put there before anything below renders, again whenever the object is
 * made anew.
 */
export function AdminTexts({ children }: { children?: ReactNode }) {
  const { i18n } = useTranslation();
  const language = i18n.language === 'el' ? 'el' : 'en';
  if (language === 'el') i18n.dateFNS = el;
  useEffect(() => keepReplaced(document.body, replacements, language), [language]);
  return children;
}
