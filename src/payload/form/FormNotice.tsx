'use client';
import { useForm } from '@payloadcms/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

const STYLES = `
.doc-controls:has(> .portal-notice) { flex-wrap: wrap; }
.portal-notice {
  flex-basis: 100%;
  /* Above the blurred ground of the buttons. */
  position: relative;
  z-index: 4;
  max-height: 40vh;
  overflow-y: auto;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  overflow-wrap: anywhere;
  gap: calc(var(--base) / 2);
  margin-block: calc(var(--base) / 2);
  padding: calc(var(--base) / 2) var(--base);
  border-inline-start: 4px solid var(--theme-warning-500);
  background: var(--theme-warning-50);
}
.portal-notice--alert { border-color: var(--theme-error-500); background: var(--theme-error-50); }
.portal-notice--success { border-color: var(--theme-success-500); background: var(--theme-success-50); }
.portal-notice :is(p, blockquote) { margin: 0; }
.portal-notice blockquote { white-space: pre-line; }
.portal-notice pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
.portal-notice__buttons { display: flex; flex-wrap: wrap; gap: calc(var(--base) / 2); }
/* The bar of buttons has no edges there. */
@media (max-width: 1024px) { .portal-notice { padding-inline: calc(var(--gutter-h) - 4px) var(--gutter-h); } }`;

/** Payload's own variable for the height of the bar. */
const HEIGHT = '--doc-controls-height';

interface Props {
  children: ReactNode;
  /** Whether the user has to act on it: a screen reader says it at once. @default false */
  isAlert?: boolean;
  /** Whether it says that something went well. @default false */
  isSuccess?: boolean;
}

/**
 * Keeps the toolbar of a text and the sidebar below the bar with status and buttons. Payload 3.90 reckons with a bar of one line, and
 * a notice or a long status takes more. On phones a part of the bar scrolls away.
 */
export function useControlsHeight(): void {
  const { formRef } = useForm();
  useEffect(() => {
    const bar = formRef.current?.querySelector('.doc-controls');
    if (!bar) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { height } = bar.getBoundingClientRect();
      if (window.innerWidth > 1024) style.setProperty(HEIGHT, `${height}px`);
      else style.removeProperty(HEIGHT);
    });
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, [formRef]);
}

/** A notice under the buttons of the form, which stays in view. Payload has a place for components only among the buttons. */
export function FormNotice({ children, isAlert = false, isSuccess = false }: Props) {
  const { formRef } = useForm();
  const [place, setPlace] = useState<Element | null>(null);
  useEffect(() => setPlace(formRef.current?.querySelector('.doc-controls') ?? null), [formRef]);
  if (!place) return null;
  return createPortal(
    <>
      <style href="portal-content-notice" precedence="default">
        {STYLES}
      </style>
      <div
        className={`portal-notice ${isAlert ? 'portal-notice--alert' : ''} ${isSuccess ? 'portal-notice--success' : ''}`}
        role={isAlert ? 'alert' : 'status'}
      >
        {children}
      </div>
    </>,
    place,
  );
}
