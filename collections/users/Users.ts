import type {
  BasePayload,
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  CollectionBeforeLoginHook,
  CollectionBeforeOperationHook,
  CollectionBeforeValidateHook,
  CollectionConfig,
  CollectionSlug,
  Field,
  PayloadRequest,
  Where,
} from 'payload';
import { type Bilingual, bilingual } from '../../src/payload/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest.ts';
import { adminsOnlyField, adminsOrSelf, allows } from '../access/index.ts';
import { baseFields, editorField } from '../fields/identity.ts';
import { numberField } from '../fields/number.ts';
import { formAids } from '../fields/smallFields.ts';
import { isAdminAccount, isClosed, may, NOT_CLOSED } from '../policies/may.ts';
import { portalOf } from '../portal/portal.ts';
import { fieldErrors } from '../save/fieldErrors.ts';
import { drawAuthorNumber } from './authorNumbers.ts';
import { BY_PROVIDER, forgotPassword } from './passwords.ts';

/** What Payload's form allows; its server takes any text. */
const LENGTH = { least: 24, most: 48 };

const WRONG = bilingual(
  `Το κλειδί API χρειάζεται από ${LENGTH.least} έως ${LENGTH.most} χαρακτήρες, που δεν μαντεύονται: δημιουργήστε το στη φόρμα του χρήστη.`,
  `The API key needs ${LENGTH.least} to ${LENGTH.most} characters that nobody can guess: generate it in the form of the user.`,
);

/** Refuses a key that could be guessed. Guesses are not counted, since each would need as many tries as there are keys. */
export const checkApiKeys: CollectionBeforeOperationHook = ({ args, collection, operation, req }) => {
  if (operation !== 'create' && operation !== 'update') return;
  const { apiKey } = (args as { data?: { apiKey?: unknown } }).data ?? {};
  // A key is taken away with null.
  if (apiKey === undefined || apiKey === null || apiKey === '') return;
  if (typeof apiKey === 'string' && apiKey.length >= LENGTH.least && apiKey.length <= LENGTH.most) return;
  throw fieldErrors(req, collection, [{ field: 'apiKey', message: WRONG }]);
};

/** What there is beside Payload's own fields of the key. Nobody can read the key itself. */
const apiKeyFields: Field[] = [
  {
    // Kept by Payload for older clients. It would stand in the form once a key is made, and its checkbox would take the key away.
    name: 'enableAPIKey',
    type: 'checkbox',
    admin: { disabled: true },
  },
  {
    // Has no label in Payload.
    name: 'hasAPIKey',
    type: 'checkbox',
    virtual: true,
    label: bilingual('Έχει κλειδί API', 'Has an API key'),
    admin: { disableListColumn: true, disableListFilter: true },
  },
];

const FIRST_USER = bilingual(
  'Τον πρώτο χρήστη τον δημιουργεί ο διαχειριστής του διακομιστή, με την εντολή: portal-content create-admin',
  'The first user is created by the operator of the server, with the command: portal-content create-admin',
);

/** Only the operator creates the first user. Payload would allow any visitor to do so while there is none. */
export const refuseVisitors: CollectionBeforeOperationHook = ({ operation, req }) => {
  if (operation !== 'create' || req.user || req.payloadAPI === 'local') return;
  throw new Refusal(req, FIRST_USER, 403);
};

export const CLOSED = bilingual(
  'Ο λογαριασμός έχει κλείσει. Ρωτήστε έναν διαχειριστή της πύλης.',
  'This account is closed. Ask an administrator of the portal.',
);

/** Refuses who signs in to an account that is closed. A session that is begun while it is being closed is nobody's. */
export const refuseClosed: CollectionBeforeLoginHook = ({ req, user }) => {
  if (isClosed(user)) throw new Refusal(req, CLOSED, 403);
};

const NO_KEY = { apiKey: null, apiKeyIndex: null, enableAPIKey: false };

/** Ends what a closed account signs in with: its sessions, its API key, and links for a new password. */
export const endAccess: CollectionBeforeChangeHook = ({ data }) => {
  if (!isClosed(data)) return data;
  return { ...data, ...NO_KEY, resetPasswordToken: null, resetPasswordExpiration: null, sessions: [] };
};

/** Ends all sessions of accounts. @param req in whose transaction. @default none */
export async function endSessions(
  { db }: BasePayload,
  collection: CollectionSlug,
  where: Where,
  req?: PayloadRequest,
): Promise<void> {
  const data = { sessions: [], updatedAt: null };
  await db.updateMany({ collection, data, returning: false, where, ...(req && { req }) });
}

/**
 * Has a new password by the link of an e-mail change no rights. Payload 3.90 writes the whole account then, as it was before the work over
 * the password: one that was closed meanwhile would be open again. Of its updates, only this one is not told the original.
 */
export const keepRights: CollectionBeforeValidateHook = ({ data = {}, operation, originalDoc }) => {
  if (operation === 'update' && !originalDoc)
    for (const name of ['closed', 'roles', 'resetPasswordToken', ...Object.keys(NO_KEY)]) delete data[name];
  return data;
};

/** Whatever a request brings, session, key or a host's own: that of a closed account is nobody's. */
export function ignoreClosed(payload: BasePayload): void {
  payload.authStrategies = payload.authStrategies.map((strategy) => ({
    ...strategy,
    authenticate: async (args) => {
      const result = await strategy.authenticate(args);
      const isOwn = result.user?.collection === portalOf(payload.config).users;
      return isOwn && isClosed(result.user) ? { user: null } : result;
    },
  }));
}

export const Users: CollectionConfig = {
  slug: 'users',
  lockDocuments: false,
  labels: { singular: bilingual('Χρήστης', 'User'), plural: bilingual('Χρήστες', 'Users') },
  auth: {
    maxLoginAttempts: 10,
    lockTime: 10 * 60 * 1000,
    tokenExpiration: 8 * 60 * 60,
    // Scripts can read responses, but not the cookie.
    removeTokenFromResponses: true,
    forgotPassword,
    // Without `reveal`: a key is shown once, to whoever makes it.
    useAPIKey: true,
  },
  access: {
    admin: ({ req }) => Boolean(req.user),
    create: allows(may.manageUsers),
    delete: allows(may.manageUsers),
    read: adminsOrSelf,
    unlock: allows(may.manageUsers),
    update: adminsOrSelf,
  },
  admin: {
    group: bilingual('Διαχείριση', 'Administration'),
    components: { edit: { beforeDocumentControls: formAids } },
    // Other users reach their own account through the icon at the top.
    hidden: ({ user }) => !isAdminAccount(user),
    hideAPIURL: true,
    useAsTitle: 'name',
    defaultColumns: ['name', 'email', 'roles', 'author_id', 'closed'],
  },
  // A bulk edit cannot ask for the current password, and could remove all admins at once.
  disableBulkEdit: true,
  disableBulkDelete: true,
  fields: [
    {
      name: 'currentPassword',
      type: 'text',
      virtual: true,
      label: bilingual('Τωρινός κωδικός', 'Current password'),
      admin: {
        components: { Field: 'payload-portal-content/client#CurrentPassword' },
        disableListColumn: true,
        disableListFilter: true,
      },
    },
    {
      name: 'name',
      type: 'text',
      label: bilingual('Όνομα', 'Name'),
      // It says who has written, approved and done something.
      access: { update: adminsOnlyField },
      // An account is titled by it.
      hooks: { afterRead: [({ siblingData, value }) => value || siblingData.email] },
    },
    // Payload's own. Who has no name is known by it.
    {
      name: 'email',
      type: 'email',
      label: ({ t }) => t('general:email'),
      required: true,
      access: { update: adminsOnlyField },
    },
    {
      name: 'roles',
      type: 'select',
      hasMany: true,
      required: true,
      defaultValue: ['editor'],
      saveToJWT: true,
      access: { create: adminsOnlyField, update: adminsOnlyField },
      label: bilingual('Ρόλοι', 'Roles'),
      options: [
        { value: 'admin', label: bilingual('Διαχειριστής', 'Admin') },
        { value: 'editor', label: bilingual('Συντάκτης', 'Editor') },
        { value: 'author', label: bilingual('Αρθρογράφος', 'Author') },
      ],
      admin: {
        description: bilingual(
          'Ο αρθρογράφος γράφει πρόχειρα, ο συντάκτης και δημοσιεύει. Ο διαχειριστής ορίζει και τους χρήστες και τις ρυθμίσεις της πύλης.',
          'Authors write drafts; editors also publish. Admins also manage users and the portal settings.',
        ),
      },
    },
    {
      ...numberField({
        name: 'author_id',
        label: bilingual('Αριθμός συντάκτη', 'Author number'),
        description: bilingual(
          'Με αυτόν υπογράφει τα νέα που γράφει. Αν μείνει κενό, ο νέος λογαριασμός παίρνει τον επόμενο που δεν έχει κανείς. Τον αλλάζουν μόνο διαχειριστές.',
          'It signs the news posts that this user writes. If it is left empty, a new account gets the next one that nobody has. Only admins can change it.',
        ),
        admin: {
          components: {
            afterInput: [
              { path: 'payload-portal-content/client#AuthorNumber', clientProps: { offers: true } },
            ],
          },
        },
        whole: true,
      }),
      hooks: { beforeChange: [drawAuthorNumber] },
      access: { create: adminsOnlyField, update: adminsOnlyField },
    },
    {
      name: 'notices',
      type: 'checkbox',
      defaultValue: true,
      label: bilingual('Ειδοποιήσεις με e-mail', 'Notices by e-mail'),
      admin: {
        description: bilingual(
          'Όταν κάτι περιμένει την έγκρισή σας, όταν κάτι δικό σας εγκρίνεται ή επιστρέφεται, και όταν κάτι δεν έγινε όπως το προγραμματίσατε.',
          'When something waits for your approval, when something of yours is approved or sent back, and when something was not done as you planned it.',
        ),
        disableListColumn: true,
      },
    },
    {
      name: 'language',
      type: 'select',
      defaultValue: 'el',
      label: bilingual('Γλώσσα των e-mail', 'Language of e-mails'),
      options: [
        { value: 'el', label: { el: 'Ελληνικά', en: 'Greek' } },
        { value: 'en', label: { el: 'Αγγλικά', en: 'English' } },
      ],
      admin: { isClearable: false, disableListColumn: true },
    },
    {
      name: 'closed',
      type: 'checkbox',
      defaultValue: false,
      label: bilingual('Κλειστός λογαριασμός', 'Closed account'),
      access: { create: adminsOnlyField, update: adminsOnlyField },
      admin: {
        condition: (_data, _siblings, { operation }) => operation === 'update',
        description: bilingual(
          'Δεν συνδέεται πια κανείς με αυτόν. Συνδέσεις, κλειδί API και σύνδεσμοι προεπισκόπησης τελειώνουν αμέσως. Ό,τι έγραψε μένει, με το όνομά του.',
          'Nobody signs in to it any more. Sessions, API key and draft links end at once. What it wrote stays, with its name.',
        ),
      },
    },
    ...apiKeyFields,
    {
      // Who it is at the organisation's provider: its issuer and subject. No API gives or takes it.
      name: 'oidc_identity',
      type: 'text',
      unique: true,
      hidden: true,
      access: { create: () => false, read: () => false, update: () => false },
    },
    editorField(),
    ...baseFields(),
  ],
};

const LAST = bilingual(
  'Είναι ο μόνος διαχειριστής: ορίστε πρώτα έναν άλλο.',
  'This is the only admin. Make another user an admin first.',
);

const EMERGENCY = bilingual(
  'Είναι ο λογαριασμός έκτακτης ανάγκης αυτού του διακομιστή (EMERGENCY_ADMIN): μένει διαχειριστής, με την ίδια διεύθυνση.',
  'This is the emergency account of this server (EMERGENCY_ADMIN). It stays an admin, with the same address.',
);

/** Milliseconds during which a leaving admin is not counted, since two admins may remove each other at the same moment. */
const NOT_COUNTED_FOR = 5_000;

/** Leaving admins by Payload instance and id, with the time until which they are not counted. */
const leaving = new WeakMap<object, Map<number | string, number>>();

/** Records a leaving admin, and gives the ids of all. */
function recordLeaving({ payload }: PayloadRequest, id: number | string): (number | string)[] {
  const now = Date.now();
  const noted = leaving.get(payload) ?? new Map();
  leaving.set(payload, noted);
  for (const [each, until] of noted) if (until < now) noted.delete(each);
  noted.set(id, now + NOT_COUNTED_FOR);
  return [...noted.keys()];
}

type Admin = { id: number | string; email?: string };

const isEmergencyAdmin = ({ payload }: PayloadRequest, { email }: Admin) =>
  email !== undefined && email === portalOf(payload.config).openId?.passwordsOnlyFor;

/** Why an admin has to stay one; undefined if there is no reason. */
async function reasonToStay(req: PayloadRequest, slug: string, admin: Admin): Promise<Bilingual | undefined> {
  const { id } = admin;
  if (isEmergencyAdmin(req, admin)) return EMERGENCY;
  const isOther: Where = { roles: { in: ['admin'] }, id: { not_in: recordLeaving(req, id) } };
  const others: Where = { and: [isOther, NOT_CLOSED] };
  const { totalDocs } = await req.payload.count({ collection: slug as CollectionSlug, where: others, req });
  if (totalDocs > 0) return undefined;
  leaving.get(req.payload)?.delete(id);
  return LAST;
}

/**
 * Refuses an update that would leave no admin, by a role or by closing an account, since only admins can appoint one. What the organisation's
 * provider says of such an account is left aside.
 */
export const keepAnAdmin: CollectionBeforeChangeHook = async ({
  collection,
  data,
  operation,
  originalDoc,
  req,
}) => {
  if (operation !== 'update' || !isAdminAccount(originalDoc)) return data;
  const { email, roles } = originalDoc;
  const changed = { ...originalDoc, ...data };
  const isRenamed = changed.email !== email && isEmergencyAdmin(req, originalDoc);
  const isLeaving = isRenamed || !isAdminAccount(changed);
  const reason = isLeaving && (await reasonToStay(req, collection.slug, originalDoc));
  if (!reason) return data;
  if (!req.context[BY_PROVIDER]) throw new Refusal(req, reason, 409);
  req.payload.logger.warn(`${email} stays an admin, whatever the provider says.`);
  return { ...data, email, roles };
};

/** Refuses to delete the last admin. */
export const refuseDeletionOfLastAdmin: CollectionBeforeDeleteHook = async ({
  collection: { slug },
  id,
  req,
}) => {
  const collection = slug as CollectionSlug;
  const user = await req.payload.findByID({ collection, id, req, disableErrors: true });
  const reason = isAdminAccount(user) && (await reasonToStay(req, slug, user as Admin));
  if (reason) throw new Refusal(req, reason, 409);
};
