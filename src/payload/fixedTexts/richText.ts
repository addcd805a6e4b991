import type { FixedText, OwnText } from './replace.ts';
import { named, tooltip } from './rows.ts';

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
export const tableButton: OwnText = {
  at: `${TABLE_DRAWER} .form-submit button .btn__label, ${TABLE_DRAWER} button[type=submit] .btn__label`,
  text: { el: 'Εισαγωγή πίνακα', en: 'Insert table' },
};

/** The rich text editor's own controls. The texts of its features are in `el/lexical.ts`. */
export const richText: FixedText[] = [
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
