import { bilingual } from '../bilingual.ts';

/** A text as Payload has it, and its Greek. With a pattern, the Greek may use its groups (`$1`). */
type Texts = [english: string | RegExp, greek: string][];

const DROPDOWN = '.toolbar-popup__dropdown@aria-label';
const TOAST = '[data-sonner-toast] div';
const DRAGGED = 'div[role=status][aria-live]';
const DATE_PICKER = '.react-datepicker';
const KEY_DIALOG = '.confirmation-modal :is(span, h1, button *)';
const ID = '.pill-selector .field-label, .column-selector .field-label, .sort-column .field-label';
const FILTER = '.where-builder .rs__option, .where-builder .rs__single-value';

/** Payload joins a verb with a label, whose gender and case it does not know. */
const NEW: Texts = [
  ['Δημιουργία: Εικόνα ή αρχείο', 'Νέα εικόνα ή αρχείο'],
  ['Δημιουργία: Κατηγορία νέων', 'Νέα κατηγορία νέων'],
  ['Δημιουργία: Νέο', 'Νέο'],
  ['Δημιουργία: Ομάδα υπηρεσιών', 'Νέα ομάδα υπηρεσιών'],
  ['Δημιουργία: Προβεβλημένη ενότητα', 'Νέα προβεβλημένη ενότητα'],
  ['Δημιουργία: Χρήσιμος σύνδεσμος', 'Νέος χρήσιμος σύνδεσμος'],
  ['Δημιουργία: Χρήστης', 'Νέος χρήστης'],
];

/**
 * English texts that are fixed in the code of Payload 3.90 or of its packages, where translations do not apply: by place, a CSS
 * selector, and `@` with the attribute that has the text. No selector may match an editor's content. Remove a row once Payload
 * translates its text.
 *
 * Upstream: payloadcms/payload#14785 adds Greek for Payload's translations.
 */
export const FIXED_TEXTS: Record<string, Texts> = {
  // What react-select tells screen readers. They read the option that is active by themselves.
  '#aria-guidance, #aria-selection': [[/.+/s, '']],
  '#aria-focused': [
    [/\[object Object\]/, ''],
    [/^(?:value )?(.*?)(?: focused| selected)?, (\d+) of (\d+)\.$/, '$1, $2 από $3.'],
  ],
  '#aria-results': [[/^(\d+) results? available.*\.$/, 'Επιλογές: $1.']],

  [`${DATE_PICKER}@aria-label`]: [
    ['Choose Date and Time', 'Επιλογή ημερομηνίας και ώρας'],
    ['Choose Date', 'Επιλογή ημερομηνίας'],
    ['Choose Time', 'Επιλογή ώρας'],
  ],
  [`${DATE_PICKER}__month, ${DATE_PICKER}__day@aria-label`]: [[/^(?:Month|Choose|Not available) /, '']],
  [`${DATE_PICKER}-time__header`]: [['Time', 'Ώρα']],
  [`${DATE_PICKER}__time-list@aria-label`]: [['Time', 'Ώρα']],
  [`${DATE_PICKER}__navigation@aria-label`]: [
    ['Previous Month', 'Προηγούμενος μήνας'],
    ['Next Month', 'Επόμενος μήνας'],
  ],
  [`${DATE_PICKER}__navigation-icon`]: [
    ['Previous Month', 'Προηγούμενος μήνας'],
    ['Next Month', 'Επόμενος μήνας'],
  ],

  // What is dragged: rows, columns, tabs.
  '[aria-roledescription]@aria-roledescription': [[/^(?:sortable|draggable)$/, 'μετακινείται']],
  'div[id][style*=display]': [
    [
      /^\s*To pick up a draggable item.*$/s,
      'Για μετακίνηση πατήστε το διάστημα, μετά τα βέλη, και ξανά το διάστημα για να μείνει στη νέα θέση. Με Escape ακυρώνεται η μετακίνηση.',
    ],
  ],
  [DRAGGED]: [
    [/^Picked up draggable item .*$/, 'Η μετακίνηση ξεκίνησε.'],
    [/^Draggable item .* was dropped.*/s, 'Η μετακίνηση έγινε.'],
    [/^Draggable item .*/s, 'Πάνω από άλλη θέση.'],
    [/^Dragging was cancelled\..*$/, 'Η μετακίνηση ακυρώθηκε.'],
  ],

  // The editor. The texts of its features are in `payload.ts`.
  [DROPDOWN]: [
    ['text dropdown', 'Είδος παραγράφου'],
    ['align dropdown', 'Στοίχιση'],
    ['add dropdown', 'Προσθήκη'],
  ],
  '.draggable-block-menu@aria-label': [['Drag to move', 'Μετακίνηση με σύρσιμο']],
  '.add-block-menu@aria-label': [['Add block', 'Προσθήκη']],
  '.insert-paragraph-at-end@aria-label': [['Insert Paragraph', 'Νέα παράγραφος στο τέλος']],
  '.link-edit@aria-label': [['Edit link', 'Επεξεργασία συνδέσμου']],
  '.link-trash@aria-label': [['Remove link', 'Αφαίρεση συνδέσμου']],
  '#slash-menu@aria-label': [['Slash menu', 'Κατάλογος εντολών']],
  '.LexicalEditorTheme__block .tooltip-content': [['Remove Block', 'Αφαίρεση']],
  '.LexicalEditorTheme__block .tooltip@title': [['Remove Block', 'Αφαίρεση']],
  '.LexicalEditorTheme__tableAddRows@aria-label': [['Add Row', 'Νέα γραμμή']],
  '.LexicalEditorTheme__tableAddColumns@aria-label': [['Add Column', 'Νέα στήλη']],
  '.drawer__header__title': [['Create Table', 'Νέος πίνακας']],
  // Payload joins most of these from pieces.
  '.table-action-menu-dropdown .text': [
    ['Insert', 'Νέα'],
    ['row', 'γραμμή'],
    [/^(\d+) rows$/, '$1 γραμμές'],
    ['column', 'στήλη'],
    [/^(\d+) columns$/, '$1 στήλες'],
    ['above', 'επάνω'],
    ['below', 'κάτω'],
    ['left', 'αριστερά'],
    ['right', 'δεξιά'],
    ['Delete column', 'Διαγραφή στήλης'],
    ['Delete row', 'Διαγραφή γραμμής'],
    ['Delete table', 'Διαγραφή πίνακα'],
    ['Merge cells', 'Συγχώνευση κελιών'],
    ['Unmerge cells', 'Διαχωρισμός κελιών'],
    ['Add', 'Προσθήκη'],
    ['Remove', 'Αφαίρεση'],
    ['row header', 'επικεφαλίδων στη γραμμή'],
    ['column header', 'επικεφαλίδων στη στήλη'],
  ],
  // The label of a block in the comparison of versions.
  '.lexical-unknown-diff span': [
    [/^kept_(?:html|inline)/, 'Διατηρημένο τμήμα'],
    [/^(?:Inline)?Block$/, ''],
  ],

  // Lists, columns and filters. A list of a host is named without "all".
  '.doc-controls__value, .no-results *': NEW,
  '.default-list-view-tabs *': [
    ['Όλα:', ''],
    ['Εικόνες και αρχεία', 'Όλες οι εικόνες και τα αρχεία'],
    ['Κατηγορίες νέων', 'Όλες οι κατηγορίες νέων'],
    ['Νέα', 'Όλα τα νέα'],
    ['Ομάδες υπηρεσιών', 'Όλες οι ομάδες υπηρεσιών'],
    ['Προβεβλημένες ενότητες', 'Όλες οι προβεβλημένες ενότητες'],
    ['Χρήσιμοι σύνδεσμοι', 'Όλοι οι χρήσιμοι σύνδεσμοι'],
  ],
  [`${ID}, ${FILTER}`]: [['ID', 'Αναγνωριστικό']],
  '.where-builder [title]@title': [['ID', 'Αναγνωριστικό']],
  '.sort-column button@aria-label': [[/: ID, ([^,]*)$/, ': Αναγνωριστικό, $1']],
  '.cell-id *': [[/^ID: /, '']],
  '#select-all@title': [['select-all', 'Επιλογή όλων των γραμμών']],
  '.collection-list__tables > div, .list-drawer__content div': [
    ['No columns selected', 'Δεν έχουν επιλεγεί στήλες'],
  ],

  // Documents, versions and files.
  '.id-label': [['ID:', 'Αναγνωριστικό:']],
  '.relationship--multi-value-label__drawer-toggler@aria-label': [[/^Edit (.*)$/, 'Επεξεργασία: $1']],
  '.diff-collapser__toggle-button@aria-label': [
    ['Collapse', 'Σύμπτυξη'],
    ['Expand', 'Ανάπτυξη'],
  ],
  '.field__checkbox .html-diff span': [
    ['true', 'Ναι'],
    ['false', 'Όχι'],
  ],
  '.file-field .tooltip-content': [['A file is required.', 'Χρειάζεται αρχείο.']],
  '.file-field .tooltip@title': [['A file is required.', 'Χρειάζεται αρχείο.']],
  '.file-meta__size-type': [[/^(\d+) bytes$/, '$1 B']],
  '.copy-to-clipboard .tooltip-content': [['Copy URL', 'Αντιγραφή διεύθυνσης']],
  '.copy-to-clipboard .tooltip@title': [['Copy URL', 'Αντιγραφή διεύθυνσης']],

  // Messages.
  'section@aria-label': [['Notifications alt+T', 'Ειδοποιήσεις (Alt+T)']],
  '.payload-toast-close-button@aria-label': [['Close toast', 'Κλείσιμο ειδοποίησης']],
  [TOAST]: [
    [/^Successfully saved (\d+) files$/, 'Αρχεία που αποθηκεύτηκαν: $1'],
    [/^Failed to save (\d+) files$/, 'Αρχεία που δεν αποθηκεύτηκαν: $1'],
    [
      /^The request is too large: it may have (.*)\.$/,
      'Δεν αποθηκεύτηκε, γιατί είναι πολύ μεγάλο: ένα αρχείο μπορεί να έχει έως $1.',
    ],
    [
      /^(?:Refreshing token|Refreshing permissions|Fetching user) failed: .*$/,
      'Ο διακομιστής δεν απαντά. Ελέγξτε τη σύνδεσή σας και δοκιμάστε ξανά.',
    ],
    ['API key revoked successfully.', 'Το κλειδί API καταργήθηκε.'],
    ['Failed to update the API key.', 'Το κλειδί API δεν άλλαξε. Δοκιμάστε ξανά.'],
  ],

  // The API key of a user.
  '.field-description': [
    [
      'Make sure to copy your API key. It will not be displayed again.',
      'Αντιγράψτε το κλειδί API τώρα: δεν θα εμφανιστεί ξανά.',
    ],
  ],
  '#toggle-api-key-visibility@aria-label': [
    ['Toggle API key visibility', 'Εμφάνιση ή απόκρυψη του κλειδιού API'],
  ],
  '#revoke-api-key *': [['Revoke API key', 'Κατάργηση κλειδιού API']],
  [KEY_DIALOG]: [
    ['Revoke API key?', 'Κατάργηση κλειδιού API;'],
    ['Revoke', 'Κατάργηση'],
    [
      /^Are you sure you want to generate an API key for user\s*/,
      'Θα δημιουργηθεί κλειδί API για τον χρήστη με αριθμό ',
    ],
    [
      /^Are you sure you want to revoke the API key for user\s*/,
      'Θα καταργηθεί το κλειδί API του χρήστη με αριθμό ',
    ],
    [/^\? This will take effect immediately\.$/, '. Θα ισχύει αμέσως.'],
    [
      /^\? The key will no longer be usable, and this action cannot be undone\.$/,
      '. Το κλειδί δεν θα ισχύει πια, και αυτό δεν αναιρείται.',
    ],
  ],
};

/** A button of the editor's toolbar. */
export const toolbar = (key: string) => `.toolbar-popup__button-${key}`;

/** Accessible names of controls to which Payload gives none. */
export const NAMES: Record<string, ReturnType<typeof bilingual>> = {
  '.step-nav [role=combobox]': bilingual('Αρχική σελίδα', 'Dashboard'),
  '.date-time-picker__clear-button': bilingual('Καθαρισμός', 'Clear'),
  [`${DATE_PICKER}__month-select`]: bilingual('Μήνας', 'Month'),
  [`${DATE_PICKER}__year-select`]: bilingual('Έτος', 'Year'),
  '.form-submit .popup-button': bilingual('Άλλοι τρόποι δημοσίευσης', 'Other ways to publish'),
  '.doc-controls__popup .popup-button': bilingual('Περισσότερες ενέργειες', 'More actions'),
  '.clipboard-action__popup .popup-button': bilingual('Αντιγραφή και επικόλληση', 'Copy and paste'),
  '.array-actions .popup-button': bilingual('Ενέργειες για τη γραμμή', 'Row actions'),
  '.upload-relationship-details__edit': bilingual('Επεξεργασία', 'Edit'),
  '.upload-relationship-details__remove': bilingual('Αφαίρεση', 'Remove'),
  '.LexicalEditorTheme__block__removeButton, .LexicalEditorTheme__inlineBlock__removeButton': bilingual(
    'Αφαίρεση',
    'Remove',
  ),
  '.table-cell-action-button': bilingual('Ενέργειες για τον πίνακα', 'Table actions'),
  '.collapsible__drag': bilingual('Μετακίνηση', 'Move'),
  '.portal-more > .collapsible > div > .collapsible__toggle': bilingual(
    'Περισσότερα: Ανάπτυξη ή σύμπτυξη',
    'More: Toggle block',
  ),
  '.clickable-arrow--left': bilingual('Προηγούμενη σελίδα', 'Previous page'),
  '.clickable-arrow--right': bilingual('Επόμενη σελίδα', 'Next page'),
  '#select-all': bilingual('Επιλογή όλων', 'Select all'),
  '.condition__field .rs__input': bilingual('Πεδίο', 'Field'),
  '.condition__operator .rs__input': bilingual('Σύγκριση', 'Comparison'),
  '.condition__value :is(input, .rs__input)': bilingual('Τιμή', 'Value'),
  '.condition__actions-remove': bilingual('Αφαίρεση του φίλτρου', 'Remove the filter'),
  '.condition__actions-add': bilingual('Άλλο ένα φίλτρο: και', 'Another filter: and'),
  [toolbar('indentDecrease')]: bilingual('Λιγότερη εσοχή', 'Decrease indent'),
  [toolbar('indentIncrease')]: bilingual('Περισσότερη εσοχή', 'Increase indent'),
  [toolbar('bold')]: bilingual('Έντονα', 'Bold'),
  [toolbar('italic')]: bilingual('Πλάγια', 'Italic'),
  [toolbar('underline')]: bilingual('Υπογράμμιση', 'Underline'),
  [toolbar('strikethrough')]: bilingual('Διαγράμμιση', 'Strikethrough'),
  [toolbar('subscript')]: bilingual('Δείκτης', 'Subscript'),
  [toolbar('superscript')]: bilingual('Εκθέτης', 'Superscript'),
  [toolbar('inlineCode')]: bilingual('Κώδικας', 'Code'),
  [toolbar('link')]: bilingual('Σύνδεσμος', 'Link'),
  [toolbar('unorderedList')]: bilingual('Λίστα με κουκκίδες', 'Bulleted list'),
  [toolbar('orderedList')]: bilingual('Αριθμημένη λίστα', 'Numbered list'),
};
