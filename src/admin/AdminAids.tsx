'use client';
import { getTranslation } from '@payloadcms/translations';
import { useStepNav, useTranslation } from '@payloadcms/ui';
import { type ReactNode, useEffect } from 'react';
import { PhoneStyles } from './PhoneStyles.tsx';

const SEPARATOR = ' · ';

/** Grey that can be read on the page's ground (WCAG 1.4.3), where Payload has a lighter one. */
const CONTRAST = `
.field-description, .field-label.unstyled, .sort-column__label, .upload__dragAndDropText, .file-field__dragAndDropText,
.doc-controls__label, .LexicalEditorTheme__placeholder, .array-field__add-row .btn__label,
.rs__placeholder, .search-filter__input::placeholder, .table thead th {
  color: var(--theme-elevation-650);
}`;

/** Texts that can be read, screens that fit on a phone, and pages whose titles name the document. A provider for `admin.components.providers`. */
export function AdminAids({ children }: { children?: ReactNode }) {
  useTitle();
  return (
    <>
      <style href="portal-contrast" precedence="high">
        {CONTRAST}
      </style>
      <PhoneStyles />
      {children}
    </>
  );
}

/** The title of the page is its path, the last step first: Payload's own says "editing" of every document. */
function useTitle(): void {
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
