'use client';

import { toast } from '@payloadcms/ui';
import { isValidElement } from 'react';
import { bilingual, translate } from '../i18n/bilingual.ts';

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
 * Needed for: long messages, for example of a bulk action.
 */
export function ErrorMessages() {
  keepErrors();
  return (
    <style href="portal-content-messages" precedence="default">
      {STYLES}
    </style>
  );
}

const LASTING = { duration: Number.POSITIVE_INFINITY };

/** The maximum number of lines of a message. Further lines are counted. */
const MAX_LINES = 6;

const MORE = bilingual('και άλλα', 'and more:');

let isKept = false;

/** Messages of the same turn, for example of one bulk action, which are joined. */
let atOnce: { id: string; lines: string[] } | undefined;

let messages = 0;

/**
 * Keeps error messages open until they are closed or an action succeeds. Payload 3.90 closes them after four seconds, and has
 * no separate option for errors. Messages of the same turn become one, none is longer than a few lines, and a sentence is not
 * made a list.
 *
 * Needed for: reading why a save was refused.
 */
function keepErrors(): void {
  if (isKept) return;
  isKept = true;
  const { error, promise, success } = toast;
  toast.error = (shown, options) => {
    const message = textOf(shown);
    const { description = '', id, ...rest } = options ?? {};
    if (typeof message !== 'string' || typeof description !== 'string' || id !== undefined)
      return error(message, { ...LASTING, ...options });
    atOnce ??= begin();
    atOnce.lines.push(...[message, description].filter(Boolean));
    return error(fewLines(atOnce.lines.join('\n')), { ...LASTING, ...rest, id: atOnce.id });
  };
  toast.success = (message, options) => {
    for (const { id, type } of toast.getToasts() as { id: number | string; type?: string }[]) {
      if (type === 'error') toast.dismiss(id);
    }
    return success(message, options);
  };
  toast.promise = (saved, options) => {
    if (!(saved instanceof Promise)) return promise(saved, options);
    const { error: why, success: said, ...rest } = options ?? {};
    // Errors are handled by `rest`.
    saved.then(
      async (result) => toast.success(typeof said === 'function' ? await said(result) : said),
      () => undefined,
    );
    return promise(saved, {
      ...rest,
      error: async (reason: unknown) => {
        const said = textOf(typeof why === 'function' ? await why(reason) : why);
        return typeof said === 'string' ? fewLines(said) : said;
      },
      ...LASTING,
    });
  };
}

/** Payload makes a list of what stands between commas after a colon, also in a sentence. */
function textOf<Shown>(shown: Shown): Shown | string {
  const isOfForm = isValidElement<{ errorMessage?: unknown }>(shown);
  return isOfForm && typeof shown.props.errorMessage === 'string' ? shown.props.errorMessage : shown;
}

function begin() {
  queueMicrotask(() => {
    atOnce = undefined;
  });
  return { id: `portal-errors-${++messages}`, lines: [] };
}

function fewLines(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= MAX_LINES) return text;
  const more = `${translate(MORE, document.documentElement.lang)} ${lines.length - MAX_LINES}`;
  return [...lines.slice(0, MAX_LINES), more].join('\n');
}
