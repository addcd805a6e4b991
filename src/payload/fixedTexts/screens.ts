import type { FixedText } from './replace.ts';
import { named, tooltip } from './rows.ts';

const ID_COLUMN = '.pill-selector .field-label, .column-selector .field-label, .sort-column .field-label';
const FILTERED = '.where-builder .rs__option, .where-builder .rs__single-value';
const TOAST = '[data-sonner-toast] div';

/** Lists, columns and filters. */
const lists: FixedText[] = [
  { at: `${ID_COLUMN}, ${FILTERED}`, english: 'ID', greek: 'Αναγνωριστικό' },
  { at: '.where-builder [title]', attribute: 'title', english: 'ID', greek: 'Αναγνωριστικό' },
  named('.sort-column button', /: ID, ([^,]*)$/, ': Αναγνωριστικό, $1'),
  { at: '.cell-id *', english: /^ID: /, greek: '' },
  { at: '#select-all', attribute: 'title', english: 'select-all', greek: 'Επιλογή όλων των γραμμών' },
  {
    at: '.collection-list__tables > div, .list-drawer__content div',
    english: 'No columns selected',
    greek: 'Δεν έχουν επιλεγεί στήλες',
  },
];

/** Documents, versions and files. */
const documents: FixedText[] = [
  { at: '.id-label', english: 'ID:', greek: 'Αναγνωριστικό:' },
  named('.relationship--multi-value-label__drawer-toggler', /^Edit (.*)$/, 'Επεξεργασία: $1'),
  named('.diff-collapser__toggle-button', 'Collapse', 'Σύμπτυξη'),
  named('.diff-collapser__toggle-button', 'Expand', 'Ανάπτυξη'),
  { at: '.field__checkbox .html-diff span', english: 'true', greek: 'Ναι' },
  { at: '.field__checkbox .html-diff span', english: 'false', greek: 'Όχι' },
  ...tooltip('.file-field', 'A file is required.', 'Χρειάζεται αρχείο.'),
  { at: '.file-meta__size-type', english: /^(\d+) bytes$/, greek: '$1 B' },
  ...tooltip('.copy-to-clipboard', 'Copy URL', 'Αντιγραφή διεύθυνσης'),
];

const toasts: FixedText[] = [
  named('section', 'Notifications alt+T', 'Ειδοποιήσεις (Alt+T)'),
  named('.payload-toast-close-button', 'Close toast', 'Κλείσιμο ειδοποίησης'),
  { at: TOAST, english: /^Successfully saved (\d+) files$/, greek: 'Αρχεία που αποθηκεύτηκαν: $1' },
  {
    at: TOAST,
    english: /^The request is too large: it may have (.*)\.$/,
    greek: 'Δεν αποθηκεύτηκε, γιατί είναι πολύ μεγάλο: ένα αρχείο μπορεί να έχει έως $1.',
  },
  { at: TOAST, english: /^Failed to save (\d+) files$/, greek: 'Αρχεία που δεν αποθηκεύτηκαν: $1' },
  {
    at: TOAST,
    english: /^(?:Refreshing token|Refreshing permissions|Fetching user) failed: .*$/,
    greek: 'Ο διακομιστής δεν απαντά. Ελέγξτε τη σύνδεσή σας και δοκιμάστε ξανά.',
  },
];

/** Texts of whole pages and their parts. */
export const screens: FixedText[] = [...lists, ...documents, ...toasts];
