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
 * elsewhere. It also counts as submitted, drafts too, so that what was said of a field is shown there. The form of
 * Payload 3.90 does so after a refused draft alone, and shows nothing at the fields of one.
 *
 * Upstream: payloadcms/payload#17517, #17534.
 * Depends on it: trying again, and leaving the page without a loss.
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
    // After a save that went well, it is neither.
    const isRefusedDraft = modified && Object.values(fields).some(({ valid }) => valid === false);
    if (!submitted && !isRefusedDraft) return;
    setModified(true);
    setSubmitted(true);
  }, [fields, modified, processing, setModified, setSubmitted, submitted]);
}
