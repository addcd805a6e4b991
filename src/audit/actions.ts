import { type Bilingual, bilingual } from '../payload/i18n/bilingual.ts';

/** The slug of the collection with what was done. */
export const AUDIT_LOG = 'portal-audit-log';

/** In the context of a save that carries out a plan. */
export const AS_PLANNED = 'portalAsPlanned';

/** What can be done, in the order of the filter. */
export const ACTIONS = {
  created: bilingual('Δημιουργήθηκε', 'Created'),
  changed: bilingual('Άλλαξε', 'Changed'),
  fileAdded: bilingual('Προστέθηκε αρχείο', 'File added'),
  fileReplaced: bilingual('Αντικαταστάθηκε το αρχείο', 'File replaced'),
  imageEdited: bilingual('Περικοπή ή σημείο εστίασης', 'Image cropped or focused'),
  published: bilingual('Δημοσιεύτηκε', 'Published'),
  urgentlyPublished: bilingual('Δημοσιεύτηκε ως επείγον', 'Published as urgent'),
  withdrawn: bilingual('Αποσύρθηκε', 'Withdrawn'),
  planned: bilingual('Προγραμματίστηκε', 'Scheduled'),
  planCancelled: bilingual('Ακυρώθηκε ο προγραμματισμός', 'Schedule cancelled'),
  reviewRequested: bilingual('Υποβλήθηκε για έγκριση', 'Submitted for approval'),
  reviewCancelled: bilingual('Ανακλήθηκε η υποβολή', 'Submission taken back'),
  approved: bilingual('Εγκρίθηκε', 'Approved'),
  sentBack: bilingual('Επιστράφηκε', 'Sent back'),
  confirmed: bilingual('Επιβεβαιώθηκε ότι ισχύει', 'Confirmed as still true'),
  versionRestored: bilingual('Επανήλθε παλιότερη έκδοση', 'Older version restored'),
  reverted: bilingual('Επανήλθε η δημοσιευμένη έκδοση', 'Reverted to what is published'),
  trashed: bilingual('Πήγε στον κάδο', 'Moved to the trash'),
  restored: bilingual('Επανήλθε από τον κάδο', 'Restored from the trash'),
  deleted: bilingual('Διαγράφηκε οριστικά', 'Deleted permanently'),
  ordered: bilingual('Άλλαξε η σειρά', 'Put into order'),
  settingsChanged: bilingual('Άλλαξαν οι ρυθμίσεις', 'Settings changed'),
  userCreated: bilingual('Νέος χρήστης', 'User created'),
  userChanged: bilingual('Άλλαξε ο χρήστης', 'User changed'),
  userDeleted: bilingual('Διαγράφηκε ο χρήστης', 'User deleted'),
  passwordChanged: bilingual('Άλλαξε ο κωδικός', 'Password changed'),
  apiKeyMade: bilingual('Νέο κλειδί API', 'API key made'),
  apiKeyRenewed: bilingual('Άλλαξε το κλειδί API', 'API key renewed'),
  apiKeyRemoved: bilingual('Αφαιρέθηκε το κλειδί API', 'API key removed'),
  accountClosed: bilingual('Έκλεισε ο λογαριασμός', 'Account closed'),
  accountReopened: bilingual('Άνοιξε ξανά ο λογαριασμός', 'Account reopened'),
  secondFactorSet: bilingual('Ορίστηκε δεύτερος παράγοντας', 'Second factor set up'),
  secondFactorRemoved: bilingual('Αφαιρέθηκε ο δεύτερος παράγοντας', 'Second factor removed'),
  recoveryCodeUsed: bilingual('Χρησιμοποιήθηκε κωδικός ανάκτησης', 'Recovery code used'),
  signedIn: bilingual('Σύνδεση', 'Signed in'),
  signInRefused: bilingual('Σύνδεση που δεν έγινε δεκτή', 'Sign-in refused'),
  imported: bilingual('Εισαγωγή', 'Import'),
  backedUp: bilingual('Αντίγραφο ασφαλείας', 'Backup'),
  databaseRestored: bilingual('Επαναφορά αντιγράφου', 'Backup restored'),
  draftLinkMade: bilingual('Νέος σύνδεσμος προεπισκόπησης', 'Draft link made'),
  draftLinkRevoked: bilingual('Ανακλήθηκε σύνδεσμος προεπισκόπησης', 'Draft link revoked'),
} satisfies Record<string, Bilingual>;

export type AuditAction = keyof typeof ACTIONS;

/** An entry as it is stored. */
export interface AuditRow {
  id: number | string;
  /** ISO 8601. */
  at: string;
  action: AuditAction;
  who: string | null;
  userKey: string | null;
  address: string | null;
  collectionSlug: string | null;
  document: string | null;
  title: string | null;
  fields: string | null;
  version: string | null;
  writer: string | null;
  note: string | null;
  /** The same for all entries of one request. */
  request: string;
}
