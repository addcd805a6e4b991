import {
  type CollectionBeforeOperationHook,
  type CollectionSlug,
  commitTransaction,
  initTransaction,
  type PayloadRequest,
} from 'payload';
import { bilingual } from '../../src/i18n/bilingual.ts';
import { fieldErrors } from '../save/fieldErrors.ts';

/** Payload's own minimum is 3; whoever signs in should not be found by trying. */
export const PASSWORD_MINIMUM = 10;

const SHORT = bilingual(
  `Ο κωδικός χρειάζεται τουλάχιστον ${PASSWORD_MINIMUM} χαρακτήρες.`,
  `The password needs ${PASSWORD_MINIMUM} characters or more.`,
);
const WRONG = bilingual(
  'Για να αλλάξετε τον κωδικό σας, δώστε σωστά τον τωρινό.',
  'To change your password, give the current one correctly.',
);

const TOO_MANY_REQUESTS = 429;

/**
 * Does something outside the transaction that a save has begun, and begins another for it. PostgreSQL would need a second
 * connection beside the first, and MongoDB refuse the save over what is written meanwhile. Committed, not rolled back: a
 * host's own hook may have written before with the same request.
 */
async function betweenTransactions<T>(req: PayloadRequest, work: () => Promise<T>): Promise<T> {
  const transaction = await req.transactionID;
  if (transaction) await commitTransaction(req);
  const result = await work();
  if (transaction) await initTransaction(req);
  return result;
}

/** Left to the database: one document has several ids (`1` and `01`, small and capital letters). */
async function isOneself(
  { payload, user }: PayloadRequest,
  collection: CollectionSlug,
  id: unknown,
): Promise<boolean> {
  if (user?.collection !== collection) return false;
  const where = { and: [{ id: { equals: id } }, { id: { equals: user.id } }] };
  return (await payload.count({ collection, where })).totalDocs > 0;
}

/**
 * A sign-in like any other: wrong ones count, and whoever has tried too often is told so. The session that this makes ends
 * when the new password is stored.
 */
async function isCurrent(
  req: PayloadRequest,
  collection: CollectionSlug,
  password: unknown,
): Promise<boolean> {
  const email = req.user?.email;
  if (typeof password !== 'string' || !password || !email) return false;
  const data = { email, password };
  req.responseHeaders ??= new Headers();
  const { headers, i18n, responseHeaders, t } = req;
  try {
    await req.payload.login({ collection, data, req: { headers, i18n, responseHeaders, t } } as never);
    return true;
  } catch (error) {
    if ((error as { status?: number }).status === TOO_MANY_REQUESTS) throw error;
    return false;
  }
}

/**
 * Asks for a password of some length wherever one is set, and for the current one from who changes their own: a browser
 * that was left alone is not enough. What runs on the server itself (the Local API) is trusted.
 */
export const checkPasswords: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  if (operation !== 'create' && operation !== 'update' && operation !== 'resetPassword') return;
  const { id, data } = args as { id?: number | string; data?: Record<string, unknown> };
  const password = data?.password ?? undefined;
  if (password === undefined) return;
  if (typeof password !== 'string' || password.length < PASSWORD_MINIMUM)
    throw fieldErrors(req, collection, [{ field: 'password', message: SHORT }]);
  if (operation !== 'update' || req.payloadAPI === 'local') return;
  const slug = collection.slug as CollectionSlug;
  const mayChange = await betweenTransactions(
    req,
    async () => !(await isOneself(req, slug, id)) || (await isCurrent(req, slug, data?.currentPassword)),
  );
  if (!mayChange) throw fieldErrors(req, collection, [{ field: 'currentPassword', message: WRONG }]);
};
