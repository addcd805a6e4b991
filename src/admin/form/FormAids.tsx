'use client';
import { ErrorMessages } from '../../payload/admin/ErrorMessages.tsx';
import { Autosave } from '../../payload/form/Autosave.tsx';
import { UnsavedWords } from '../../payload/form/UnsavedWords.tsx';
import { useFocus } from '../../payload/form/useFocus.ts';
import { useRefusedSaves } from '../../payload/form/useRefusedSaves.ts';
import { useTypedText } from '../../payload/form/useTypedText.ts';

/**
 * Additions to Payload's form: retries after refused saves, focus after a save, lasting errors, automatic drafts, and a copy of
 * unsaved text when another user takes over.
 */
export function FormAids() {
  useRefusedSaves();
  useTypedText();
  useFocus();
  return (
    <>
      <ErrorMessages />
      <Autosave />
      <UnsavedWords />
    </>
  );
}
