'use client';
import {
  useAllFormFields,
  useDocumentInfo,
  useForm,
  useFormModified,
  useFormProcessing,
} from '@payloadcms/ui';
import type { FormState } from 'payload';
import { useEffect, useRef } from 'react';

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
