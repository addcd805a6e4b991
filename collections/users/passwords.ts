import {
  type CollectionBeforeOperationHook,
  type CollectionSlug,
  type Config,
  commitTransaction,
  initTransaction,
  type PayloadRequest,
  type Where,
} from 'payload';
import { formatAdminURL } from 'payload/shared';
import { sendsEmail } from '../../src/payload/email.ts';
import { bilingual, translate } from '../../src/payload/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest.ts';
import { PASSWORD_MINIMUM } from '../../src/system/settings/values.ts';
import { mailSubject, portalOf } from '../portal/portal.ts';
import { fieldErrors } from '../save/fieldErrors.ts';

export const SHORT_PASSWORD = bilingual(
  `Ο κωδικός χρειάζεται τουλάχιστον ${PASSWORD_MINIMUM} χαρακτήρες.`,
  `The password needs at least ${PASSWORD_MINIMUM} characters.`,
);
const PASSWORD = bilingual('Νέος κωδικός πρόσβασης', 'New password');

const WRONG = bilingual(
  'Για να αλλάξετε τον κωδικό σας, δώστε σωστά τον τωρινό.',
  'To change your password, enter the current one correctly.',
);

const TOO_MANY_REQUESTS = 429;

const NO_PASSWORDS = bilingual(
  'Εδώ δεν ισχύουν κωδικοί πρόσβασης. Συνδεθείτε με τον λογαριασμό του οργανισμού σας, από το κουμπί της σελίδας σύνδεσης.',
  'Passwords do not count here. Sign in with the account of your organisation, by the button on the sign-in page.',
);

/** Whether an account may sign in with a password. */
export function mayUsePassword({ payload }: Pick<PayloadRequest, 'payload'>, email: unknown): boolean {
  const only = portalOf(payload.config).openId?.passwordsOnlyFor;
  return only === undefined || String(email).trim().toLowerCase() === only;
}

/** Refuses passwords, but for one account, where the operator has turned them off. Commands on the server may set them. */
export const refusePasswords: CollectionBeforeOperationHook = async ({
  args,
  collection,
  operation,
  req,
}) => {
  const { data, id } = args as { data?: Record<string, unknown>; id?: number | string };
  const isUpdate = operation === 'update' && data?.password && req.payloadAPI !== 'local';
  if (!isUpdate && !['login', 'forgotPassword', 'resetPassword'].includes(operation)) return;
  const where = { id: { equals: id } };
  const account = isUpdate ? await req.payload.db.findOne({ collection: collection.slug, req, where }) : data;
  const { email } = (account ?? {}) as { email?: unknown };
  // A link for a new password is for nobody, since it has no address.
  if (!mayUsePassword(req, operation.endsWith('Password') ? undefined : email))
    throw new Refusal(req, NO_PASSWORDS, 403);
};

const SUBJECT = bilingual('Νέος κωδικός πρόσβασης', 'A new password');

const ASKED = bilingual(
  'Ζητήθηκε νέος κωδικός πρόσβασης για τον λογαριασμό σας. Ορίστε τον εδώ, μέσα σε μία ώρα:',
  'A new password was asked for your account. Set it here, within an hour:',
);

const OTHERWISE = bilingual(
  'Αν δεν τον ζητήσατε εσείς, δεν χρειάζεται να κάνετε τίποτα: ο κωδικός σας μένει όπως είναι.',
  'If you did not ask for it, there is nothing to do: your password stays as it is.',
);

interface Forgotten {
  req?: PayloadRequest;
  token?: string;
  user?: { language?: string };
}

/** The e-mail for a forgotten password, in the language of the account. */
export const forgotPassword = {
  generateEmailSubject: ({ req, user }: Forgotten = {}) =>
    req ? mailSubject(req.payload, user?.language, SUBJECT) : '',
  generateEmailHTML: ({ req, token, user }: Forgotten = {}) => {
    if (!req || !token) return '';
    const { admin, routes } = req.payload.config;
    const page = formatAdminURL({
      adminRoute: routes.admin,
      path: `${admin.routes.reset}/${token}` as never,
    });
    const address = `${portalOf(req.payload.config).serverUrl}${page}`;
    const [asked, otherwise] = [ASKED, OTHERWISE].map((text) => translate(text, user?.language ?? 'el'));
    return `<p>${asked}</p><p><a href="${address}">${address}</a></p><p>${otherwise}</p>`;
  },
};

const NO_MAIL = bilingual(
  'Από εδώ δεν στέλνονται μηνύματα ηλεκτρονικού ταχυδρομείου. Ζητήστε νέο κωδικό από έναν διαχειριστή της πύλης.',
  'No e-mail is sent from here. Ask an administrator of the portal for a new password.',
);

/**
 * Nobody is written to about a closed account; the answer is that of any address. Where no e-mail is sent, Payload would store a token, and
 * write to the log what it would have sent.
 */
export const refuseMail: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  const { data, disableEmail } = args as { data: { email?: unknown }; disableEmail?: boolean };
  if (operation !== 'forgotPassword' || disableEmail) return;
  if (!sendsEmail(req.payload)) throw new Refusal(req, NO_MAIL, 403);
  const email = String(data.email).toLowerCase().trim();
  const where: Where = { email: { equals: email }, closed: { equals: true } };
  const { totalDocs } = await req.payload.count({ collection: collection.slug as CollectionSlug, where });
  if (totalDocs > 0) return { ...args, disableEmail: true } as never;
};

/** In the context of a sign-in that only tries a password. */
export const TRIES_PASSWORD = 'portalTriesPassword';

/** In the context of a request that sets a password by the link of an e-mail. */
export const RESETS_PASSWORD = 'portalResetsPassword';

/**
 * Does work outside the save's transaction, and then begins another. Otherwise PostgreSQL would need a second connection, and
 * MongoDB would report a write conflict. The first transaction is committed and not rolled back, because a host's hook may
 * have written in it.
 */
async function outsideTransaction<T>(req: PayloadRequest, work: () => Promise<T>): Promise<T> {
  const transaction = await req.transactionID;
  if (transaction) await commitTransaction(req);
  const result = await work();
  if (transaction) await initTransaction(req);
  return result;
}

/** Compares ids in the database, where one document has several spellings (`1` and `01`, upper and lower case). */
async function isOwnAccount(
  { payload, user }: PayloadRequest,
  collection: CollectionSlug,
  id: unknown,
): Promise<boolean> {
  if (user?.collection !== collection) return false;
  const where = { and: [{ id: { equals: id } }, { id: { equals: user.id } }] };
  return (await payload.count({ collection, where })).totalDocs > 0;
}

/**
 * Checks a password with an ordinary sign-in, so that failed attempts count towards the limits. The session that it creates
 * ends when the new password is stored.
 */
export async function isCurrent(
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
    const context = { [TRIES_PASSWORD]: true };
    await req.payload.login({
      collection,
      data,
      context,
      req: { headers, i18n, responseHeaders, t },
    } as never);
    return true;
  } catch (error) {
    if ((error as { status?: number }).status === TOO_MANY_REQUESTS) throw error;
    return false;
  }
}

/**
 * Checks the length of a new password, and requires the current one from users who change their own: an unattended browser
 * must not be enough. The Local API is trusted.
 */
export const checkPasswords: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  if (operation !== 'create' && operation !== 'update' && operation !== 'resetPassword') return;
  const { id, data } = args as { id?: number | string; data?: Record<string, unknown> };
  const password = data?.password ?? undefined;
  if (password === undefined) return;
  if (typeof password !== 'string' || password.length < PASSWORD_MINIMUM)
    throw fieldErrors(req, collection, [{ field: 'password', label: PASSWORD, message: SHORT_PASSWORD }]);
  if (operation !== 'update' || req.payloadAPI === 'local') return;
  const slug = collection.slug as CollectionSlug;
  const mayChange = await outsideTransaction(
    req,
    async () => !(await isOwnAccount(req, slug, id)) || (await isCurrent(req, slug, data?.currentPassword)),
  );
  if (!mayChange) throw fieldErrors(req, collection, [{ field: 'currentPassword', message: WRONG }]);
};

/** Labels fields of a new password with the length that it needs. A host's own texts take precedence. */
export function withPasswordLength(config: Config): Config {
  const given = config.i18n?.translations as Record<string, { authentication?: object }> | undefined;
  const own = bilingual(
    `${PASSWORD.el} (τουλάχιστον ${PASSWORD_MINIMUM} χαρακτήρες)`,
    `${PASSWORD.en} (at least ${PASSWORD_MINIMUM} characters)`,
  );
  const translations = Object.fromEntries(
    Object.entries(own).map(([language, newPassword]) => [
      language,
      { ...given?.[language], authentication: { newPassword, ...given?.[language]?.authentication } },
    ]),
  );
  return { ...config, i18n: { ...config.i18n, translations: { ...given, ...translations } as object } };
}
