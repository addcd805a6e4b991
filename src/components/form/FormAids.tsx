'use client';
import { Autosave } from './Autosave.tsx';
import { keepErrors } from './keepErrors.ts';
import { useOwnChanges } from './useOwnChanges.ts';
import { useRefusedSaves } from './useRefusedSaves.ts';
import { useTypedText } from './useTypedText.ts';

/** What a form of the portal has beyond Payload's: saves can be tried again, errors last, drafts are saved by themselves. */
export function FormAids() {
  keepErrors();
  useRefusedSaves();
  useOwnChanges();
  useTypedText();
  return <Autosave />;
}
