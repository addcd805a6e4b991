import type { DerivedText, MissingName } from './replace.ts';

/** The text without the mark of a required field. */
const textOf = (element: Element | null | undefined) =>
  element?.textContent?.trim().replace(/\*$/, '') || undefined;

const named = (at: string, el: string, en: string): MissingName => ({
  at,
  attribute: 'aria-label',
  missing: { el, en },
});

/** A name that is the text of another element in the same `whole`. */
const namedBy = (at: string, whole: string, part: string): DerivedText => ({
  at,
  attribute: 'aria-label',
  derive: (element) => textOf(element.closest(whole)?.querySelector(part)),
});

const always = (at: string, attribute: string, value: string): DerivedText => ({
  at,
  attribute,
  derive: () => value,
});

const toolbarButton = (key: string, el: string, en: string) => named(`.toolbar-popup__button-${key}`, el, en);

const REQUIRED =
  '.field-type:has(> .field-label > .required) > .field-type__wrap :is(input, textarea):not([type=hidden])';

/** Accessible names and roles for controls that have none in Payload. */
export const controls: (MissingName | DerivedText)[] = [
  // The second selector is for fields whose documents are chosen from a list.
  namedBy('.field-type .rs__input, .field-type [class*="-dummyInput"]', '.field-type', '.field-label'),
  namedBy('.payload-settings__language .rs__input', '.payload-settings__language', '.field-label'),
  // The label includes the number beside the name.
  namedBy('.doc-tab', '.doc-tab', '.doc-tab__label'),
  named('.step-nav [role=combobox]', 'Πίνακας ελέγχου', 'Dashboard'),
  namedBy('.date-time-picker input', '.field-type', '.field-label'),
  named('.date-time-picker__clear-button', 'Καθαρισμός', 'Clear'),
  named('.react-datepicker__month-select', 'Μήνας', 'Month'),
  named('.react-datepicker__year-select', 'Έτος', 'Year'),
  named('.form-submit .popup-button', 'Άλλοι τρόποι δημοσίευσης', 'Other ways to publish'),
  named('.doc-controls__popup .popup-button', 'Περισσότερες ενέργειες', 'More actions'),
  named('.clipboard-action__popup .popup-button', 'Αντιγραφή και επικόλληση', 'Copy and paste'),
  named('.array-actions .popup-button', 'Ενέργειες για τη γραμμή', 'Row actions'),
  named('.upload-relationship-details__edit', 'Επεξεργασία', 'Edit'),
  named('.upload-relationship-details__remove', 'Αφαίρεση', 'Remove'),
  named(
    '.LexicalEditorTheme__block__removeButton, .LexicalEditorTheme__inlineBlock__removeButton',
    'Αφαίρεση',
    'Remove',
  ),
  named('.table-cell-action-button', 'Ενέργειες για τον πίνακα', 'Table actions'),
  named('.collapsible__drag', 'Μετακίνηση', 'Move'),
  named('.clickable-arrow--left', 'Προηγούμενη σελίδα', 'Previous page'),
  named('.clickable-arrow--right', 'Επόμενη σελίδα', 'Next page'),
  named('#select-all', 'Επιλογή όλων', 'Select all'),
  named('.condition__field .rs__input', 'Πεδίο', 'Field'),
  named('.condition__operator .rs__input', 'Σύγκριση', 'Comparison'),
  named('.condition__value :is(input, .rs__input)', 'Τιμή', 'Value'),
  named('.condition__actions-remove', 'Αφαίρεση του φίλτρου', 'Remove the filter'),
  named('.condition__actions-add', 'Άλλο ένα φίλτρο: και', 'Another filter: and'),
  namedBy('td .checkbox-input input', 'tr', 'td a'),
  toolbarButton('indentDecrease', 'Λιγότερη εσοχή', 'Decrease indent'),
  toolbarButton('indentIncrease', 'Περισσότερη εσοχή', 'Increase indent'),
  toolbarButton('bold', 'Έντονα', 'Bold'),
  toolbarButton('italic', 'Πλάγια', 'Italic'),
  toolbarButton('underline', 'Υπογράμμιση', 'Underline'),
  toolbarButton('strikethrough', 'Διαγράμμιση', 'Strikethrough'),
  toolbarButton('subscript', 'Δείκτης', 'Subscript'),
  toolbarButton('superscript', 'Εκθέτης', 'Superscript'),
  toolbarButton('inlineCode', 'Κώδικας', 'Code'),
  toolbarButton('link', 'Σύνδεσμος', 'Link'),
  // `aria-required` replaces the star on the label, which screen readers would read aloud.
  always('.field-label > .required', 'aria-hidden', 'true'),
  always(REQUIRED, 'aria-required', 'true'),
  // These buttons are hidden from screen readers, so Tab skips them. The field itself opens and clears.
  always('.rs__indicators [aria-hidden=true]', 'tabindex', '-1'),
  // A value that can be dragged has buttons inside, so it is none. Payload gives its classes to the button that removes it, too.
  always('.multi-value.draggable:not(button)', 'role', 'group'),
  // A list element without items.
  always('.doc-tabs__tabs', 'role', 'group'),
  // Landmarks, for navigation within a page.
  always('.collection-list, .dashboard, .not-found, .template-minimal__wrap', 'role', 'main'),
  always('.list-header', 'role', 'group'),
  always('.doc-header', 'role', 'region'),
  namedBy('.doc-header', '.doc-header', 'h1'),
  always('.array-field__title, .group-field__title, .payload-settings h3', 'aria-level', '2'),
];
