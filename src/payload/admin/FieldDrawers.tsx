'use client';
import { useEffect } from 'react';

/** Drawers with a few fields: a planned change, a new table. */
const SMALL = 'dialog:is([id*="_planned-"], [id*="lexical-table-create"])';
const WITH_FIELDS = 'dialog:is([id*="_planned-"], [id*="_lexical-"])';

const STYLES = `
${SMALL} .drawer__content { width: min(32rem, calc(100% - var(--gutter-h))) !important; }`;

const FIELD = '.drawer__content :is(input:not([type=hidden]), textarea, select):not(:disabled)';

/**
 * Focuses the first field of a drawer with fields when it opens, and makes small ones narrow. Payload 3.90 focuses a button that
 * closes it, and fills the window.
 *
 * Needed for: planning and tables, by keyboard.
 */
export function FieldDrawers() {
  useEffect(() => {
    let observer: MutationObserver | undefined;
    const focusField = ({ relatedTarget, target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.matches('.drawer__close, .drawer__header__close')) return;
      const drawer = target.closest(WITH_FIELDS);
      if (!drawer || (relatedTarget instanceof Node && drawer.contains(relatedTarget))) return;
      const isDone = () => {
        if (document.activeElement !== target) return true;
        const field = drawer.querySelector<HTMLElement>(FIELD);
        field?.focus();
        return Boolean(field);
      };
      observer?.disconnect();
      if (isDone()) return;
      // The server sends the fields of some.
      observer = new MutationObserver((_, self) => {
        if (isDone()) self.disconnect();
      });
      observer.observe(drawer, { childList: true, subtree: true });
    };
    document.addEventListener('focusin', focusField);
    return () => {
      document.removeEventListener('focusin', focusField);
      observer?.disconnect();
    };
  }, []);
  return (
    <style href="portal-content-field-drawers" precedence="default">
      {STYLES}
    </style>
  );
}
