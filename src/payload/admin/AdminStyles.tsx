import type { ReactNode } from 'react';

/**
 * What cannot be read or reached in the admin of Payload 3.90: greys that are too light (WCAG 1.4.3), links that do not show the focus
 * (2.4.7), long messages that grow beyond the screen, and on phones the messages of fields, statuses and titles. Payload's CSS layers
 * have lower precedence.
 *
 * Needed for: legibility. A provider for `admin.components.providers`, or a component of a list or a form.
 */
export function AdminStyles({ children }: { children?: ReactNode }) {
  return (
    <>
      <style href="portal-admin" precedence="high">
        {STYLES}
      </style>
      {children}
    </>
  );
}

const IN_FLOW =
  'display: block; position: relative; inset: auto; width: fit-content; max-width: 100%; margin: 0 0 8px auto; transform: none; ' +
  'white-space: normal; overflow-wrap: anywhere;';

// At 1024 px Payload switches to its layout for phones, at 768 px its lists do.
const STYLES = `
.field-description, .field-label.unstyled, .sort-column__label, .upload__dragAndDropText, .file-field__dragAndDropText,
.doc-controls__label, .LexicalEditorTheme__placeholder, .array-field__add-row .btn__label,
.rs__placeholder, .search-filter__input::placeholder, .table thead th {
  color: var(--theme-elevation-650);
}
.table td a { overflow-wrap: anywhere; }
a:focus-visible { outline: var(--accessibility-outline); outline-offset: 2px; }
.payload-toast-item .toast-content { max-height: 50vh; overflow-wrap: anywhere; overflow-y: auto; white-space: pre-line; }
/* That of a file, the first field of a form, is covered by the buttons in any window. */
.file-field .field-error.tooltip { ${IN_FLOW} }
@media (min-width: 1025px) {
  .collection-edit .doc-controls__wrapper { flex-wrap: wrap; row-gap: 0; height: auto; min-height: calc(var(--base) * 2.8); }
  .collection-edit .doc-controls__controls-wrapper { max-width: 100%; margin-inline-start: auto; }
}
@media (max-width: 1024px) {
  .field-error.tooltip { ${IN_FLOW} }
}
@media (max-width: 768px) {
  .app-header__step-nav-wrapper, .step-nav, .step-nav > a { min-width: 0; }
  .list-header__content:has(.default-list-view-tabs) { grid-template-columns: 1fr; }
  .list-selection, .list-selection__actions { flex-wrap: wrap; }
  .view-version-controls-bottom__wrapper { grid-template-columns: 1fr; }
  .payload-settings::before, .payload-settings::after { width: calc(100% + 2 * var(--gutter-h)); }
}
`;
