import type { CollectionBeforeOperationHook, Field } from 'payload';
import { bilingual } from '../../src/payload/i18n/bilingual.ts';
import { fieldErrors } from '../save/fieldErrors.ts';

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
export const apiKeyFields: Field[] = [
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
