import type { CollectionBeforeOperationHook, CollectionConfig } from 'payload';
import { sendsEmail } from '../../src/payload/email/email.ts';
import { bilingual } from '../../src/payload/i18n/bilingual.ts';
import { Refusal } from '../../src/payload/rest/Refusal.ts';
import { PASSWORD_MINIMUM } from '../../src/system/settings/values.ts';
import { adminsOnlyField, adminsOrSelf, allows } from '../access/index.ts';
import { formAids } from '../fields/formAids.ts';
import { numberField } from '../fields/number.ts';
import { isAdminAccount, may } from '../policies/may.ts';
import { apiKeyFields } from './apiKeys.ts';
import { forgotPassword } from './forgottenPassword.ts';
import { SHORT_PASSWORD } from './passwords.ts';

const FIRST_USER = bilingual(
  'Τον πρώτο χρήστη τον δημιουργεί ο διαχειριστής του διακομιστή, με την εντολή: portal-content create-admin',
  'The first user is created by the operator of the server, with the command: portal-content create-admin',
);

/** Only the operator creates the first user. Payload would allow any visitor to do so while there is none. */
export const refuseVisitors: CollectionBeforeOperationHook = ({ operation, req }) => {
  if (operation !== 'create' || req.user || req.payloadAPI === 'local') return;
  throw new Refusal(req, FIRST_USER, 403);
};

const NO_MAIL = bilingual(
  'Από εδώ δεν στέλνονται μηνύματα ηλεκτρονικού ταχυδρομείου. Ζητήστε νέο κωδικό από έναν διαχειριστή της πύλης.',
  'No e-mail is sent from here. Ask an administrator of the portal for a new password.',
);

/** Payload would store a token, and write to the log what it would have sent. */
export const refuseWithoutMail: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation !== 'forgotPassword' || sendsEmail(req.payload)) return;
  if (!(args as { disableEmail?: boolean }).disableEmail) throw new Refusal(req, NO_MAIL, 403);
};

export const Users: CollectionConfig = {
  slug: 'users',
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
    defaultColumns: ['name', 'email', 'roles', 'author_id'],
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
        components: {
          Field: {
            path: 'payload-portal-content/client#CurrentPassword',
            clientProps: { least: PASSWORD_MINIMUM, tooShort: SHORT_PASSWORD },
          },
        },
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
          'Κάθε νέος λογαριασμός χρειάζεται έναν. Τον παίρνουν ως συντάκτη τα νέα που γράφει αυτός ο χρήστης. Τον αλλάζουν μόνο διαχειριστές.',
          'Required for every new account. News posts by this user take it as their author. Only admins can change it.',
        ),
        // Existing accounts may have none, and code on the server may create accounts without one.
        required: ({ operation, req }) => operation === 'create' && Boolean(req.user),
        whole: true,
      }),
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
    ...apiKeyFields,
  ],
};
