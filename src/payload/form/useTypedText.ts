'use client';
import { useForm } from '@payloadcms/ui';
import { useEffect, useRef, useState } from 'react';

const SAVE_DRAFT = '#action-save-draft';
const SAVE = '#action-save';

/**
 * A save takes all that was typed. The rich text of Payload 3.90 hands it to the form when the browser is next idle: until
 * then the buttons save the text without it, and Ctrl+S (⌘S) finds nothing to save. Both wait for that here.
 *
 * Upstream: payloadcms/payload#12046, which brought it.
 * Depends on it: the last words before a save.
 */
export function useTypedText(): void {
  const { formRef } = useForm();
  // A press that has waited, as an object of its own each time.
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
  // After a render: the buttons know then what the form has been handed.
  useEffect(() => {
    if (!press) return;
    isPressing.current = true;
    formRef.current?.querySelector<HTMLElement>(press.button)?.click();
    isPressing.current = false;
  }, [press, formRef]);
}

/** Does it after what was to be done before. Safari has no idle time to tell of. */
function whenIdle(step: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(step, { timeout: 1000 });
  else setTimeout(step, 100);
}
