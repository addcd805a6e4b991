'use client';
import { ErrorMessages } from '../../payload/admin/ErrorMessages.tsx';
import { Autosave } from '../../payload/form/Autosave.tsx';
import { UnsavedWords } from '../../payload/form/UnsavedWords.tsx';
import { useFocus } from '../../payload/form/useFocus.ts';
import { useOwnChanges } from '../../payload/form/useOwnChanges.ts';
import { useRefusedSaves } from '../../payload/form/useRefusedSaves.ts';
import { useTypedText } from '../../payload/form/useTypedText.ts';

/**
 * What a form of the portal has beyond Payload's: saves can be tried again and keep the focus, errors last, drafts are saved
 * by themselves, and what was written is not lost to whoever takes over.
 */
export function FormAids() {
  useRefusedSaves();
  useOwnChanges();
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
