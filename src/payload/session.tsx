'use client';

import { ServerFunctionsProvider, useAuth, useConfig, useServerFunctions } from '@payloadcms/ui';
import { usePathname, useRouter } from 'next/navigation.js';
import type { ServerFunctionClient } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { keepTyped } from './form/saving.ts';
import { bilingual, translate } from './i18n/bilingual.ts';
import { explainFailures } from './requests.ts';

const DISCARDS = bilingual(
  'Γράψατε και δεν αποθηκεύτηκαν. Με την αποσύνδεση διαγράφονται από αυτόν τον υπολογιστή:',
  'You wrote this, and it was not saved. Signing out deletes it from this browser:',
);
const UNTITLED = bilingual('Χωρίς τίτλο', 'Untitled');

interface SessionProps {
  children?: ReactNode;
  /** The endpoint that ends the session at an identity provider, where people sign in by one. */
  endsAt?: `/${string}`;
}

/**
 * Explains failed requests, keeps what is typed while a save is answered, and says what a sign-out discards. A provider for
 * `admin.components.providers`.
 */
export function Session({ children, endsAt }: SessionProps) {
  const { admin, routes, serverURL } = useConfig().config;
  const { serverFunction } = useServerFunctions();
  const me = formatAdminURL({ apiRoute: routes.api, path: `/${admin.user}/me`, serverURL });
  useEffect(() => explainFailures(routes.api, me), [me, routes.api]);
  const call: ServerFunctionClient = useCallback(
    async (args) => keepTyped(args, await serverFunction(args)),
    [serverFunction],
  );
  const signOut = formatAdminURL({ adminRoute: routes.admin, path: admin.routes.logout });
  return (
    <ServerFunctionsProvider serverFunction={call}>
      {usePathname() === signOut ? (
        <SignOut endsAt={endsAt && formatAdminURL({ apiRoute: routes.api, path: endsAt, serverURL })}>
          {children}
        </SignOut>
      ) : (
        children
      )}
    </ServerFunctionsProvider>
  );
}

/** Payload signs out when its page is rendered: first the user is asked about what is kept in a browser that others may use. */
function SignOut({ children, endsAt }: { children: ReactNode; endsAt: string | undefined }) {
  const { fetchFullUser, logOut, user } = useAuth();
  const router = useRouter();
  const [isAsked, setAsked] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, since signing out changes the user
  useEffect(() => {
    // Another account may have signed in in another tab.
    const asked = fetchFullUser().then(async (now) => {
      const { forgetKept, titlesKept } = await import('./form/keptWords.tsx');
      const leaving = now ?? user;
      const { lang } = document.documentElement;
      const titles = leaving ? titlesKept(leaving) : [];
      const list = titles.map((title) => `– ${title || translate(UNTITLED, lang)}`);
      if (list.length > 0 && !window.confirm([translate(DISCARDS, lang), ...list].join('\n')))
        return router.back();
      if (leaving) forgetKept(leaving);
      if (!leaving || !endsAt) return setAsked(true);
      void logOut().then(() => window.location.assign(endsAt));
    });
    // A new build has other scripts.
    asked.catch(() => window.location.reload());
  }, []);
  return isAsked ? children : null;
}
