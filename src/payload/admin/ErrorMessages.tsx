'use client';
import { keepErrors } from './keepErrors.ts';

/** A long message is read by scrolling in it, and its × stays on the screen. Layers of Payload yield to it. */
const STYLES = `
.payload-toast-item .toast-content {
  max-height: 50vh;
  overflow-wrap: anywhere;
  overflow-y: auto;
  touch-action: pan-y;
  white-space: pre-line;
}`;

/**
 * Messages of errors that stay, and that a screen has room for. Those of Payload 3.90 grow beyond it, with their × outside.
 *
 * Depends on it: long refusals, as of a bulk edit.
 */
export function ErrorMessages() {
  keepErrors();
  return (
    <style href="portal-content-messages" precedence="default">
      {STYLES}
    </style>
  );
}
