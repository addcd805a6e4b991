'use client';

import { Button, useTranslation } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { signInCode } from '../../../payload/requests.ts';

const CODE = bilingual('Κωδικός μίας χρήσης, ή κωδικός ανάκτησης', 'One-time code, or a recovery code');
const GO_ON = bilingual('Συνέχεια', 'Continue');

/** Below the sign-in form: asks for the code of the second factor, where the answer to the password says that one is needed. */
export function SignInCode() {
  const { language } = useTranslation().i18n;
  const [asked, setAsked] = useState<{ message: string; give(code: string): void }>();
  useEffect(() => {
    signInCode.ask = (message) => new Promise((give) => setAsked({ message, give }));
  }, []);
  if (!asked) return null;
  const send = (form: FormData) => {
    setAsked(undefined);
    asked.give(String(form.get('code')));
  };
  return (
    <form action={send} className="field-type text">
      <p id="sign-in-code-message" role="alert">
        {asked.message}
      </p>
      <label className="field-label" htmlFor="sign-in-code">
        {translate(CODE, language)}
      </label>
      <input
        aria-describedby="sign-in-code-message"
        autoComplete="one-time-code"
        // biome-ignore lint/a11y/noAutofocus: it is what comes next
        autoFocus
        id="sign-in-code"
        inputMode="numeric"
        name="code"
        required
      />
      <Button type="submit">{translate(GO_ON, language)}</Button>
    </form>
  );
}
