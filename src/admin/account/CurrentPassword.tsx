'use client';

import { PasswordField, useAuth, useDocumentInfo, useFormFields } from '@payloadcms/ui';
import type { TextFieldClientProps } from 'payload';
import { useSavedPasswords } from '../../payload/form/useSavedPasswords.ts';

/** Asks for the current password while users change their own. */
export function CurrentPassword({ field, path }: TextFieldClientProps) {
  const { user } = useAuth();
  const { id } = useDocumentInfo();
  const hasPassword = useFormFields(([fields]) => Boolean(fields.password?.value));
  useSavedPasswords(path);
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
