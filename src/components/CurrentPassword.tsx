'use client';

import { PasswordField, useAuth, useDocumentInfo, useFormFields } from '@payloadcms/ui';
import type { TextFieldClientProps } from 'payload';

/** Asks for the current password while the user who is signed in types a new one for themselves. */
export function CurrentPassword({ field, path }: TextFieldClientProps) {
  const { user } = useAuth();
  const { id } = useDocumentInfo();
  const isChanging = useFormFields(([fields]) => Boolean(fields.password?.value));
  if (!isChanging || id === undefined || String(id) !== String(user?.id)) return null;
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
