'use client';

import {
  ServerFunctionsProvider,
  toast,
  useAuth,
  useConfig,
  useModal,
  useServerFunctions,
  useTranslation,
} from '@payloadcms/ui';
import type { ServerFunctionClient } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { focusTexts } from '../admin/dialogFocus.ts';
import { hasUnsaved } from '../form/forms.ts';
import { keepTyped } from '../form/keepTyped.ts';
import { bilingual, translate } from '../i18n/bilingual.ts';
import { AskBeforeSignOut } from './AskBeforeSignOut.tsx';
import { explainFailures } from './explainFailures.ts';

const ENDED = bilingual(
  'Η σύνδεσή σας έχει λήξει, γι’ αυτό δεν έγινε. Όσα γράψατε μένουν εδώ. Συνδεθείτε σε νέα καρτέλα και πατήστε ξανά το ίδιο κουμπί.',
  'Your session has ended, so it was not done. What you wrote stays here. Sign in in a new tab and press the same button again.',
);
const NOTICE = bilingual(
  'Η σύνδεσή σας έχει λήξει. Όσα γράψατε μένουν εδώ.',
  'Your session has ended. What you wrote stays here.',
);
const SIGN_IN = bilingual('Σύνδεση σε νέα καρτέλα', 'Sign in in a new tab');
const BACK = bilingual('Είστε ξανά σε σύνδεση.', 'You are signed in again.');

/** Payload's slug of the question before the end of a session. */
const STAY = 'stay-logged-in';

/** How often it is asked whether the user has signed in again, in milliseconds. */
const POLL_INTERVAL = 5_000;

/** How long before the end Payload is kept from leaving the page, in milliseconds. */
const BEFORE_END = 1_000;

/** The longest time of a timer, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

type User = NonNullable<ReturnType<typeof useAuth>['user']>;

interface Me {
  user: User | null;
  exp?: number;
}

/** Dispatches `signed-in` when a user whose session had ended has signed in again. */
export const signedIn = new EventTarget();

/**
 * Keeps a page with unsaved text open when the session ends, and offers to sign in in a new tab; explains failed requests; and
 * keeps what is typed while a save is answered. Payload 3.90 leaves the page at the end of a session, with all that was typed.
 *
 * Needed for: unsaved text. A provider for `admin.components.providers`.
 */
export function Session({ children }: { children?: ReactNode }) {
  const { hasEnded, isEnded } = useSignIn();
  const { serverFunction } = useServerFunctions();
  useEffect(focusTexts, []);
  const call: ServerFunctionClient = useCallback(
    async (args) => {
      try {
        return keepTyped(args, await serverFunction(args));
      } catch (error) {
        void hasEnded();
        throw error;
      }
    },
    [hasEnded, serverFunction],
  );
  return (
    <ServerFunctionsProvider serverFunction={call}>
      {isEnded && <SignInAgain />}
      <AskBeforeSignOut>{children}</AskBeforeSignOut>
    </ServerFunctionsProvider>
  );
}

const STYLES = `
.portal-session {
  position: fixed;
  inset-block-start: 0;
  inset-inline: 0;
  z-index: 10000;
  padding: calc(var(--base) / 2) var(--base);
  text-align: center;
  color: var(--theme-error-900);
  background: var(--theme-error-100);
  border-block-end: 2px solid var(--theme-error-500);
}
.portal-session a { color: inherit; font-weight: 600; }`;

function SignInAgain() {
  const { admin, routes } = useConfig().config;
  const { language } = useTranslation().i18n;
  const login = formatAdminURL({ adminRoute: routes.admin, path: admin.routes.login });
  return (
    <div className="portal-session" role="alert">
      <style href="portal-content-session" precedence="default">
        {STYLES}
      </style>
      {translate(NOTICE, language)}{' '}
      <a href={login} rel="noopener" target="_blank">
        {translate(SIGN_IN, language)}
      </a>
    </div>
  );
}

/** Watches over the end of the session. */
function useSignIn() {
  const { setUser, tokenExpirationMs, user } = useAuth();
  const { admin, routes, serverURL } = useConfig().config;
  const { closeModal } = useModal();
  const [isEnded, setEnded] = useState(false);
  const ended = useRef(false);
  const address = formatAdminURL({ apiRoute: routes.api, path: `/${admin.user}/me`, serverURL });
  const known = useRef({ setUser, user });
  known.current = { setUser, user };

  const announce = useCallback(() => {
    ended.current = true;
    setEnded(true);
  }, []);

  const hasEnded = useCallback(async () => {
    // Nobody was signed in, as on the page for that.
    if (!known.current.user) return false;
    const me = await askMe(address);
    if (me?.user === null) announce();
    return me?.user === null;
  }, [address, announce]);

  useEffect(
    () => explainFailures({ api: routes.api, ended: ENDED, hasEnded, hasUnsaved }),
    [hasEnded, routes.api],
  );

  useEffect(() => {
    const left = (tokenExpirationMs ?? 0) - Date.now() - BEFORE_END;
    // Not a number for users of another strategy; longer than a timer can be after `stay`.
    if (!(left > 0 && left <= MAX_TIMER)) return;
    const stay = () => {
      const { user: own, setUser: set } = known.current;
      if (!own || !hasUnsaved()) return;
      // Payload leaves the page when the time that it knows is over.
      set({ user: own, exp: (Date.now() + 2 * MAX_TIMER) / 1000 } as never);
      closeModal(STAY);
      announce();
    };
    const timer = setTimeout(stay, left);
    return () => clearTimeout(timer);
  }, [announce, closeModal, tokenExpirationMs]);

  useEffect(() => {
    const look = async () => {
      if (!ended.current) return;
      const me = await askMe(address);
      if (!me?.user || !ended.current) return;
      ended.current = false;
      setEnded(false);
      toast.success(translate(BACK, document.documentElement.lang));
      known.current.setUser(me as never);
      signedIn.dispatchEvent(new Event('signed-in'));
    };
    const timer = setInterval(() => void look(), POLL_INTERVAL);
    const onFocus = () => void look();
    window.addEventListener('focus', onFocus);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', onFocus);
    };
  }, [address]);
  return { hasEnded, isEnded };
}

/** Who is signed in; undefined if that is not known. */
async function askMe(address: string): Promise<Me | undefined> {
  try {
    const response = await fetch(address, { cache: 'no-store', credentials: 'include' });
    // What is not read keeps its connection.
    const me: Me = await response.json();
    return response.ok ? me : undefined;
  } catch {
    return undefined;
  }
}
