'use client';
import { useEffect } from 'react';

/** What stays in view below the bar with status and buttons. Payload's CSS layers have lower precedence. */
const STYLES = `
.fixed-toolbar { top: var(--portal-controls-height, var(--doc-controls-height)); }
@media (min-width: 1025px) {
  .collection-edit .document-fields__sidebar-wrap {
    top: var(--portal-controls-height, var(--doc-controls-height));
    height: calc(100vh - var(--portal-controls-height, var(--doc-controls-height)));
  }
}`;

/**
 * Keeps the toolbar of a text and the sidebar below the bar with status and buttons. Payload 3.90 reckons with a bar of one line,
 * which covers them when a long status takes more.
 *
 * Needed for: documents with a newer draft.
 */
export function ControlsHeight() {
  useEffect(() => {
    const bar = document.querySelector('.doc-controls');
    if (!bar) return;
    const { style } = document.documentElement;
    const measure = () => {
      // On phones a part of the bar scrolls away.
      const hidden = Number.parseFloat(getComputedStyle(bar).top) || 0;
      style.setProperty('--portal-controls-height', `${bar.getBoundingClientRect().height + hidden}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty('--portal-controls-height');
    };
  }, []);
  return (
    <style href="portal-content-controls" precedence="default">
      {STYLES}
    </style>
  );
}
