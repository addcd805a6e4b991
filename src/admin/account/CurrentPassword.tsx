'use client';

import { PasswordField, useAuth, useDocumentInfo, useForm, useFormFields } from '@payloadcms/ui';
import type { TextFieldClientProps } from 'payload';
import { useEffect } from 'react';

/** Asks for the current password while the user who is signed in types a new one for themselves. */
export function CurrentPassword({ field, path }: TextFieldClientProps) {
  const { user } = useAuth();
  const { id, savedDocumentData } = useDocumentInfo();
  const savedAt = savedDocumentData?.updatedAt;
  const { dispatchFields } = useForm();
  const hasPassword = useFormFields(([fields]) => Boolean(fields.password?.value));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what tells that something has been saved
  useEffect(() => {
    // Payload's form keeps the passwords that it has saved, and would send them with every later save.
    dispatchFields({ type: 'REMOVE', path: 'password' });
    dispatchFields({ type: 'REMOVE', path: 'confirm-password' });
    // Not removed: this component is a part of its state.
    dispatchFields({ type: 'UPDATE', path, value: undefined, valid: true, validate: undefined });
  }, [savedAt, dispatchFields, path]);
  if (!hasPassword || id === undefined || String(id) !== String(user?.id)) return null;
  return (
    <PasswordField
      autoComplete="current-password"
      field={{ name: field.name, label: field.label }}
      indexPath=""
      parentPath=""
      parentSchemaPath=""
      path={path}
      schemaPath={path}
    />
  );
}
