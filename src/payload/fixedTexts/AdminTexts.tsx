'use client';
import { getTranslation } from '@payloadcms/translations';
import { useConfig, useTranslation } from '@payloadcms/ui';
import { el } from 'date-fns/locale/el';
import { type ReactNode, useEffect } from 'react';
import { createNames } from './names.ts';
import { keepReplaced } from './replace.ts';
import { replacements } from './replacements.ts';

/**
 * Translates what Payload's translations do not cover: months, days and durations ("5 λεπτά"), and the {@link replacements},
 * which are fixed in Payload's code. A provider for `admin.components.providers`.
 *
 * Payload loads date formats from a fixed list without Greek. All components read them from this context object, so they are
 * set before the children render, and again whenever Payload creates a new object.
 */
export function AdminTexts({ children }: { children?: ReactNode }) {
  const { i18n } = useTranslation();
  const { collections } = useConfig().config;
  const language = i18n.language === 'el' ? 'el' : 'en';
  // Another provider may have replaced the locale by one with a time zone.
  if (language === 'el' && i18n.dateFNS?.code !== el.code) i18n.dateFNS = el;
  useEffect(() => {
    // Before sign-in, collections have no labels.
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
