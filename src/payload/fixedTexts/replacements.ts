import { controls } from './controls.ts';
import { names } from './names.ts';
import type { FixedText, OwnText, Replacement } from './replace.ts';

/** The accessible name of a control. */
function named(at: string, english: string | RegExp, greek: string): FixedText {
  return { at, attribute: 'aria-label', english, greek };
}

/** Payload's tooltip below `within`. */
function tooltip(within: string, english: string, greek: string): FixedText[] {
  return [
    { at: `${within} .tooltip-content`, english, greek },
    { at: `${within} .tooltip`, attribute: 'title', english, greek },
  ];
}

/** Texts of react-select for screen readers. Payload cannot translate them. */
const select: FixedText[] = [
  [
    '#aria-guidance',
    /^Use Up and Down to choose options, press Enter to select the currently focused option, press Escape to exit the menu(, press Tab to select the option and exit the menu)?\.$/,
    'Επιλέξτε με τα βέλη επάνω και κάτω και πατήστε Enter. Με Escape κλείνει ο κατάλογος.',
  ],
  [
    '#aria-guidance',
    /^Select is focused ,type to refine list, press Down to open the menu, ( press left to focus selected values)?$/,
    'Πληκτρολογήστε για αναζήτηση ή πατήστε το κάτω βέλος, για να ανοίξει ο κατάλογος.',
  ],
  [
    '#aria-guidance',
    /^Select is focused , press Down to open the menu, (?: press left to focus selected values)?$/,
    'Πατήστε το κάτω βέλος, για να ανοίξει ο κατάλογος.',
  ],
  [
    '#aria-guidance',
    /^(.*) is focused (?:,type to refine list)?, press Down to open the menu, (?: press left to focus selected values)?$/,
    '$1. Πατήστε το κάτω βέλος, για να ανοίξει ο κατάλογος.',
  ],
  [
    '#aria-guidance',
    'Use left and right to toggle between focused values, press Backspace to remove the currently focused value',
    'Με τα βέλη αριστερά και δεξιά πηγαίνετε από τη μία τιμή στην άλλη. Με Backspace αφαιρείται η τρέχουσα.',
  ],
  ['#aria-selection', /^options? [^[]*\[object Object\].*, selected\.$/, 'Η επιλογή έγινε.'],
  ['#aria-selection', /^option [^[]*\[object Object\].*, deselected\.$/, 'Η επιλογή αφαιρέθηκε.'],
  ['#aria-focused', /^value \[object Object\] focused, (\d+) of (\d+)\.$/, '$1 από $2.'],
  ['#aria-focused', /^\[object Object\](?: selected)?, (\d+) of (\d+)\.$/, '$1 από $2.'],
  ['#aria-selection', /^option (.*), deselected\.$/, 'Αφαιρέθηκε: $1.'],
  ['#aria-selection', /^options? (.*), selected\.$/, 'Επιλέχθηκε: $1.'],
  ['#aria-selection', /^option (.*) is disabled\. Select another option\.$/, 'Δεν διατίθεται: $1.'],
  ['#aria-selection', 'All selected options have been cleared.', 'Αφαιρέθηκαν όλες οι επιλογές.'],
  ['#aria-focused', /^value (.*) focused, (\d+) of (\d+)\.$/, '$1, $2 από $3.'],
  ['#aria-focused', /^(.*) selected, (\d+) of (\d+)\.$/, '$1, επιλεγμένο, $2 από $3.'],
  ['#aria-focused', /^(.*), (\d+) of (\d+)\.$/, '$1, $2 από $3.'],
  ['#aria-results', /^(\d+) results? available\.$/, 'Επιλογές: $1.'],
  ['#aria-results', /^(\d+) results? available for search term (.*)\.$/, 'Επιλογές για «$2»: $1.'],
].map(([at, english, greek]) => ({ at, english, greek }) as FixedText);

const PICKER = '.react-datepicker';
const DAY = '.react-datepicker__day';
const ARROW = '.react-datepicker__navigation';
const ARROW_TEXT = '.react-datepicker__navigation-icon';

/** Texts of react-datepicker. A field's `admin.date.overrides` would set them for all languages. */
const datePicker: FixedText[] = [
  named(PICKER, 'Choose Date and Time', 'Επιλογή ημερομηνίας και ώρας'),
  named(PICKER, 'Choose Date', 'Επιλογή ημερομηνίας'),
  named(PICKER, 'Choose Time', 'Επιλογή ώρας'),
  named('.react-datepicker__month', /^Month (.*)$/, '$1'),
  named(DAY, /^Choose (.*)$/, '$1'),
  named(DAY, /^Not available (.*)$/, 'Δεν διατίθεται: $1'),
  { at: '.react-datepicker-time__header', english: 'Time', greek: 'Ώρα' },
  named('.react-datepicker__time-list', 'Time', 'Ώρα'),
  ...(
    [
      ['Previous Month', 'Προηγούμενος μήνας'],
      ['Next Month', 'Επόμενος μήνας'],
    ] as const
  ).flatMap(([english, greek]) => [named(ARROW, english, greek), { at: ARROW_TEXT, english, greek }]),
];

const INSTRUCTIONS = 'div[id][style*=display]';
const ANNOUNCED = 'div[role=status][aria-live]';
const ITEM = '[aria-roledescription]';

/** Texts of dnd-kit for screen readers about draggable rows, columns and tabs. Payload cannot translate them. */
const drag: FixedText[] = [
  { at: ITEM, attribute: 'aria-roledescription', english: 'sortable', greek: 'μετακινείται' },
  { at: ITEM, attribute: 'aria-roledescription', english: 'draggable', greek: 'μετακινείται' },
  {
    at: INSTRUCTIONS,
    english: /^\s*To pick up a draggable item.*$/s,
    greek:
      'Για μετακίνηση πατήστε το διάστημα, μετά τα βέλη, και ξανά το διάστημα για να μείνει στη νέα θέση. Με Escape ακυρώνεται η μετακίνηση.',
  },
  { at: ANNOUNCED, english: /^Picked up draggable item .*$/, greek: 'Η μετακίνηση ξεκίνησε.' },
  { at: ANNOUNCED, english: /^Draggable item .* was moved over .*/s, greek: 'Πάνω από άλλη θέση.' },
  { at: ANNOUNCED, english: /^Draggable item .* is no longer over .*/s, greek: 'Έξω από τις θέσεις.' },
  { at: ANNOUNCED, english: /^Draggable item .* was dropped.*/s, greek: 'Η μετακίνηση έγινε.' },
  { at: ANNOUNCED, english: /^Dragging was cancelled\..*$/, greek: 'Η μετακίνηση ακυρώθηκε.' },
];

const DROPDOWN = '.toolbar-popup__dropdown';
/** The label of a block in the comparison of versions. */
const COMPARED = '.lexical-unknown-diff span';

const inTableMenu = (english: string | RegExp, greek: string): FixedText => ({
  at: '.table-action-menu-dropdown .text',
  english,
  greek,
});

const TABLE_DRAWER = 'dialog[id*="lexical-table-create"]';

/** Payload joins most of these from pieces. */
const tableMenu: FixedText[] = [
  { at: '.drawer__header__title', english: 'Create Table', greek: 'Νέος πίνακας' },
  { at: TABLE_DRAWER, attribute: 'aria-label', english: 'Create Table', greek: 'Νέος πίνακας' },
  inTableMenu('Insert', 'Νέα'),
  inTableMenu('row', 'γραμμή'),
  inTableMenu(/^(\d+) rows$/, '$1 γραμμές'),
  inTableMenu('column', 'στήλη'),
  inTableMenu(/^(\d+) columns$/, '$1 στήλες'),
  inTableMenu('above', 'επάνω'),
  inTableMenu('below', 'κάτω'),
  inTableMenu('left', 'αριστερά'),
  inTableMenu('right', 'δεξιά'),
  inTableMenu('Delete column', 'Διαγραφή στήλης'),
  inTableMenu('Delete row', 'Διαγραφή γραμμής'),
  inTableMenu('Delete table', 'Διαγραφή πίνακα'),
  inTableMenu('Merge cells', 'Συγχώνευση κελιών'),
  inTableMenu('Unmerge cells', 'Διαχωρισμός κελιών'),
  inTableMenu('Add', 'Προσθήκη'),
  inTableMenu('Remove', 'Αφαίρεση'),
  inTableMenu('row header', 'επικεφαλίδων στη γραμμή'),
  inTableMenu('column header', 'επικεφαλίδων στη στήλη'),
];

/** Payload calls it "Save changes". */
const tableButton: OwnText = {
  at: `${TABLE_DRAWER} .form-submit button .btn__label, ${TABLE_DRAWER} button[type=submit] .btn__label`,
  text: { el: 'Εισαγωγή πίνακα', en: 'Insert table' },
};

/** The rich text editor's own controls. The texts of its features are in `el/lexical.ts`. */
const richText: FixedText[] = [
  named(DROPDOWN, 'text dropdown', 'Είδος παραγράφου'),
  named(DROPDOWN, 'align dropdown', 'Στοίχιση'),
  named(DROPDOWN, 'add dropdown', 'Προσθήκη'),
  named('.draggable-block-menu', 'Drag to move', 'Μετακίνηση με σύρσιμο'),
  named('.add-block-menu', 'Add block', 'Προσθήκη'),
  named('.insert-paragraph-at-end', 'Insert Paragraph', 'Νέα παράγραφος στο τέλος'),
  named('.link-edit', 'Edit link', 'Επεξεργασία συνδέσμου'),
  named('.link-trash', 'Remove link', 'Αφαίρεση συνδέσμου'),
  named('#slash-menu', 'Slash menu', 'Κατάλογος εντολών'),
  ...tooltip('.LexicalEditorTheme__block', 'Remove Block', 'Αφαίρεση'),
  ...tooltip('.LexicalEditorTheme__block__removeButton', 'Remove Block', 'Αφαίρεση'),
  named('.LexicalEditorTheme__tableAddRows', 'Add Row', 'Νέα γραμμή'),
  named('.LexicalEditorTheme__tableAddColumns', 'Add Column', 'Νέα στήλη'),
  ...tableMenu,
  { at: COMPARED, english: /^kept_(?:html|inline)/, greek: 'Διατηρημένο τμήμα' },
  { at: COMPARED, english: /^(?:Inline)?Block$/, greek: '' },
];

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

const REVOKING = '[id^="revoke-api-key"]';

/** The API key of a user. */
const apiKeys: FixedText[] = [
  {
    at: '.field-description',
    english: 'Make sure to copy your API key. It will not be displayed again.',
    greek: 'Αντιγράψτε το κλειδί API τώρα: δεν θα εμφανιστεί ξανά.',
  },
  named('#toggle-api-key-visibility', 'Toggle API key visibility', 'Εμφάνιση ή απόκρυψη του κλειδιού API'),
  {
    at: '.confirmation-modal span',
    english: 'Are you sure you want to generate an API key for user',
    greek: 'Θα δημιουργηθεί κλειδί API για τον χρήστη με αριθμό',
  },
  {
    at: '.confirmation-modal span',
    english: '? This will take effect immediately.',
    greek: '. Θα ισχύει αμέσως.',
  },
  { at: '#revoke-api-key *', english: 'Revoke API key', greek: 'Κατάργηση κλειδιού API' },
  { at: `${REVOKING} *`, english: 'Revoke API key?', greek: 'Κατάργηση κλειδιού API;' },
  {
    at: '.confirmation-modal span',
    english: 'Are you sure you want to revoke the API key for user',
    greek: 'Θα καταργηθεί το κλειδί API του χρήστη με αριθμό',
  },
  {
    at: '.confirmation-modal span',
    english: '? The key will no longer be usable, and this action cannot be undone.',
    greek: '. Το κλειδί δεν θα ισχύει πια, και αυτό δεν αναιρείται.',
  },
  { at: `${REVOKING} *`, english: 'Revoke', greek: 'Κατάργηση' },
  { at: TOAST, english: 'API key revoked successfully.', greek: 'Το κλειδί API καταργήθηκε.' },
  { at: TOAST, english: 'Failed to update the API key.', greek: 'Το κλειδί API δεν άλλαξε. Δοκιμάστε ξανά.' },
];

/** Texts of whole pages and their parts. */
const screens: FixedText[] = [...lists, ...documents, ...apiKeys, ...toasts];

const IMAGE = /image\/(jpeg|png|webp|gif|avif)/;

const FILES: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/vnd.oasis.opendocument.text': 'ODT',
  'application/vnd.oasis.opendocument.spreadsheet': 'ODS',
  'application/vnd.oasis.opendocument.presentation': 'ODP',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PPTX',
};

/** A media type in words. What is already in words, or of another type, stays. */
function inWords(text: string, language: 'el' | 'en'): string {
  const file = Object.keys(FILES).find((type) => text.includes(type));
  if (file)
    return text.replace(
      file,
      `${language === 'el' ? 'αρχείο ' : ''}${FILES[file]}${language === 'el' ? '' : ' file'}`,
    );
  return text.replace(IMAGE, (_, type: string) =>
    language === 'el' ? `εικόνα ${type.toUpperCase()}` : `${type.toUpperCase()} image`,
  );
}

/** The type of a file, in its form, in lists and in a text. */
const fileTypes: OwnText[] = [
  { at: '.file-meta__size-type, .cell-mimeType span, .cell-mimeType', text: inWords },
];

/**
 * All texts that {@link keepReplaced} replaces: English texts fixed in the code of Payload 3.90. Remove a row once Payload
 * translates its text.
 *
 * Upstream: payloadcms/payload#14785 adds Greek for Payload's translations.
 * Needed for: an admin that is completely in Greek, for screen readers too.
 */
export const replacements: readonly Replacement[] = [
  ...select,
  ...datePicker,
  ...drag,
  ...richText,
  tableButton,
  ...screens,
  ...names,
  ...fileTypes,
  ...controls,
];
