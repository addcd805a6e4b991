'use client';
import { ErrorMessages } from '../ErrorMessages.tsx';
import { Autosave } from './Autosave.tsx';
import { UnsavedWords } from './UnsavedWords.tsx';
import { useFocus } from './useFocus.ts';
import { useOwnChanges } from './useOwnChanges.ts';
import { useRefusedSaves } from './useRefusedSaves.ts';
import { useTypedText } from './useTypedText.ts';

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
