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
import { hasEmail, sendsEmail } from '../../src/payload/email.ts';
import { bilingual, translate } from '../../src/payload/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest.ts';
import { PASSWORD_MINIMUM } from '../../src/system/settings/values.ts';
import { mailSubject, portalOf } from '../portal/portal.ts';
import { fieldErrors } from '../save/fieldErrors.ts';

const SHORT_PASSWORD = bilingual(
  `Ο κωδικός χρειάζεται τουλάχιστον ${PASSWORD_MINIMUM} χαρακτήρες.`,
  `The password needs at least ${PASSWORD_MINIMUM} characters.`,
);
const PASSWORD = bilingual('Νέος κωδικός πρόσβασης', 'New password');
const LABEL = bilingual(
  `${PASSWORD.el} (τουλάχιστον ${PASSWORD_MINIMUM} χαρακτήρες)`,
  `${PASSWORD.en} (at least ${PASSWORD_MINIMUM} characters)`,
);

const WRONG = bilingual(
  'Για να αλλάξετε τον κωδικό σας, δώστε σωστά τον τωρινό.',
  'To change your password, enter the current one correctly.',
);

const TOO_MANY_REQUESTS = 429;

const NO_PASSWORDS = bilingual(
  'Εδώ δεν ισχύουν κωδικοί πρόσβασης. Συνδεθείτε με τον λογαριασμό του οργανισμού σας, από το κουμπί της σελίδας σύνδεσης.',
  'Passwords do not count here. Sign in with the account of your organisation, by the button on the sign-in page.',
);

const NO_MAIL = bilingual(
  'Από εδώ δεν στέλνονται μηνύματα ηλεκτρονικού ταχυδρομείου. Ζητήστε νέο κωδικό από έναν διαχειριστή της πύλης: τον ορίζει στον λογαριασμό σας, στη σελίδα «Χρήστες». Αν δεν υπάρχει άλλος διαχειριστής, τον ορίζει όποιος συντηρεί τον διακομιστή, με την εντολή portal-content set-password.',
  'No e-mails are sent from here. Ask an administrator of the portal for a new password: they can set it in your account, under "Users". If there is no other administrator, whoever runs the server can set it with the command portal-content set-password.',
);

/** Whether an account may sign in with a password. */
export function mayUsePassword({ payload }: Pick<PayloadRequest, 'payload'>, email: unknown): boolean {
  const only = portalOf(payload.config).openId?.passwordsOnlyFor;
  return only === undefined || String(email).trim().toLowerCase() === only;
}

/**
 * Refuses passwords where the operator has turned them off, but for one account, which gets no link for another one either; and such a link
 * where no e-mail is sent: Payload would store a token, and write to the log what it would have sent. Nobody is written to about a closed
 * account; the answer is that of any address. Commands on the server may set passwords.
 */
export const refusePasswords: CollectionBeforeOperationHook = async ({
  args,
  collection,
  operation,
  req,
}) => {
  const { data, disableEmail, id } = args as {
    data?: { email?: unknown; password?: unknown };
    disableEmail?: boolean;
    id?: unknown;
  };
  const find = (where: Where) =>
    req.payload.db.findOne<{ id: number | string; email?: unknown }>({
      collection: collection.slug,
      req,
      where,
    });
  const isSet = operation === 'update' && Boolean(data?.password) && req.payloadAPI !== 'local';
  if (!isSet && !['login', 'forgotPassword', 'resetPassword'].includes(operation)) return;
  // A link for a new password is for nobody, since it has no address.
  const account = isSet ? await find({ id: { equals: id } }) : operation === 'login' ? data : undefined;
  if (!mayUsePassword(req, account?.email)) throw new Refusal(req, NO_PASSWORDS, 403);
  if (operation !== 'forgotPassword' || disableEmail) return;
  if (!sendsEmail(req.payload)) throw new Refusal(req, NO_MAIL, 403);
  const email = String(data?.email).toLowerCase().trim();
  if (await find({ email: { equals: email }, closed: { equals: true } }))
    return { ...args, disableEmail: true } as never;
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

/** In the context of what is done at a sign-in by the organisation's provider: its name, for notes. */
export const BY_PROVIDER = 'portalByProvider';

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
  req.responseHeaders ??= new Headers();
  const { headers, i18n, responseHeaders, t } = req;
  const context = { [TRIES_PASSWORD]: true };
  const own = { headers, i18n, responseHeaders, t };
  try {
    await req.payload.login({ collection, data: { email, password }, context, req: own } as never);
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

/**
 * Says how long a new password has to be, and on the page for a forgotten one whom to ask where no e-mail is sent. A host's own texts
 * take precedence.
 */
export function withPasswordWords(config: Config): Config {
  const given = config.i18n?.translations as Record<string, { authentication?: object }> | undefined;
  const translations = Object.fromEntries(
    (['el', 'en'] as const).map((language) => {
      const own = {
        newPassword: LABEL[language],
        ...(!hasEmail(config) && { forgotPasswordEmailInstructions: NO_MAIL[language] }),
      };
      return [
        language,
        { ...given?.[language], authentication: { ...own, ...given?.[language]?.authentication } },
      ];
    }),
  );
  return { ...config, i18n: { ...config.i18n, translations: { ...given, ...translations } as object } };
}
