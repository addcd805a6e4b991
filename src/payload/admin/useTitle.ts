'use client';
import { getTranslation } from '@payloadcms/translations';
import { useStepNav, useTranslation } from '@payloadcms/ui';
import { useEffect } from 'react';

const SEPARATOR = ' · ';

/**
 * The title of the page is its path, the last step first. That of Payload 3.90 says "editing" of every document, and does not
 * name it.
 *
 * Depends on it: tabs, histories and screen readers that tell documents apart.
 */
export function useTitle(): void {
  const { stepNav } = useStepNav();
  const { i18n } = useTranslation();
  useEffect(() => {
    const steps = stepNav.map(({ label }) => getTranslation(label, i18n));
    if (steps.length === 0 || !steps.every((step) => typeof step === 'string')) return;
    const { pathname } = window.location;
    const show = () => {
      // A page that has no path keeps the title that it came with.
      if (window.location.pathname !== pathname) return;
      const name = document.title.split(SEPARATOR).at(-1);
      const title = [...steps.toReversed(), name].join(SEPARATOR);
      if (document.title !== title) document.title = title;
    };
    show();
    const observer = new MutationObserver(show);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [stepNav, i18n]);
}
