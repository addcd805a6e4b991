'use client';
import { ControlsHeight } from '../../payload/admin/ControlsHeight.tsx';
import { ErrorMessages } from '../../payload/admin/ErrorMessages.tsx';
import { FieldDrawers } from '../../payload/admin/FieldDrawers.tsx';
import { Autosave } from '../../payload/form/Autosave.tsx';
import { useOpenForm } from '../../payload/form/forms.ts';
import { KeptWords } from '../../payload/form/KeptWords.tsx';
import { UnsavedWords } from '../../payload/form/UnsavedWords.tsx';
import { useFocus } from '../../payload/form/useFocus.ts';
import { useRefusedSaves } from '../../payload/form/useRefusedSaves.ts';
import { useTypedText } from '../../payload/form/useTypedText.ts';
import { useLock } from '../../payload/locks/useLock.ts';

/**
 * Additions to Payload's form: retries after refused saves, focus after a save, lasting errors, automatic drafts, and unsaved
 * text, which is kept in the browser.
 */
export function FormAids() {
  useOpenForm();
  useLock();
  useRefusedSaves();
  useTypedText();
  useFocus();
  return (
    <>
      <ErrorMessages />
      <ControlsHeight />
      <FieldDrawers />
      <Autosave />
      <UnsavedWords />
      <KeptWords />
    </>
  );
}
