'use client';

import { useEffect } from 'react';

/**
 * Puts the cursor into the first field of the form for signing in, unless somebody has begun elsewhere. Payload 3.90 leaves it
 * nowhere.
 *
 * Depends on it: the sign-in page of the ready-to-run server.
 */
export function LoginFocus() {
  useEffect(() => {
    const input = document.querySelector<HTMLInputElement>('.login__form input');
    if (!input) return;
    const focus = () => {
      if (document.activeElement === document.body) input.focus();
    };
    focus();
    // Payload's form is disabled until it is ready, and while it is sent.
    const observer = new MutationObserver(focus);
    observer.observe(input, { attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, []);
  return null;
}
