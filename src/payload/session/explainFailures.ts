import { aroundWriteRequests } from '../form/writeRequests.ts';
import { type Bilingual, bilingual, translate } from '../i18n/bilingual.ts';

const OFFLINE = bilingual(
  'Δεν υπάρχει σύνδεση με το δίκτυο. Όσα γράψατε μένουν εδώ. Όταν επανέλθει, πατήστε ξανά το ίδιο κουμπί.',
  'There is no connection to the network. What you wrote stays here. When it is back, press the same button again.',
);
const AWAY = bilingual(
  'Ο διακομιστής δεν απάντησε. Όσα γράψατε μένουν εδώ. Περιμένετε λίγο και πατήστε ξανά το ίδιο κουμπί.',
  'The server did not answer. What you wrote stays here. Wait a little and press the same button again.',
);
const BUSY = bilingual(
  'Ο διακομιστής δεν είναι έτοιμος αυτή τη στιγμή. Όσα γράψατε μένουν εδώ. Περιμένετε λίγο και πατήστε ξανά το ίδιο κουμπί.',
  'The server is not ready at the moment. What you wrote stays here. Wait a little and press the same button again.',
);
const TOO_LARGE = bilingual(
  'Δεν έγινε δεκτό, γιατί είναι πολύ μεγάλο. Όσα γράψατε μένουν εδώ. Μικρύνετε το αρχείο ή το κείμενο.',
  'It was not accepted, since it is too large. What you wrote stays here. Make the file or the text smaller.',
);
const FAILED = bilingual(
  'Ο διακομιστής απάντησε με σφάλμα. Όσα γράψατε μένουν εδώ. Δοκιμάστε ξανά, και αν συνεχιστεί, ενημερώστε τον διαχειριστή.',
  'The server answered with an error. What you wrote stays here. Try again, and tell the administrator if it goes on.',
);

/** What is to be known of the session. */
export interface SessionOf {
  /** The path of Payload's REST, such as `/api`. */
  api: string;
  /** Whether the session has ended. It also tells the user, with a way to sign in. */
  hasEnded(): Promise<boolean>;
  /** Why nothing is done without a session. */
  ended: Bilingual;
  /** Whether a page of this tab has text that is not saved. */
  hasUnsaved(): boolean;
}

/** Not what a user has pressed: questions, whose callers would take an error for an answer, and writes of the admin itself. */
const OWN = /(?:^|\/)access\b|(?:^|\/)payload-(?:preferences|locked-documents)\b|\/logout$/;

/** Answered without a session too, with a refusal of its own. */
const PUBLIC = /\/(?:login|forgot-password|reset-password|unlock|first-register)$/;

const REFRESH = /\/refresh-token$/;

/**
 * Replaces the answers to failed writes by one that says what happened and what to do. The form of Payload 3.90 shows the
 * browser's or the proxy's words for a lost connection and an answer that is no JSON, and "you are not allowed" when the
 * session has ended. Its session ends, and the form with it, when it cannot be renewed for any reason.
 *
 * Needed for: unsaved text, and users who must know what to do.
 * @returns ends it
 */
export function explainFailures(session: SessionOf): () => void {
  return aroundWriteRequests(session.api, async (request, send) => {
    const path = request.path.join('/');
    if (OWN.test(path)) return send();
    if (REFRESH.test(path)) return refreshed(send, session);
    let response: Response;
    try {
      response = await send();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return refusal(navigator.onLine ? AWAY : OFFLINE, 503);
    }
    if (response.ok) return response;
    const isRefused = response.status === 401 || response.status === 403;
    if (isRefused && !PUBLIC.test(path) && (await session.hasEnded())) {
      cancel(response);
      return refusal(session.ended, 401);
    }
    return (await saysWhy(response)) ? response : refusal(wordsOf(response.status), response.status);
  });
}

/**
 * The renewal of a session. Payload leaves the page after any answer but 200, so there is none while the server is away, or
 * while text would be lost; it is asked for again with the next change.
 */
async function refreshed(renew: () => Promise<Response>, session: SessionOf): Promise<Response> {
  const response = await renew().catch(() => undefined);
  const isAway = response === undefined || response.status >= 500;
  if (!isAway && (response.ok || !session.hasUnsaved() || !(await session.hasEnded()))) return response;
  if (response) cancel(response);
  return new Promise(() => undefined);
}

/** An answer that nobody reads keeps its connection. */
function cancel({ body }: Response): void {
  body?.cancel().catch(() => {});
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
  return status >= 502 && status <= 504 ? BUSY : FAILED;
}

function refusal(text: Bilingual, status: number): Response {
  return Response.json({ errors: [{ message: translate(text, document.documentElement.lang) }] }, { status });
}
