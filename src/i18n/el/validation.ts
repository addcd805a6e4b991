import type { DefaultTranslationsObject } from '@payloadcms/translations';

/** Validation errors of fields. */
export const validation = {
  emailAddress: 'Συμπληρώστε μια έγκυρη ηλεκτρονική διεύθυνση.',
  enterNumber: 'Συμπληρώστε έναν έγκυρο αριθμό.',
  fieldHasNo: 'Το πεδίο είναι κενό ({{label}})',
  greaterThanMax: 'Το {{value}} υπερβαίνει το μέγιστο επιτρεπόμενο ({{label}}: {{max}}).',
  invalidBlock: 'Το μπλοκ «{{block}}» δεν επιτρέπεται.',
  invalidBlocks: 'Αυτό το πεδίο περιέχει μπλοκ που δεν επιτρέπονται πλέον: {{blocks}}.',
  invalidInput: 'Η τιμή αυτού του πεδίου δεν είναι έγκυρη.',
  invalidSelection: 'Η επιλογή σε αυτό το πεδίο δεν είναι έγκυρη.',
  invalidSelections: 'Οι ακόλουθες επιλογές σε αυτό το πεδίο δεν είναι έγκυρες:',
  latitudeOutOfBounds: 'Το γεωγραφικό πλάτος πρέπει να είναι από -90 έως 90.',
  lessThanMin: 'Το {{value}} είναι μικρότερο από το ελάχιστο επιτρεπόμενο ({{label}}: {{min}}).',
  limitReached: 'Φτάσατε στο όριο: μπορείτε να προσθέσετε έως {{max}} στοιχεία.',
  longerThanMin: 'Η τιμή πρέπει να έχει τουλάχιστον {{minLength}} χαρακτήρες.',
  longitudeOutOfBounds: 'Το γεωγραφικό μήκος πρέπει να είναι από -180 έως 180.',
  notValidDate: 'Το «{{value}}» δεν είναι έγκυρη ημερομηνία.',
  required: 'Αυτό το πεδίο είναι υποχρεωτικό.',
  requiresAtLeast: 'Αυτό το πεδίο χρειάζεται τουλάχιστον {{count}} ({{label}}).',
  requiresNoMoreThan: 'Αυτό το πεδίο δέχεται έως {{count}} ({{label}}).',
  requiresTwoNumbers: 'Αυτό το πεδίο χρειάζεται δύο αριθμούς.',
  shorterThanMax: 'Η τιμή πρέπει να έχει έως {{maxLength}} χαρακτήρες.',
  timezoneRequired: 'Η ζώνη ώρας είναι υποχρεωτική.',
  trueOrFalse: 'Αυτό το πεδίο μπορεί να είναι μόνο αληθές ή ψευδές.',
  username:
    'Συμπληρώστε ένα έγκυρο όνομα χρήστη. Μπορεί να περιέχει γράμματα, αριθμούς, παύλες, τελείες και κάτω παύλες.',
  validUploadID: 'Αυτό το πεδίο δεν περιέχει έγκυρο αναγνωριστικό αρχείου.',
} satisfies DefaultTranslationsObject['validation'];
