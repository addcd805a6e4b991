'use client';
import {
  useAllFormFields,
  useForm,
  useFormModified,
  useFormProcessing,
  useFormSubmitted,
} from '@payloadcms/ui';
import { useEffect, useRef } from 'react';

/**
 * After a refused save the form counts as changed, so that its buttons work again: what was in the way may be mended
 * elsewhere. It also counts as submitted, drafts too, so that what was said of a field is shown there.
 */
export function useRefusedSaves(): void {
  const { setModified, setSubmitted } = useForm();
  const [fields] = useAllFormFields();
  const modified = useFormModified();
  const submitted = useFormSubmitted();
  const processing = useFormProcessing();
  const wasProcessing = useRef(false);
  useEffect(() => {
    const isAnswered = wasProcessing.current && !processing;
    wasProcessing.current = processing;
    if (!isAnswered) return;
    // After a save that went well, Payload's form is neither.
    const isRefusedDraft = modified && Object.values(fields).some(({ valid }) => valid === false);
    if (!submitted && !isRefusedDraft) return;
    setModified(true);
    setSubmitted(true);
  }, [fields, modified, processing, setModified, setSubmitted, submitted]);
}
