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
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSavedPasswords } from '../payload/form/useSavedPasswords.ts';
import { type Bilingual, translate } from '../payload/i18n/bilingual.ts';

const NEW_PASSWORDS = ['password', 'confirm-password'];

/** Says how long a password has to be, and asks for the current one while users change their own. */
export function CurrentPassword({ field, least, path, tooShort }: TextFieldClientProps & PasswordProps) {
  const { user } = useAuth();
  const { id } = useDocumentInfo();
  const { language } = useTranslation().i18n;
  const password = useFormFields(([fields]) => String(fields.password?.value ?? ''));
  const short = useLength(password, least);
  useSavedPasswords(path);
  useRefused();
  const isOwn = id !== undefined && String(id) === String(user?.id);
  return (
    <>
      {short && (
        <BesidePassword>
          <strong role="alert" style={{ color: 'var(--theme-error-600)' }}>
            {translate(tooShort, language)}
          </strong>
        </BesidePassword>
      )}
      {password !== '' && isOwn && (
        <PasswordField
          autoComplete="current-password"
          field={{ name: field.name, label: field.label }}
          indexPath=""
          parentPath=""
          parentSchemaPath=""
          path={path}
          schemaPath={path}
        />
      )}
    </>
  );
}

interface PasswordProps {
  /** The minimum length of a password. */
  least: number;
  /** The message of a shorter one. */
  tooShort: Bilingual;
}

function BesidePassword({ children }: { children: ReactNode }) {
  const place = document.querySelector('#field-password')?.closest('.field-type');
  return place ? createPortal(children, place) : null;
}

/** Keeps a new password that is too short from being sent. Payload would close its fields with the refusal. */
function useLength(password: string, least: number): boolean {
  const [isShown, setShown] = useState(false);
  const isShort = password !== '' && password.length < least;
  useEffect(() => {
    if (!isShort) {
      setShown(false);
      return undefined;
    }
    const refuse = (event: Event) => {
      if (!(event.target instanceof Element) || !event.target.closest('#action-save')) return;
      event.preventDefault();
      event.stopPropagation();
      setShown(true);
      document.querySelector<HTMLElement>('#field-password')?.focus();
    };
    document.addEventListener('click', refuse, true);
    return () => document.removeEventListener('click', refuse, true);
  }, [isShort]);
  return isShort && isShown;
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
