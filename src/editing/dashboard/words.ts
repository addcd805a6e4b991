import { getTranslation, type I18nClient } from '@payloadcms/translations';
import type { BasePayload } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { portalOf } from '../../../collections/portal/portal.ts';
import type { FailureReason } from '../../changes/webhooks/state.ts';
import { type Bilingual, bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { formatTime, zoneName } from '../../payload/i18n/zonedTime.ts';
import type { ServedState } from './served.ts';

export const WORDS = {
  dashboard: bilingual('Αρχική σελίδα', 'Home'),
  portal: bilingual('Η πύλη τώρα', 'The portal right now'),
  failed: bilingual('Προβλήματα με τα προγραμματισμένα', 'Scheduled changes with problems'),
  failedHelp: bilingual(
    'Ανοίξτε το έγγραφο και διορθώστε ό,τι λέει. Όσα απέτυχαν κλείνουν με «Το είδα».',
    'Open the document and fix what it says. Close failed changes with "Dismiss".',
  ),
  failedToAuthor: bilingual('Ενημερώστε όποιον δημοσιεύει.', 'Tell an editor.'),
  flaws: bilingual('Δημοσιεύτηκαν, αλλά δεν φαίνονται σωστά', 'Published, but not shown correctly'),
  lacks: bilingual('Λείπει ή δεν είναι δημοσιευμένο:', 'Missing or not published:'),
  broken: bilingual('Σύνδεσμοι που δεν λειτουργούν', 'Links that do not work'),
  since: bilingual('από', 'since'),
  allLinks: bilingual('Όλοι οι σύνδεσμοι που δεν λειτουργούν', 'All links that do not work'),
  found: bilingual('Έλεγχοι όσων είναι δημοσιευμένα', 'Checks of published content'),
  allInInbox: bilingual('Όλα, στις εκκρεμότητες', 'All of them, in the inbox'),
  mine: bilingual('Τα πρόχειρά μου', 'My drafts'),
  noneMine: bilingual('Δεν έχετε πρόχειρα.', 'You have no drafts.'),
  waiting: bilingual('Πρόχειρα άλλων', 'Drafts by others'),
  noneWaiting: bilingual('Δεν υπάρχουν πρόχειρα άλλων.', 'There are no drafts by others.'),
  planned: bilingual('Προγραμματισμένα', 'Scheduled'),
  nonePlanned: bilingual('Δεν έχει προγραμματιστεί τίποτα.', 'Nothing is scheduled.'),
  published: bilingual('Δημοσιεύτηκαν τελευταία', 'Recently published'),
  nonePublished: bilingual('Δεν έχει δημοσιευτεί τίποτα από εδώ.', 'Nothing has been published from here.'),
  elements: bilingual('στοιχεία', 'elements'),
  element: bilingual('στοιχείο', 'element'),
  changed: bilingual('τελευταία αλλαγή', 'last changed'),
  due: bilingual('για επανεξέταση από', 'to be looked at since'),
  never: bilingual('τίποτα δημοσιευμένο', 'nothing published'),
  times: bilingual('Όλες οι ώρες:', 'All times:'),
  imported: bilingual('από εισαγωγή', 'by import'),
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
  /** The address of the inbox. */
  inbox: string;
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
    inbox: formatAdminURL({ adminRoute: config.routes.admin, path: '/inbox' }),
    filtered: (collection, field, value) => {
      const query = new URLSearchParams({ [`where[or][0][and][0][${field}][equals]`]: value });
      return `${href(collection)}?${query}`;
    },
    label: (collection, form) =>
      getTranslation(collections[collection]?.config.labels[form] ?? collection, i18n),
  };
}

interface Sentence {
  tone: 'error' | 'success' | 'warning';
  /** `%` stands for the time when the state began. */
  text: Bilingual;
}

const SINCE = bilingual(' Από %.', ' Since %.');
const LAST_RUN = bilingual('την τελευταία λειτουργία', 'the last run');

const STATES: Record<ServedState['state'], Sentence> = {
  live: {
    tone: 'success',
    text: bilingual('Η πύλη παίρνει ό,τι δημοσιεύεται.', 'The portal gets what is published.'),
  },
  behind: {
    tone: 'warning',
    text: bilingual(
      'Η πύλη ίσως δεν παίρνει τις τελευταίες αλλαγές. Δεν χάνεται τίποτα: θα τις πάρει μόλις αποκατασταθεί η σύνδεση.',
      'The portal may not have the latest changes. Nothing is lost: it will get them once the connection is back.',
    ),
  },
  checkpoint: {
    tone: 'warning',
    text: bilingual(
      'Η πύλη παίρνει ό,τι είχε δημοσιευτεί μέχρι %. Οι νεότερες αλλαγές φορτώνονται.',
      'The portal gets what was published up to %. Later changes are being loaded.',
    ),
  },
  loading: {
    tone: 'error',
    text: bilingual(
      'Η πύλη δεν παίρνει ακόμη τίποτα: οι λίστες φορτώνονται.',
      'The portal gets nothing yet: the lists are being loaded.',
    ),
  },
  off: {
    tone: 'warning',
    text: bilingual(
      'Οι λίστες της πύλης δεν δίνονται από εδώ.',
      'The lists of the portal are not served from here.',
    ),
  },
  unknown: {
    tone: 'error',
    text: bilingual(
      'Δεν είναι γνωστό αν η πύλη παίρνει ό,τι δημοσιεύεται. Ενημερώστε τον διαχειριστή.',
      'It is not known whether the portal is getting what is published. Tell the administrator.',
    ),
  },
};

const TO_EDITORS = bilingual('Η πύλη παίρνει ό,τι δημοσιεύετε.', 'The portal gets what you publish.');

/** The text and the color for the state of the lists. */
export function stateSentence(
  state: ServedState['state'],
  since: string | undefined,
  isEditor: boolean,
): Sentence {
  const { tone, text } = STATES[state];
  const said = state === 'live' && isEditor ? TO_EDITORS : text;
  const isDated = since !== undefined && (state === 'live' || state === 'behind');
  const inWords = (language: keyof Bilingual) =>
    (said[language] + (isDated ? SINCE[language] : '')).replace('%', since ?? LAST_RUN[language]);
  return { tone, text: bilingual(inWords('el'), inWords('en')) };
}
