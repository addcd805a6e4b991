'use client';

import {
  Button,
  PasswordField,
  useAuth,
  useConfig,
  useDocumentInfo,
  useForm,
  useFormFields,
  useFormProcessing,
  useTranslation,
} from '@payloadcms/ui';
import type { TextFieldClientProps } from 'payload';
import { useEffect, useRef } from 'react';

const NEW_PASSWORDS = ['password', 'confirm-password'];

/** Asks for the current password while users change their own. */
export function CurrentPassword({ field, path }: TextFieldClientProps) {
  const { user } = useAuth();
  const { id } = useDocumentInfo();
  const password = useFormFields(([fields]) => String(fields.password?.value ?? ''));
  useSavedPasswords(path);
  useRefused();
  if (password === '' || id === undefined || String(id) !== String(user?.id)) return null;
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

/**
 * Clears passwords from the form after a save. The form of Payload 3.90 keeps them, and sends them with every later save.
 *
 * Needed for: asking for the current password only once.
 * @param current the path of the field with the current password
 */
function useSavedPasswords(current: string): void {
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

/** Opens the fields of a new password again after a refusal, with what was typed. Payload closes them with every answer. */
function useRefused(): void {
  const { dispatchFields, getField } = useForm();
  const isProcessing = useFormProcessing();
  const wasProcessing = useRef(false);
  useEffect(() => {
    const isAnswered = wasProcessing.current && !isProcessing;
    wasProcessing.current = isProcessing;
    if (!isAnswered) return undefined;
    // Once Payload has closed them. After a save they are empty.
    const timer = setTimeout(() => {
      const values = NEW_PASSWORDS.map((name) => getField(name)?.value);
      const open = document.querySelector<HTMLElement>('#change-password');
      if (!values[0] || !open) return;
      open.click();
      for (const [at, name] of NEW_PASSWORDS.entries())
        dispatchFields({ type: 'UPDATE', path: name, value: values[at], valid: true });
    });
    return () => clearTimeout(timer);
  }, [dispatchFields, getField, isProcessing]);
}

/** Languages in their own words. */
const NAMES: Record<string, string> = { el: 'Ελληνικά', en: 'English' };

/** Below the sign-in form: the other languages of the admin. Payload has the choice on the account page alone. */
export function LoginLanguage() {
  const { config } = useConfig();
  const { i18n, languageOptions } = useTranslation();
  const choose = (language: string) => {
    // As Payload keeps the choice. Its own way is a server function, which nobody calls before signing in.
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${config.cookiePrefix ?? 'payload'}-lng=${language}; path=/; max-age=31536000; samesite=lax`;
    window.location.reload();
  };
  return (
    <div style={{ textAlign: 'center' }}>
      {languageOptions
        .filter(({ value }) => value !== i18n.language)
        .map(({ label, value }) => (
          <Button key={value} buttonStyle="none" onClick={() => choose(value)}>
            <span lang={value}>{NAMES[value] ?? label}</span>
          </Button>
        ))}
    </div>
  );
}
