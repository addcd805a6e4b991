'use client';
import { getTranslation } from '@payloadcms/translations';
import { useStepNav, useTranslation } from '@payloadcms/ui';
import { useEffect } from 'react';

const SEPARATOR = ' · ';

/**
 * Sets the page title to the breadcrumb path, last step first. Payload 3.90 writes "editing" for every document, without its
 * name.
 *
 * Needed for: telling documents apart in tabs, history and screen readers.
 */
export function useTitle(): void {
  const { stepNav } = useStepNav();
  const { i18n } = useTranslation();
  useEffect(() => {
    const steps = stepNav.map(({ label }) => getTranslation(label, i18n));
    if (steps.length === 0 || !steps.every((step) => typeof step === 'string')) return;
    const { pathname } = window.location;
    const show = () => {
      // A page without a breadcrumb path keeps its own title.
      if (window.location.pathname !== pathname) return;
      const name = document.title.split(SEPARATOR).at(-1);
      // As the browser gives it back (HTML, "strip and collapse"): else a title with two spaces would be set again for ever.
      const title = [...steps.toReversed(), name]
        .join(SEPARATOR)
        .replace(/[\t\n\f\r ]+/g, ' ')
        .trim();
      if (document.title !== title) document.title = title;
    };
    show();
    const observer = new MutationObserver(show);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [stepNav, i18n]);
}
