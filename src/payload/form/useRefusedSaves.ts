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
