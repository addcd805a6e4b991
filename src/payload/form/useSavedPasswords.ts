'use client';
import { useDocumentInfo, useForm } from '@payloadcms/ui';
import { useEffect } from 'react';

/**
 * Clears passwords from the form after a save. The form of Payload 3.90 keeps them, and sends them with every later save.
 *
 * Needed for: asking for the current password only once.
 * @param current the path of the field with the current password
 */
export function useSavedPasswords(current: string): void {
  const { savedDocumentData } = useDocumentInfo();
  const savedAt = savedDocumentData?.updatedAt;
  const { dispatchFields } = useForm();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what tells that something has been saved
  useEffect(() => {
    dispatchFields({ type: 'REMOVE', path: 'password' });
    dispatchFields({ type: 'REMOVE', path: 'confirm-password' });
    // Not removed: its state includes the component that renders it.
    dispatchFields({ type: 'UPDATE', path: current, value: undefined, valid: true, validate: undefined });
  }, [savedAt, dispatchFields, current]);
}
