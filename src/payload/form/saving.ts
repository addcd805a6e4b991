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
import type { FormState, ServerFunctionClientArgs } from 'payload';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { REFUSED } from '../requests.ts';
import { typedIn } from './keptWords.tsx';

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
      void untilIdle().then(() => setPress({ button }));
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

let awaited: Promise<unknown> = Promise.resolve();

/** Has saves wait for what is on its way into a text. */
export function holdSaves(work: Promise<void>): void {
  awaited = Promise.allSettled([awaited, work]);
}

/** Waits for pending idle callbacks: the form then has what was typed. Safari has no `requestIdleCallback`. */
export async function untilIdle(): Promise<void> {
  await awaited;
  await new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(resolve, { timeout: 1000 });
    else setTimeout(resolve, 100);
  });
}

interface OpenForm {
  fields: FormState;
  /** Whether something was typed while the last save was answered. */
  isTypedMeanwhile: boolean;
}

/** The forms of this page, by document. */
const openForms = new Map<string, OpenForm>();

/**
 * Keeps what is typed into a text between a save and the state of the form that the server sends afterwards, together with
 * {@link keepTyped}. The form of Payload 3.90 puts the saved value in its place.
 *
 * Upstream: payloadcms/payload#17676, about automatic drafts.
 * Needed for: words that are typed on after a save.
 */
export function useTypedMeanwhile(): void {
  const { id, collectionSlug } = useDocumentInfo();
  const { setModified } = useForm();
  const [fields] = useAllFormFields();
  const processing = useFormProcessing();
  const form = useRef<OpenForm>({ fields, isTypedMeanwhile: false }).current;
  form.fields = fields;
  const key = `${collectionSlug} ${id}`;
  useEffect(() => {
    openForms.set(key, form);
    return () => {
      openForms.delete(key);
    };
  }, [form, key]);
  useEffect(() => {
    if (processing || !form.isTypedMeanwhile) return;
    form.isTypedMeanwhile = false;
    // The answer has marked it as saved.
    setModified(true);
  }, [form, processing, setModified]);
}

interface AfterSave {
  collectionSlug?: unknown;
  id?: unknown;
  /** The saved document. */
  data?: unknown;
  /** The state of the form that was saved. */
  formState?: FormState;
}

/** @param result the answer of a server function, from which the values are removed that have changed since */
export async function keepTyped({ name, args }: ServerFunctionClientArgs, result: unknown): Promise<unknown> {
  const { collectionSlug, data, formState, id } = args as AfterSave;
  const form = openForms.get(`${collectionSlug} ${id}`);
  if (name !== 'form-state' || !data || !formState || !form) return result;
  const { state } = result as { state?: FormState };
  // The last words reach the form when the browser is idle.
  await untilIdle();
  for (const [path, field] of Object.entries(state ?? {})) {
    const [sent, now] = [formState[path], form.fields[path]];
    if (!sent || !now || now.rows || JSON.stringify(sent.value) === JSON.stringify(now.value)) continue;
    // Set by this project and not typed.
    if (typeof now.value === 'object' && now.value === now.initialValue) continue;
    delete field.value;
    delete field.initialValue;
    form.isTypedMeanwhile = true;
  }
  return result;
}

/** Gets the focus if the pressed button is disabled after the save. */
const CONTROLS = '.doc-controls__controls';

interface HeldFocus {
  element: HTMLElement;
  /** The selection in the element. */
  range?: Range | undefined;
}

/** The focus before a save. The first one of a document leads to another page. */
let held: HeldFocus | undefined;

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
    held = { element: focused.current, range };
  }, [processing]);
  useEffect(() => {
    if (processing || initializing || !held) return;
    const before = held;
    if (id !== undefined) held = undefined;
    // In the next frame all controls are enabled, including those of the rich text.
    const frame = requestAnimationFrame(() => restore(before));
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
 * the one that somebody has approved. Before a deletion is sent, Payload's button forgets that something is typed.
 *
 * Upstream: payloadcms/payload#17517, #17534.
 * Needed for: trying again, and the warning before unsaved changes are lost.
 */
export function useRefusedSaves(): void {
  const { getFields, setModified, setSubmitted } = useForm();
  useEffect(() => {
    const keep = () => Object.keys(typedIn(getFields())).length > 0 && setModified(true);
    window.addEventListener(REFUSED, keep);
    return () => window.removeEventListener(REFUSED, keep);
  }, [getFields, setModified]);
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
