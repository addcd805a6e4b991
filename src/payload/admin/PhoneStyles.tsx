/**
 * Styles for phones and narrow windows, and for fingers (WCAG 2.5.8): small buttons are large enough, titles, statuses, names of views and buttons are fully visible, and so are the messages of
 * fields, and long titles do not fill a dialog. In Payload 3.90 they are cut off, too wide or, as those messages are, hidden. That of a
 * file, the first field of a form, is covered by the buttons in any window. Used in the collections of the plugin, and on every page of the ready-to-run
 * server. Payload's CSS layers have lower precedence.
 *
 * Needed for: editors on phones.
 */
export function PhoneStyles() {
  return (
    <style href="portal-content-phone" precedence="default">
      {STYLES}
    </style>
  );
}

const IN_FLOW =
  'display: block; position: relative; inset: auto; width: fit-content; max-width: 100%; margin: 0 0 8px auto; transform: none; ' +
  'white-space: normal; overflow-wrap: anywhere;';

// At 1024 px Payload switches to its layout for phones, at 768 px its lists do.
const STYLES = `
.collection-list .table .cell-_status, .collection-list .table #heading-_status { white-space: nowrap; }
.active-query-preset__label-text-max-width { max-width: 16rem; }
.collection-list .table [class^='cell-title'] { min-width: 8rem; overflow-wrap: anywhere; }
.list-drawer .table td button { white-space: normal; text-align: start; }
.confirmation-modal__content strong {
  display: -webkit-inline-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; max-width: 100%; overflow: hidden;
  overflow-wrap: anywhere; vertical-align: bottom;
}
.file-field .field-error.tooltip { ${IN_FLOW} }
.btn--size-small { min-height: 24px; }
.sort-column__button, .date-time-picker__clear-button, .multi-value-remove, .payload-toast-close-button { min-width: 24px; min-height: 24px; }
@media (min-width: 1025px) {
  .collection-list .table [class^='cell-title'] { min-width: 14rem; }
  .collection-list .table .cell-url { overflow-wrap: anywhere; }
  .collection-edit .doc-controls__wrapper { flex-wrap: wrap; row-gap: 0; height: auto; min-height: var(--doc-controls-height); }
  .collection-edit .doc-controls__content { flex-basis: 25rem; }
  .collection-edit .doc-controls__meta { flex-wrap: wrap; row-gap: 0; }
  .collection-edit .doc-controls__controls-wrapper {
    flex-shrink: 0; max-width: 100%; height: auto; margin-inline-start: auto; padding-block: 8px;
  }
  .collection-edit .doc-controls__controls { flex-wrap: wrap; justify-content: flex-end; }
}
@media (max-width: 1024px) {
  .doc-controls__controls-wrapper { height: auto; padding-block: 8px; }
  .doc-controls__controls { flex-wrap: wrap; overflow: visible; }
  .doc-controls__controls::after, .doc-controls__meta::after { display: none; }
  .doc-controls__content, .doc-controls__value-wrap { overflow: visible; }
  .doc-controls__meta, .doc-controls__value-wrap { flex-wrap: wrap; row-gap: 0; }
  .field-error.tooltip { ${IN_FLOW} }
}
@media (max-width: 768px) {
  .app-header__step-nav-wrapper, .step-nav, .step-nav > a { min-width: 0; }
  .step-nav > .step-nav__home, .step-nav > span:not(.step-nav__last) { flex-shrink: 0; }
  .list-header__content:has(.default-list-view-tabs) { grid-template-columns: 1fr; }
  .list-selection, .list-selection__actions { flex-wrap: wrap; }
  .collection-list .table th, .collection-list .table td, .versions .table th, .versions .table td {
    min-width: 80px; padding-inline: 5px; white-space: normal;
  }
  .collection-list .table .cell-_select, .collection-list .table #heading-_select { min-width: 0; }
  .collection-list .table .cell-_status, .collection-list .table .sort-column__label { white-space: normal; }
  .collection-list .table .cell-_status * { -webkit-line-clamp: none; }
  .collection-list .table .sort-column__buttons { display: none; }
  /* What stands above the buttons scrolls away. */
  .doc-controls.gutter:has(.doc-controls__meta > :nth-child(2)) { top: calc(var(--base) * -4); }
  .view-version-controls-bottom::after { display: none; }
  .view-version-controls-bottom__wrapper { grid-template-columns: 1fr; }
  .view-version__diff-wrap { overflow-wrap: anywhere; }
  .payload-settings::before, .payload-settings::after { width: calc(100% + 2 * var(--gutter-h)); }
  .inline-toolbar-popup { display: none; }
}
`;
