'use client';

import {
  useAllFormFields,
  useDocumentInfo,
  useForm,
  useFormInitializing,
  useFormModified,
  useFormProcessing,
  useFormSubmitted,
} from '@payloadcms/ui';
import type { FormState } from 'payload';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** A form on this page. */
export interface OpenForm {
  collection: string | undefined;
  id: number | string | undefined;
  fields: FormState;
  isUnsaved: boolean;
  /** Whether something was typed while the last save was answered. */
  isTypedMeanwhile: boolean;
}

const forms = new Set<OpenForm>();

export function openForm(collection: unknown, id: unknown): OpenForm | undefined {
  return [...forms].find((form) => form.collection === collection && form.id === id);
}

/** Whether a form on this page has text that is not saved. */
export function hasUnsaved(): boolean {
  return [...forms].some(({ isUnsaved }) => isUnsaved);
}

/** Makes the form known to {@link openForm} and {@link hasUnsaved}. */
export function useOpenForm(): void {
  const { id, collectionSlug } = useDocumentInfo();
  const { setModified } = useForm();
  const [fields] = useAllFormFields();
  const modified = useFormModified();
  const processing = useFormProcessing();
  const form = useRef<OpenForm>({} as OpenForm).current;
  Object.assign(form, { collection: collectionSlug, id, fields, isUnsaved: modified });
  useEffect(() => {
    forms.add(form);
    return () => {
      forms.delete(form);
    };
  }, [form]);
  useEffect(() => {
    if (processing || !form.isTypedMeanwhile) return;
    form.isTypedMeanwhile = false;
    // The answer has marked it as saved.
    setModified(true);
  }, [form, processing, setModified]);
}

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

/**
 * Leaves the form modified after a refused save, if it was, so that its buttons work again: the cause may be fixed elsewhere.
 * Also marks it as submitted, so that errors show at their fields. The form of Payload 3.90 stays modified only after a refused
 * draft, and then shows no errors at the fields. A form without changes stays so: saved again, it would be a newer draft than
 * the one that somebody has approved.
 *
 * Upstream: payloadcms/payload#17517, #17534.
 * Needed for: trying again, and the warning before unsaved changes are lost.
 */
export function useRefusedSaves(): void {
  const { setModified, setSubmitted } = useForm();
  const [fields] = useAllFormFields();
  const modified = useFormModified();
  const submitted = useFormSubmitted();
  const processing = useFormProcessing();
  const wasProcessing = useRef(false);
  const wasModified = useRef(false);
  useEffect(() => {
    const isAnswered = wasProcessing.current && !processing;
    wasProcessing.current = processing;
    if (!isAnswered) {
      if (!processing) wasModified.current = modified;
      return;
    }
    // After a successful save the form is neither modified nor submitted.
    const isRefusedDraft = modified && Object.values(fields).some(({ valid }) => valid === false);
    if (!submitted && !isRefusedDraft) return;
    if (wasModified.current) setModified(true);
    setSubmitted(true);
  }, [fields, modified, processing, setModified, setSubmitted, submitted]);
}
