import type {
  CollectionAfterLoginHook,
  CollectionBeforeLoginHook,
  CollectionBeforeOperationHook,
  CollectionSlug,
  PayloadRequest,
} from 'payload';
import { BY_PROVIDER, RESETS_PASSWORD, TRIES_PASSWORD } from '../../../collections/users/passwords.ts';
import { factorOf, forgetAsked, noteAsked, spendCode } from '../../../collections/users/secondFactor.ts';
import { endSessions } from '../../../collections/users/Users.ts';
import { recordAction } from '../../audit/index.ts';
import { bilingual } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';

type Data = Record<string, unknown>;

/** An account of the plugin's own. */
export type Account = Data & { collection: string; email: string; id: number | string };

const NEEDED = bilingual(
  'Δώστε και τον κωδικό μίας χρήσης από το κινητό σας, ή έναν κωδικό ανάκτησης.',
  'Enter the one-time code from your phone too, or a recovery code.',
);
export const WRONG_CODE = bilingual(
  'Ο κωδικός μίας χρήσης δεν είναι σωστός, έληξε ή έχει ήδη χρησιμοποιηθεί. Περιμένετε τον επόμενο.',
  'The one-time code is wrong, is too old or was used already. Wait for the next one.',
);
const OVERDUE = bilingual(
  'Ο ρόλος σας χρειάζεται δεύτερο παράγοντα, και οι μέρες για να τον ορίσετε πέρασαν. Ζητήστε από έναν διαχειριστή της πύλης νέες.',
  'Your role needs a second factor, and the days to set it up are over. Ask an administrator of the portal for new ones.',
);

/** In the context of a sign-in by password: the code that came with it. */
const CODE = 'portalCode';

/** Notes how somebody signs in: the hooks of a sign-in are not told. A session that is overdue is not renewed. */
export const noteSignIn: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  // Payload's own endpoint takes nothing but the address and the password out of the body.
  if (operation === 'login') req.context[CODE] = (args as { data: Data }).data.code ?? req.data?.code ?? '';
  if (operation === 'resetPassword') req.context[RESETS_PASSWORD] = true;
  if (operation === 'refresh' && req.user) await refuseOverdue(req, req.user);
};

/** @throws Refusal 403 for an account whose role needs a second factor, if it has none and its days are over */
async function refuseOverdue(req: PayloadRequest, account: Data & { id: number | string }) {
  const factor = await factorOf(req, account);
  if (factor.until && Date.parse(factor.until) < Date.now()) throw new Refusal(req, OVERDUE, 403);
  return factor;
}

/** Asks who signs in by password for the code of their second factor. The right password is known by then. */
export const askForCode: CollectionBeforeLoginHook = async ({ collection, req, user }) => {
  const { [BY_PROVIDER]: isByProvider, [CODE]: code, [TRIES_PASSWORD]: onlyTries } = req.context;
  if (isByProvider) return forgetAsked(req, user);
  if (code === undefined || onlyTries) return;
  await noteAsked(req, user);
  const { since } = await refuseOverdue(req, user);
  if (!since) return;
  if (code === '') throw new Refusal(req, NEEDED, 401, { secondFactor: 'needed' });
  const used = await spendCode(req, user.id, code);
  if (!used) throw new Refusal(req, WRONG_CODE, 401, { secondFactor: 'wrong' });
  const entry = entryOf({ ...user, collection: collection.slug } as never);
  if (used === 'recovery')
    await recordAction(req, { ...entry, action: 'recoveryCodeUsed', who: entry.title });
};

/** A password that was set by the link of an e-mail signs nobody in: it would be a way past the second factor. */
export const endSessionOfReset: CollectionAfterLoginHook = async ({ collection, req, user }) => {
  if (!req.context[RESETS_PASSWORD]) return;
  await endSessions(req.payload, collection.slug as CollectionSlug, { id: { equals: user.id } }, req);
};

/** An account, as the audit log names it. */
export const entryOf = ({ collection, email, id, name }: Account) => ({
  collection,
  document: id,
  title: String(name || email),
});
