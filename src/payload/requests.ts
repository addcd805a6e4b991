'use client';
import { formatAdminURL } from 'payload/shared';
import { type Bilingual, bilingual, translate } from './i18n/bilingual.ts';

const ENDED = bilingual(
  'Η σύνδεσή σας έχει λήξει, γι’ αυτό δεν έγινε. Όσα γράψατε μένουν εδώ. Συνδεθείτε σε νέα καρτέλα και πατήστε ξανά το ίδιο κουμπί.',
  'Your session has ended, so it was not done. What you wrote stays here. Sign in in a new tab and press the same button again.',
);
const AWAY = bilingual(
  'Ο διακομιστής δεν απάντησε. Όσα γράψατε μένουν εδώ. Ελέγξτε τη σύνδεσή σας στο δίκτυο, περιμένετε λίγο και πατήστε ξανά το ίδιο κουμπί.',
  'The server did not answer. What you wrote stays here. Check your connection to the network, wait a little and press the same button again.',
);
const TOO_LARGE = bilingual(
  'Δεν έγινε δεκτό, γιατί είναι πολύ μεγάλο. Όσα γράψατε μένουν εδώ. Μικρύνετε το αρχείο ή το κείμενο.',
  'It was not accepted, since it is too large. What you wrote stays here. Make the file or the text smaller.',
);
const FAILED = bilingual(
  'Ο διακομιστής απάντησε με σφάλμα. Όσα γράψατε μένουν εδώ. Δοκιμάστε ξανά, και αν συνεχιστεί, ενημερώστε τον διαχειριστή.',
  'The server answered with an error. What you wrote stays here. Try again, and tell the administrator if it goes on.',
);

/** A request of the admin to Payload's REST that is no reading one. */
interface WriteRequest {
  method: string;
  /** The segments of the path after the API's, decoded. */
  path: string[];
}

type HeadersOf = (request: WriteRequest) => Record<string, string>;

/** The event of the window when a write of the page has not been done. */
export const REFUSED = 'portal-refused';

/** The newest first: of one header, the oldest says what is sent. */
let given: HeadersOf[] = [];
let isPatched = false;

/**
 * Has a function give further headers for the write requests of the page. {@link explainFailures} sends them.
 * @returns ends it
 */
export function addToWriteRequests(headersOf: HeadersOf): () => void {
  given = [headersOf, ...given];
  return () => {
    given = given.filter((each) => each !== headersOf);
  };
}

/** Asks for the code of a second factor: the form of Payload 3.90 has no place for it, and waits for the answer meanwhile. */
export const signInCode: { ask?: (message: string) => Promise<string> } = {};

/** Not what a user has pressed: questions, whose callers would take an error for an answer, and writes of the admin itself. */
const OWN = /(?:^|\/)access\b|(?:^|\/)payload-(?:preferences|locked-documents)\b|\/logout$/;

/** Answered without a session too, with a refusal of its own. */
const PUBLIC = /\/(?:login|forgot-password|reset-password|unlock|first-register)$/;

const REFRESH = /\/refresh-token$/;

const SIGN_IN = /\/login$/;

/**
 * Replaces the answers to failed writes by one that says what happened and what to do. Payload 3.90 shows the browser's or the
 * proxy's words for a lost connection and an answer that is no JSON, and "you are not allowed" when the session has ended; and it
 * ends the session when it cannot be renewed for any reason. Its buttons and dialogs send their requests by themselves, and nothing
 * in its admin can add to them, so `fetch` is patched.
 *
 * Needed for: unsaved text, users who must know what to do, and reasons of withdrawals.
 * @param apiRoute the path of Payload's REST, such as `/api`
 * @param me the address that tells who is signed in
 */
export function explainFailures(apiRoute: string, me: string): void {
  if (isPatched) return;
  isPatched = true;
  // With Next's base path, if there is one.
  const root = formatAdminURL({ apiRoute, path: '' }).replace(/\/$/, '');
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const request = writeRequest(root, input, init);
    if (!request) return fetch(input, init);
    const headers = new Headers(init?.headers);
    for (const [name, value] of given.flatMap((of) => Object.entries(of(request)))) headers.set(name, value);
    const path = request.path.join('/');
    const send = () => fetch(input, { ...init, headers });
    if (OWN.test(path)) return send();
    const response = await send().catch((error: unknown) => {
      // The network's. What was aborted is no failure.
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    // Payload leaves the page after any answer but 200. It asks again with the next change.
    if (REFRESH.test(path) && (response?.status ?? 503) >= 500) {
      cancel(response);
      return new Promise(() => {});
    }
    const code = response?.status === 401 && SIGN_IN.test(path) && (await askedCode(response));
    if (code && init?.body instanceof FormData) {
      const typed: object = JSON.parse(String(init.body.get('_payload')));
      init.body.set('_payload', JSON.stringify({ ...typed, code }));
      return window.fetch(input, init);
    }
    if (response?.ok) return response;
    window.dispatchEvent(new Event(REFUSED));
    if (!response) return refusal(AWAY, 503);
    const isRefused = response.status === 401 || response.status === 403;
    if (isRefused && !PUBLIC.test(path) && (await hasEnded(me))) {
      cancel(response);
      return refusal(ENDED, 401);
    }
    return (await saysWhy(response)) ? response : refusal(wordsOf(response.status), response.status);
  };
}

/** The code of a second factor, where a sign-in needs one. */
async function askedCode(refused: Response): Promise<string | undefined> {
  const { errors: [error] = [] } = await refused
    .clone()
    .json()
    .catch(() => ({}));
  return error?.data?.secondFactor && signInCode.ask?.(error.message);
}

function writeRequest(
  root: string,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): WriteRequest | undefined {
  const method = init?.method?.toUpperCase() ?? 'GET';
  if (method === 'GET' || method === 'HEAD' || input instanceof Request) return undefined;
  const headers = new Headers(init?.headers);
  // A question that is too long for an address.
  if (headers.has('X-Payload-HTTP-Method-Override') || headers.has('X-HTTP-Method-Override'))
    return undefined;
  const { origin, pathname } = new URL(input, window.location.href);
  // Another origin may not allow further headers.
  if (origin !== window.location.origin || !pathname.startsWith(`${root}/`)) return undefined;
  const path = pathname
    .slice(root.length + 1)
    .split('/')
    .filter(Boolean);
  return { method, path: path.map(decodeURIComponent) };
}

/** An answer that nobody reads keeps its connection. */
function cancel(response: Response | undefined): void {
  response?.body?.cancel().catch(() => {});
}

/** Whether nobody is signed in any more. */
async function hasEnded(me: string): Promise<boolean> {
  try {
    const response = await fetch(me, { cache: 'no-store', credentials: 'include' });
    const { user } = (await response.json()) as { user?: unknown };
    return response.ok && user === null;
  } catch {
    return false;
  }
}

/** Whether an answer has a reason that the form shows. */
async function saysWhy(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && ('errors' in body || 'message' in body);
}

function wordsOf(status: number): Bilingual {
  if (status === 413) return TOO_LARGE;
  return status >= 502 && status <= 504 ? AWAY : FAILED;
}

function refusal(text: Bilingual, status: number): Response {
  return Response.json({ errors: [{ message: translate(text, document.documentElement.lang) }] }, { status });
}
