'use client';
import { useForm } from '@payloadcms/ui';
import { useEffect, useRef, useState } from 'react';

const SAVE_DRAFT = '#action-save-draft';
const SAVE = '#action-save';

/**
 * Makes a save include everything that was typed. The rich text of Payload 3.90 updates the form only when the browser is idle.
 * Until then the buttons save the old text, and Ctrl+S (⌘S) finds no change. Here both wait for the update.
 *
 * Upstream: payloadcms/payload#12046, which introduced it.
 * Needed for: the last words before a save.
 */
export function useTypedText(): void {
  const { formRef } = useForm();
  // A delayed click. Each is a new object, so that the effect below runs.
  const [press, setPress] = useState<{ button: string }>();
  const isPressing = useRef(false);
  useEffect(() => {
    const form = formRef.current;
    const wait = (event: Event, button: string) => {
      event.preventDefault();
      event.stopPropagation();
      whenIdle(() => setPress({ button }));
    };
    const onClick = (event: MouseEvent) => {
      const button = event.target instanceof Element && event.target.closest(`${SAVE_DRAFT}, ${SAVE}`);
      if (button && !isPressing.current) wait(event, `#${button.id}`);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = event.code === 'KeyS' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (isSave) wait(event, form?.querySelector(SAVE_DRAFT) ? SAVE_DRAFT : SAVE);
    };
    form?.addEventListener('click', onClick, { capture: true });
    form?.addEventListener('keydown', onKeyDown);
    return () => {
      form?.removeEventListener('click', onClick, { capture: true });
      form?.removeEventListener('keydown', onKeyDown);
    };
  }, [formRef]);
  // After a render, when the buttons know the updated form.
  useEffect(() => {
    if (!press) return;
    isPressing.current = true;
    formRef.current?.querySelector<HTMLElement>(press.button)?.click();
    isPressing.current = false;
  }, [press, formRef]);
}

/** Runs a step after pending idle callbacks: the form then has what was typed. Safari has no `requestIdleCallback`. */
export function whenIdle(step: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(step, { timeout: 1000 });
  else setTimeout(step, 100);
}
