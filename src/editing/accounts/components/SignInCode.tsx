'use client';

import { Button, useTranslation } from '@payloadcms/ui';
import { type FormEvent, useEffect, useState } from 'react';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { signIns } from '../../../payload/requests.ts';

const CODE = bilingual('Κωδικός μίας χρήσης, ή κωδικός ανάκτησης', 'One-time code, or a recovery code');
const GO_ON = bilingual('Συνέχεια', 'Continue');

interface Asked {
  message: string;
  give(code: string): void;
}

/** Below the sign-in form: asks for the code of the second factor, where the answer to the password says that one is needed. */
export function SignInCode() {
  const { language } = useTranslation().i18n;
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    const { complete } = signIns;
    signIns.complete = async (refused, again) => {
      const { errors } = await refused.clone().json();
      const [{ data, message }] = errors as [{ data?: { secondFactor?: string }; message: string }];
      if (!data?.secondFactor) return refused;
      const code = await new Promise<string>((give) => setAsked({ message, give }));
      setAsked(undefined);
      return again(code);
    };
    return () => {
      signIns.complete = complete;
    };
  }, []);
  if (!asked) return null;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    asked.give(String(new FormData(event.currentTarget).get('code') ?? '').trim() || '-');
  };
  return (
    <form className="field-type text" onSubmit={send}>
      <p id="sign-in-code-message" role="alert">
        {asked.message}
      </p>
      <label className="field-label" htmlFor="sign-in-code">
        {translate(CODE, language)}
      </label>
      <input
        aria-describedby="sign-in-code-message"
        autoCapitalize="none"
        autoComplete="one-time-code"
        // biome-ignore lint/a11y/noAutofocus: it is what comes next
        autoFocus
        id="sign-in-code"
        name="code"
        required
        spellCheck={false}
      />
      <Button type="submit">{translate(GO_ON, language)}</Button>
    </form>
  );
}
