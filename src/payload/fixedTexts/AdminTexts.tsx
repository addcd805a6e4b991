'use client';
import { getTranslation } from '@payloadcms/translations';
import { useConfig, useTranslation } from '@payloadcms/ui';
import { el } from 'date-fns/locale/el';
import { type ReactNode, useEffect } from 'react';
import { replacements } from './index.ts';
import { createNames } from './names.ts';
import { keepReplaced } from './replace.ts';

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
  const { collections } = useConfig().config;
  const language = i18n.language === 'el' ? 'el' : 'en';
  // Another provider may have put them into a time zone.
  if (language === 'el' && i18n.dateFNS?.code !== el.code) i18n.dateFNS = el;
  useEffect(() => {
    // Who has not signed in is given collections without labels.
    const known = collections.filter(({ labels }) => labels !== undefined);
    const names = known.map(({ slug, labels }) => ({
      slug,
      singular: getTranslation(labels.singular, i18n),
      plural: getTranslation(labels.plural, i18n),
    }));
    return keepReplaced(document.body, [...replacements, ...createNames(names)], language);
  }, [collections, i18n, language]);
  return children;
}
