'use client';

import { Button, useTranslation } from '@payloadcms/ui';
import { type FormEvent, useEffect, useState } from 'react';
import { NO_ANSWER } from '../../../payload/admin/useApi.ts';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { completeSignIns } from '../../../payload/requests.ts';

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
  useEffect(
    () =>
      completeSignIns(async function ask(refused, again): Promise<Response> {
        const body = await refused
          .clone()
          .json()
          .catch(() => undefined);
        const [error] = (body?.errors ?? []) as { data?: { secondFactor?: string }; message: string }[];
        if (!error?.data?.secondFactor) return refused;
        const code = await new Promise<string>((give) => setAsked({ message: error.message, give }));
        setAsked(undefined);
        const response = await again(code).catch(() => undefined);
        if (response) return response.status === 401 ? ask(response, again) : response;
        return Response.json({ errors: [{ message: translate(NO_ANSWER, language) }] }, { status: 503 });
      }),
    [language],
  );
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
