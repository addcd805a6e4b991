'use client';
import { useDocumentInfo, useForm, useFormInitializing, useFormProcessing } from '@payloadcms/ui';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** Gets the focus if the pressed button is disabled after the save. */
const CONTROLS = '.doc-controls__controls';

interface HeldFocus {
  element: HTMLElement;
  /** The selection in the element. */
  range?: Range | undefined;
}

/** The focus before the first save of a document, which navigates to another page. */
let heldByFirstSave: HeldFocus | undefined;

/**
 * Restores the focus after a save, in the field or at the button. The form of Payload 3.90 loses it, since it disables all
 * controls until the response arrives.
 *
 * Needed for: users of keyboards and screen readers.
 */
export function useFocus(): void {
  const { id } = useDocumentInfo();
  const { formRef } = useForm();
  const processing = useFormProcessing();
  const initializing = useFormInitializing();
  const focused = useRef<HTMLElement>(undefined);
  const held = useRef<HeldFocus>(undefined);
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
    // In the next frame all controls are enabled, including those of the rich text.
    const frame = requestAnimationFrame(() => restore(its));
    return () => cancelAnimationFrame(frame);
  }, [id, initializing, processing]);
}

function restore({ element, range }: HeldFocus): void {
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
