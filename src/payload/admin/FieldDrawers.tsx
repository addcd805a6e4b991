'use client';
import { useEffect } from 'react';

/** Drawers with a few fields: a planned change, a new table; an approval, the links to a draft. */
const SMALL = 'dialog:is([id*="_planned-"], [id*="lexical-table-create"])';
const MIDDLE = 'dialog:is([id*="_review-"], [id*="_draft-links-"])';
const WITH_FIELDS =
  'dialog:is([id*="_planned-"], [id*="_review-"], [id*="_draft-links-"], [id*="_lexical-"])';

const STYLES = `
${SMALL} .drawer__content { width: min(32rem, calc(100% - var(--gutter-h))) !important; }
${MIDDLE} .drawer__content { width: min(48rem, calc(100% - var(--gutter-h))) !important; }`;

const FIELD = '.drawer__content :is(input:not([type=hidden]), textarea, select):not(:disabled)';

/**
 * Focuses the first field of a drawer with fields when it opens, and makes small ones narrow. Payload 3.90 focuses a button that
 * closes it, or nothing where the system asks for reduced motion, and fills the window.
 *
 * Needed for: planning, approval and tables, by keyboard.
 */
export function FieldDrawers() {
  useEffect(() => {
    /** The drawers whose first field has had the focus. */
    const done = new WeakSet<Element>();
    function focusField(): void {
      for (const drawer of document.querySelectorAll(WITH_FIELDS)) {
        // The server sends the fields of some a moment later.
        const field = done.has(drawer) ? null : drawer.querySelector<HTMLElement>(FIELD);
        field?.focus();
        // A drawer that is about to show its content takes no focus yet.
        if (field && document.activeElement === field) done.add(drawer);
      }
    }
    const observer = new MutationObserver(focusField);
    observer.observe(document.body, { attributeFilter: ['class', 'open'], childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <style href="portal-content-field-drawers" precedence="default">
      {STYLES}
    </style>
  );
}
