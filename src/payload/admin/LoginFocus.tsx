'use client';

import { useEffect } from 'react';

/**
 * Focuses the first field of the sign-in form, unless another element has the focus. Payload 3.90 focuses none.
 *
 * Needed for: the sign-in page of the ready-to-run server.
 */
export function LoginFocus() {
  useEffect(() => {
    const input = document.querySelector<HTMLInputElement>('.login__form input');
    if (!input) return;
    const focus = () => {
      if (document.activeElement === document.body) input.focus();
    };
    focus();
    // The form is disabled until it is ready, and while it is being sent.
    const observer = new MutationObserver(focus);
    observer.observe(input, { attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, []);
  return null;
}
