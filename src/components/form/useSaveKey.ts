'use client';
import { useForm } from '@payloadcms/ui';
import { useEffect, useState } from 'react';

/**
 * Ctrl+S (⌘S) in a rich text, right after typing: Payload's editor hands the form what was typed when the browser is next
 * idle, and until then its own shortcut finds nothing to save. Everywhere else that one does.
 */
export function useSaveKey(): void {
  const { formRef } = useForm();
  const [pressed, setPressed] = useState(0);
  useEffect(() => {
    const form = formRef.current;
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = event.code === 'KeyS' && (event.ctrlKey || event.metaKey) && !event.altKey;
      const editor = event.target instanceof Element && event.target.closest('[data-lexical-editor]');
      if (!isSave || !editor) return;
      event.preventDefault();
      event.stopPropagation();
      whenIdle(() => setPressed((times) => times + 1));
    };
    form?.addEventListener('keydown', onKeyDown);
    return () => form?.removeEventListener('keydown', onKeyDown);
  }, [formRef]);
  useEffect(() => {
    if (pressed > 0) formRef.current?.querySelector<HTMLElement>('#action-save-draft')?.click();
  }, [pressed, formRef]);
}

/** Safari has no idle time to tell of. */
function whenIdle(step: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(step, { timeout: 1000 });
  else setTimeout(step, 100);
}
