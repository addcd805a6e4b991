'use client';
import { keepErrors } from './keepErrors.ts';

/** A long message scrolls, and its close button stays visible. Payload's CSS layers have lower precedence. */
const STYLES = `
.payload-toast-item .toast-content {
  max-height: 50vh;
  overflow-wrap: anywhere;
  overflow-y: auto;
  touch-action: pan-y;
  white-space: pre-line;
}`;

/**
 * Styles for long error messages, and {@link keepErrors}. In Payload 3.90 they grow beyond the screen, and the close button
 * cannot be reached.
 *
 * Needed for: long messages, for example of a bulk edit.
 */
export function ErrorMessages() {
  keepErrors();
  return (
    <style href="portal-content-messages" precedence="default">
      {STYLES}
    </style>
  );
}
