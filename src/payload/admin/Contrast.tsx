/**
 * A darker grey with enough contrast (WCAG 1.4.3). The grey of Payload 3.90 for descriptions, placeholders and column headings
 * is too light.
 *
 * Needed for: every page of the ready-to-run server.
 */
export function Contrast() {
  return (
    <style href="portal-contrast" precedence="high">
      {STYLES}
    </style>
  );
}

const STYLES = `
.field-description, .field-label.unstyled, .sort-column__label, .upload__dragAndDropText, .file-field__dragAndDropText,
.doc-controls__label, .LexicalEditorTheme__placeholder, .array-field__add-row .btn__label,
.rs__placeholder, .search-filter__input::placeholder, .table thead th {
  color: var(--theme-elevation-650);
}`;
