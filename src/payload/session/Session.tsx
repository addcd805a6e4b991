'use client';
import {
  ServerFunctionsProvider,
  toast,
  useAuth,
  useConfig,
  useModal,
  useServerFunctions,
} from '@payloadcms/ui';
import type { ServerFunctionClient } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { bilingual, speak } from '../../i18n/bilingual.ts';
import { focusTexts } from '../admin/dialogFocus.ts';
import { hasUnsaved } from '../form/forms.ts';
import { keepTyped } from '../form/keepTyped.ts';
import { AskBeforeSignOut } from './AskBeforeSignOut.tsx';
import { explainFailures } from './explainFailures.ts';
import { signedIn } from './signedIn.ts';

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

/** The id of the message with the way to sign in. */
const MESSAGE = 'portal-session';

/** Payload's slug of the question before the end of a session. */
const STAY = 'stay-logged-in';

/** How often it is asked whether the user has signed in again, in milliseconds. */
const ASKED = 5_000;

/** How long before the end Payload is kept from leaving the page, in milliseconds. */
const BEFORE_END = 1_000;

/** No session lasts as long, in seconds. */
const FAR = 365 * 24 * 60 * 60;

type User = NonNullable<ReturnType<typeof useAuth>['user']>;

interface Me {
  user: User | null;
  exp?: number;
}

/**
 * Keeps a page with unsaved text open when the session ends, and offers to sign in in a new tab; explains failed requests; and
 * keeps what is typed while a save is answered. Payload 3.90 leaves the page at the end of a session, with all that was typed.
 *
 * Needed for: unsaved text. A provider for `admin.components.providers`.
 */
export function Session({ children }: { children?: ReactNode }) {
  const { hasEnded } = useSignIn();
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
      <AskBeforeSignOut>{children}</AskBeforeSignOut>
    </ServerFunctionsProvider>
  );
}

/** Watches over the end of the session. */
function useSignIn() {
  const { setUser, tokenExpirationMs, user } = useAuth();
  const { admin, routes } = useConfig().config;
  const { closeModal } = useModal();
  const isEnded = useRef(false);
  const address = `${routes.api}/${admin.user}/me`;
  const login = formatAdminURL({ adminRoute: routes.admin, path: admin.routes.login });
  const known = useRef({ setUser, user });
  known.current = { setUser, user };

  const announce = useCallback(() => {
    isEnded.current = true;
    const say = (text: typeof NOTICE) => speak(text, document.documentElement.lang);
    const message = (
      <span>
        {say(NOTICE)}{' '}
        <a href={login} rel="noopener" target="_blank">
          {say(SIGN_IN)}
        </a>
      </span>
    );
    toast.warning(message, { id: MESSAGE, duration: Number.POSITIVE_INFINITY });
  }, [login]);

  const hasEnded = useCallback(async () => {
    // Nobody was signed in, as on the page for that.
    if (!known.current.user) return false;
    const me = await askMe(address);
    if (me?.user === null) announce();
    return me?.user === null;
  }, [address, announce]);

  useEffect(() => {
    explainFailures({ api: routes.api, ended: ENDED, hasEnded, hasUnsaved });
  }, [hasEnded, routes.api]);

  useEffect(() => {
    if (!known.current.user || !tokenExpirationMs) return;
    const stay = () => {
      const { user: own, setUser: set } = known.current;
      if (!own || !hasUnsaved()) return;
      // Payload leaves the page when the time that it knows is over.
      set({ user: own, exp: Date.now() / 1000 + FAR } as never);
      closeModal(STAY);
      announce();
    };
    const left = tokenExpirationMs - Date.now() - BEFORE_END;
    const timer = left < FAR * 500 ? setTimeout(stay, Math.min(Math.max(left, 0), 2 ** 31 - 1)) : undefined;
    return () => clearTimeout(timer);
  }, [announce, closeModal, tokenExpirationMs]);

  useEffect(() => {
    const look = async () => {
      if (!isEnded.current) return;
      const me = await askMe(address);
      if (!me?.user || !isEnded.current) return;
      isEnded.current = false;
      toast.dismiss(MESSAGE);
      toast.success(speak(BACK, document.documentElement.lang));
      known.current.setUser(me as never);
      signedIn.dispatchEvent(new Event('signed-in'));
    };
    const timer = setInterval(() => void look(), ASKED);
    const onFocus = () => void look();
    window.addEventListener('focus', onFocus);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', onFocus);
    };
  }, [address]);
  return { hasEnded };
}

/** Who is signed in; undefined if that is not known. */
async function askMe(address: string): Promise<Me | undefined> {
  try {
    const response = await fetch(address, { cache: 'no-store', credentials: 'include' });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
