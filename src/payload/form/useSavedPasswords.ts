'use client';
import { useDocumentInfo, useForm } from '@payloadcms/ui';
import { useEffect } from 'react';

/**
 * The form of Payload 3.90 keeps the passwords that it has saved, and would send them with every later save.
 *
 * Depends on it: that the field for the current password asks once.
 * @param current the path of that field, which holds one too
 */
export function useSavedPasswords(current: string): void {
  const { savedDocumentData } = useDocumentInfo();
  const savedAt = savedDocumentData?.updatedAt;
  const { dispatchFields } = useForm();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what tells that something has been saved
  useEffect(() => {
    dispatchFields({ type: 'REMOVE', path: 'password' });
    dispatchFields({ type: 'REMOVE', path: 'confirm-password' });
    // Not removed: the component that asks for it is a part of its state.
    dispatchFields({ type: 'UPDATE', path: current, value: undefined, valid: true, validate: undefined });
  }, [savedAt, dispatchFields, current]);
}
