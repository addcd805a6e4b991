'use client';
import { useDocumentInfo, useForm, useFormInitializing, useFormProcessing } from '@payloadcms/ui';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** Where the keyboard goes on when the button that was pressed can't be pressed again. */
const CONTROLS = '.doc-controls__controls';

interface Held {
  element: HTMLElement;
  /** What was selected in it. */
  range?: Range | undefined;
}

/** What had the focus when a document was saved for the first time: that opens another page. */
let heldByFirstSave: Held | undefined;

/**
 * After a save the focus is where it was: in the field, or at the button. The form of Payload 3.90 loses it, since it disables
 * all its controls until the answer is there.
 *
 * Depends on it: who writes and saves by keyboard, or with a screen reader.
 */
export function useFocus(): void {
  const { id } = useDocumentInfo();
  const { formRef } = useForm();
  const processing = useFormProcessing();
  const initializing = useFormInitializing();
  const focused = useRef<HTMLElement>(undefined);
  const held = useRef<Held>(undefined);
  useEffect(() => {
    const form = formRef.current;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) focused.current = target;
    };
    form?.addEventListener('focusin', note);
    return () => form?.removeEventListener('focusin', note);
  }, [formRef]);
  useLayoutEffect(() => {
    if (!processing || !focused.current) return;
    const selection = focused.current.isContentEditable ? getSelection() : null;
    const range = selection?.rangeCount ? selection.getRangeAt(0).cloneRange() : undefined;
    held.current = { element: focused.current, range };
    if (id === undefined) heldByFirstSave = held.current;
  }, [id, processing]);
  useEffect(() => {
    if (processing || initializing) return;
    const its = held.current ?? (id === undefined ? undefined : heldByFirstSave);
    held.current = undefined;
    if (id !== undefined) heldByFirstSave = undefined;
    if (!its) return;
    // The controls are enabled by then, those of the rich text too.
    const frame = requestAnimationFrame(() => restore(its));
    return () => cancelAnimationFrame(frame);
  }, [id, initializing, processing]);
}

function restore({ element, range }: Held): void {
  if (document.activeElement !== document.body) return;
  const there = element.isConnected ? element : document.getElementById(element.id);
  there?.focus();
  if (range && element.isConnected) {
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
  }
  if (document.activeElement !== document.body) return;
  const controls = document.querySelector<HTMLElement>(CONTROLS);
  if (controls) controls.tabIndex = -1;
  controls?.focus();
}
