import { getTranslation, type I18nClient } from '@payloadcms/translations';
import type { BasePayload } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { STANDING_WORDS } from '../../../collections/fields/identity.ts';
import { portalOf } from '../../../collections/portal/portal.ts';
import type { FailureReason } from '../../changes/webhooks/state.ts';
import { type Bilingual, bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { formatTime, zoneName } from '../../payload/i18n/zonedTime.ts';

export const WORDS = {
  dashboard: bilingual('Αρχική σελίδα', 'Dashboard'),
  portal: bilingual('Η πύλη τώρα', 'The portal right now'),
  news: bilingual('Δημοσιεύτηκαν τελευταία', 'Recently published'),
  secondFactor: bilingual(
    'Ο λογαριασμός σας χρειάζεται δεύτερο παράγοντα',
    'Your account needs a second factor',
  ),
  setUpFactor: bilingual('Ορίστε τον', 'Set it up'),
  before: bilingual('ως τις', 'before'),
  failed: bilingual('Προβλήματα με τα προγραμματισμένα', 'Scheduled changes with problems'),
  failedHelp: bilingual(
    'Ανοίξτε το έγγραφο και διορθώστε ό,τι λέει. Όσα απέτυχαν κλείνουν με «Το είδα».',
    'Open the document and fix what it says. Close failed changes with "Dismiss".',
  ),
  failedToAuthor: bilingual('Ενημερώστε όποιον δημοσιεύει.', 'Tell an editor.'),
  submitted: bilingual('Εκκρεμεί η έγκρισή σας', 'Waiting for your approval'),
  ownSubmitted: bilingual('Τα υποβάλατε, και εκκρεμεί απόφαση', 'Submitted by you, waiting for a decision'),
  sentBack: bilingual('Σας επιστράφηκαν για διόρθωση', 'Sent back to you for changes'),
  approved: bilingual('Εγκρίθηκαν, αλλά δεν δημοσιεύτηκαν ακόμη', 'Approved, but not published yet'),
  flaws: bilingual('Δημοσιεύτηκαν, αλλά δεν φαίνονται σωστά', 'Published, but not shown correctly'),
  lacks: bilingual('Λείπει ή δεν είναι δημοσιευμένο:', 'Missing or not published:'),
  imports: bilingual('Η τελευταία εισαγωγή άφησε κάτι', 'The last import has left something'),
  interrupted: bilingual('διακόπηκε', 'it broke off'),
  refused: bilingual('δεν έγιναν δεκτά', 'refused'),
  kept: bilingual('έμειναν όπως τα έχουν οι συντάκτες', 'kept as edited'),
  broken: bilingual('Σύνδεσμοι που δεν λειτουργούν', 'Links that do not work'),
  since: bilingual('από', 'since'),
  allLinks: bilingual('Όλοι οι σύνδεσμοι που δεν λειτουργούν', 'All links that do not work'),
  found: bilingual('Έλεγχοι όσων είναι δημοσιευμένα', 'Checks of published content'),
  mine: bilingual('Τα πρόχειρά μου', 'My drafts'),
  others: bilingual('Πρόχειρα άλλων', 'Drafts by others'),
  planned: bilingual('Προγραμματισμένα', 'Scheduled'),
  lookAgain: bilingual('Ισχύουν ακόμη;', 'Still true?'),
  due: bilingual('για επανεξέταση από', 'to be looked at since'),
  changed: bilingual('τελευταία αλλαγή', 'last changed'),
  nothing: bilingual('Δεν εκκρεμεί τίποτα.', 'Nothing is waiting.'),
  elements: bilingual('στοιχεία', 'elements'),
  element: bilingual('στοιχείο', 'element'),
  times: bilingual('Όλες οι ώρες:', 'All times:'),
  webhooks: bilingual('Ποιοι μαθαίνουν για κάθε αλλαγή (webhooks)', 'Told of each change (webhooks)'),
  delivered: bilingual('τελευταία παράδοση', 'last delivered'),
  notDelivered: bilingual('δεν έχει παραδοθεί τίποτα', 'nothing delivered yet'),
  sentAgain: bilingual(
    'Ό,τι λείπει στέλνεται ξανά μέχρι να παραδοθεί.',
    'What is missing is sent again until it is delivered.',
  ),
};

/** Why a webhook was not delivered, before "since"; `%` stands for the status. */
export const WEBHOOK_REASONS: Record<FailureReason, Bilingual> = {
  status: bilingual('Απαντά με σφάλμα %', 'It has answered with error %'),
  refused: bilingual('Στη διεύθυνση αυτή δεν ακούει κανείς', 'Nothing has listened at this address'),
  host: bilingual('Το όνομα του υπολογιστή δεν βρίσκεται', 'The name of the host has not been found'),
  timeout: bilingual('Δεν απαντά έγκαιρα', 'It has not answered in time'),
  certificate: bilingual('Το πιστοποιητικό του δεν είναι έμπιστο', 'Its certificate has not been trusted'),
  broken: bilingual('Η σύνδεση διακόπτεται', 'The connection has broken off'),
};

/** Formatting functions for the dashboard in one language. */
export interface Formatter {
  say(text: Bilingual): string;
  time(iso: string): string;
  zone: string;
  /** The address of a document, or of a collection's list. */
  href(collection: string, id?: string): string;
  /** A standing of a draft that the heading does not say; undefined for others. */
  status(standing: unknown): string | undefined;
  /** The address of a collection's list, with the rows whose field has a value. */
  filtered(collection: string, field: string, value: string): string;
  label(collection: string, form: 'plural' | 'singular'): string;
}

export function formatterOf({ collections, config }: BasePayload, i18n: I18nClient): Formatter {
  const { language } = i18n;
  const style = { timeZone: portalOf(config).timeZone, language };
  const href = (collection: string, id?: string) => {
    const path = ['/collections', collection, ...(id === undefined ? [] : [id])].join('/') as `/${string}`;
    return formatAdminURL({ adminRoute: config.routes.admin, path });
  };
  return {
    say: (text) => translate(text, language),
    // Without the zone, which the dashboard names once at the end.
    time: (iso) => formatTime(iso, style).split(' (')[0] ?? iso,
    zone: zoneName(style),
    href,
    status: (standing) =>
      standing === 'changed' || standing === 'withdrawn'
        ? translate(STANDING_WORDS[standing], language)
        : undefined,
    filtered: (collection, field, value) => {
      const query = new URLSearchParams({ [`where[or][0][and][0][${field}][equals]`]: value });
      return `${href(collection)}?${query}`;
    },
    label: (collection, form) =>
      getTranslation(collections[collection]?.config.labels[form] ?? collection, i18n),
  };
}
