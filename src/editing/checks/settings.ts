import type { BasePayload, Field, PayloadRequest } from 'payload';
import { type Bilingual, bilingual } from '../../payload/i18n/bilingual.ts';
import { CHECKS, type Check } from './rules/index.ts';

/** What a finding does: it stops the publication, it is shown, or the check is not made. */
type Level = 'error' | 'warning' | 'off';

export interface CheckSettings {
  levels: Readonly<Record<Check, Level>>;
  /** The length of titles that the portal shows, in characters; undefined for any. */
  longestTitle: number | undefined;
}

/** Whether any finding stops a publication. */
export const anyStops = ({ levels }: CheckSettings) => Object.values(levels).includes('error');

/** What each check looks for, as a heading of its findings. */
export const CHECK_LABELS: Readonly<Record<Check, Bilingual>> = {
  headings: bilingual('Επικεφαλίδες που παραλείπουν επίπεδο', 'Headings that skip a level'),
  pictures: bilingual('Εικόνες χωρίς περιγραφή', 'Images without a description'),
  linkTexts: bilingual('Σύνδεσμοι που δεν λένε πού οδηγούν', 'Links that do not say where they lead'),
  letters: bilingual('Λατινικά γράμματα σε ελληνικές λέξεις', 'Latin letters in Greek words'),
  titleLength: bilingual('Τίτλοι πιο μεγάλοι από όσο δείχνει η πύλη', 'Titles longer than the portal shows'),
  sameTitle: bilingual('Ίδιος τίτλος σε δύο δημοσιευμένα', 'Published documents with the same title'),
  brokenLinks: bilingual('Σύνδεσμοι που δεν λειτουργούν', 'Links that do not work'),
};

const GROUP = 'checks';

const LEVELS: { value: Level; label: Bilingual }[] = [
  { value: 'error', label: bilingual('Σφάλμα: σταματά τη δημοσίευση', 'Error (stops publishing)') },
  { value: 'warning', label: bilingual('Προειδοποίηση: μόνο το λέει', 'Warning (does not stop publishing)') },
  { value: 'off', label: bilingual('Δεν ελέγχεται', 'Not checked') },
];

const level = (check: Check): Field => ({
  name: check,
  type: 'select',
  defaultValue: 'warning' satisfies Level,
  label: CHECK_LABELS[check],
  options: LEVELS,
  admin: {
    isClearable: false,
    ...(check === 'brokenLinks' && {
      description: bilingual(
        'Αν δεν ελέγχεται, ο διακομιστής δεν ζητά καμία διεύθυνση.',
        'If this is off, the server requests no addresses.',
      ),
    }),
  },
});

const longestTitle: Field = {
  name: 'longestTitle',
  type: 'number',
  min: 1,
  label: bilingual(
    'Χαρακτήρες τίτλου που δείχνει η πύλη',
    'Title length that the portal shows, in characters',
  ),
  admin: { description: bilingual('Κενό: όσοι κι αν είναι.', 'Leave empty for any length.') },
};

/** The part of the portal settings in which admins choose what each check does. */
export function checkSettingsField(): Field {
  return {
    name: GROUP,
    type: 'group',
    label: bilingual('Έλεγχοι πριν από τη δημοσίευση', 'Checks before publishing'),
    admin: {
      description: bilingual(
        'Ένα σφάλμα σταματά μια δημοσίευση μόνο για ό,τι η πύλη δεν δείχνει ήδη. Εισαγωγές και παλιές εκδόσεις δεν σταματούν ποτέ.',
        'An error only stops publishing what the portal does not already show. Imports and restored versions are never stopped.',
      ),
    },
    fields: CHECKS.flatMap((check) =>
      check === 'titleLength' ? [level(check), longestTitle] : [level(check)],
    ),
  };
}

/**
 * Reads the levels from the portal settings; what was never chosen is a warning.
 * @param req whose transaction to use
 */
export const readCheckSettings = async ({ db }: Pick<BasePayload, 'db'>, req?: PayloadRequest) =>
  checkSettingsIn(await db.findGlobal({ slug: 'portal-settings', ...(req && { req }) }));

/** {@link readCheckSettings} where the portal settings are read. */
export function checkSettingsIn(settings: Record<string, unknown> | null | undefined): CheckSettings {
  const given = (settings?.[GROUP] ?? {}) as Record<string, unknown>;
  const levels = CHECKS.map((check) => [check, given[check] ?? 'warning']);
  const longest = Number(given.longestTitle);
  return { levels: Object.fromEntries(levels), longestTitle: longest > 0 ? longest : undefined };
}
