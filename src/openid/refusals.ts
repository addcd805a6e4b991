import { APIError } from 'payload';
import { CLOSED } from '../../collections/users/Users.ts';
import { bilingual } from '../payload/i18n/bilingual.ts';

/** Why somebody is not let in: what happened, what to do, and whom to ask. */
const REASONS = {
  stale: bilingual(
    'Αυτή η σύνδεση έχει ήδη χρησιμοποιηθεί, έληξε ή ξεκίνησε από άλλο πρόγραμμα περιήγησης. Ξεκινήστε ξανά από τη σελίδα σύνδεσης· αν ξανασυμβεί, ρωτήστε έναν διαχειριστή της πύλης.',
    'This sign-in has been used already, has expired, or was begun in another browser. Start again from the sign-in page; if it happens again, ask an administrator of the portal.',
  ),
  denied: bilingual(
    'Ο πάροχος ταυτότητας δεν σας έδωσε πρόσβαση, ή ακυρώσατε τη σύνδεση. Ρωτήστε όποιον διαχειρίζεται τους λογαριασμούς του οργανισμού σας.',
    'The identity provider gave you no access, or you cancelled the sign-in. Ask whoever manages the accounts of your organisation.',
  ),
  away: bilingual(
    'Ο πάροχος ταυτότητας του οργανισμού σας δεν απαντά. Δοκιμάστε ξανά σε λίγο· αν επιμένει, ρωτήστε όποιον διαχειρίζεται τους λογαριασμούς του οργανισμού σας.',
    'The identity provider of your organisation does not answer. Try again in a moment; if it goes on, ask whoever manages the accounts of your organisation.',
  ),
  untrusted: bilingual(
    'Ο πάροχος ταυτότητας έδωσε μια απάντηση που δεν γίνεται δεκτή, οπότε δεν συνδεθήκατε. Δείξτε αυτή τη σελίδα σε έναν διαχειριστή της πύλης.',
    'The identity provider gave an answer that is not accepted, so you are not signed in. Show this page to an administrator of the portal.',
  ),
  noRole: bilingual(
    'Ο λογαριασμός σας στον οργανισμό δεν έχει ρόλο σε αυτή την πύλη, οπότε δεν έχετε πρόσβαση. Ζητήστε τον από όποιον διαχειρίζεται τους λογαριασμούς του οργανισμού σας.',
    'Your account at the organisation has no role in this portal, so you have no access. Ask for one from whoever manages the accounts of your organisation.',
  ),
  unverified: bilingual(
    'Ο πάροχος ταυτότητας δεν βεβαιώνει τη διεύθυνση e-mail σας, που χρειάζεται στην πρώτη σύνδεση. Ζητήστε το από όποιον διαχειρίζεται τους λογαριασμούς του οργανισμού σας.',
    'The identity provider does not say that your e-mail address is verified, which the first sign-in needs. Ask whoever manages the accounts of your organisation.',
  ),
  taken: bilingual(
    'Τη διεύθυνση e-mail σας την έχει ήδη ο λογαριασμός κάποιου άλλου στην πύλη. Ζητήστε από έναν διαχειριστή της πύλης να αλλάξει τη διεύθυνση του άλλου λογαριασμού.',
    'The account of somebody else in the portal has your e-mail address already. Ask an administrator of the portal to change the address of the other account.',
  ),
  closed: CLOSED,
  failed: bilingual(
    'Η σύνδεση απέτυχε από σφάλμα της πύλης. Δοκιμάστε ξανά σε λίγο· αν ξανασυμβεί, δείξτε αυτή τη σελίδα σε έναν διαχειριστή της πύλης.',
    'The sign-in failed by an error of the portal. Try again in a moment; if it happens again, show this page to an administrator of the portal.',
  ),
  notEnded: bilingual(
    'Αποσυνδεθήκατε από την πύλη, αλλά όχι από τον πάροχο ταυτότητας του οργανισμού σας, που δεν απαντά. Σε κοινόχρηστο υπολογιστή κλείστε το πρόγραμμα περιήγησης· αν επιμένει, ρωτήστε όποιον διαχειρίζεται τους λογαριασμούς του οργανισμού σας.',
    'You are signed out of the portal, but not of the identity provider of your organisation, which does not answer. On a shared computer close the browser; if it goes on, ask whoever manages the accounts of your organisation.',
  ),
};

export type Reason = keyof typeof REASONS;

const STATUS: Partial<Record<Reason, number>> = {
  stale: 400,
  taken: 409,
  failed: 500,
  untrusted: 502,
  away: 503,
  notEnded: 503,
};

/** Somebody is not let in by the provider. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly reason: Reason;

  constructor(reason: Reason, why: string, cause?: unknown) {
    super(why, { cause });
    this.reason = reason;
  }
}

/** What an error is for the person who gets it. A host's hook refuses in the language of the request. */
export function refusalOf(error: unknown) {
  if (error instanceof APIError && error.status < 500)
    return { reason: 'refused', status: error.status, words: bilingual(error.message, error.message) };
  const reason = error instanceof SignInRefused ? error.reason : 'failed';
  return { reason, status: STATUS[reason] ?? 403, words: REASONS[reason] };
}
