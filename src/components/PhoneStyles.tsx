/**
 * Lists whose title, status and date fit on a phone, a form whose status and buttons fit on any screen, and questions that no
 * long title floods: Payload's own are cut off there. Stands in the collections of the plugin alone; layers of Payload yield
 * to it.
 */
export function PhoneStyles() {
  return (
    <style href="portal-content-phone" precedence="default">
      {STYLES}
    </style>
  );
}

// 1024 px is where Payload's layout changes to that of phones, and 768 px where its lists do.
const STYLES = `
.collection-list .table .cell-_status, .collection-list .table #heading-_status { white-space: nowrap; }
.list-drawer .table td button { white-space: normal; text-align: start; }
.confirmation-modal__content strong {
  display: -webkit-inline-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; max-width: 100%; overflow: hidden;
  overflow-wrap: anywhere; vertical-align: bottom;
}
@media (min-width: 1025px) {
  .collection-list .table [class^='cell-title'] { min-width: 14rem; }
  .collection-list .table .cell-url { overflow-wrap: anywhere; }
  .collection-edit .doc-controls__wrapper { flex-wrap: wrap; row-gap: 0; height: auto; min-height: var(--doc-controls-height); }
  .collection-edit .doc-controls__content { flex-basis: 25rem; }
  .collection-edit .doc-controls__meta { flex-wrap: wrap; row-gap: 0; }
  .collection-edit .doc-controls__controls-wrapper { flex-shrink: 0; margin-inline-start: auto; padding-block: 8px; }
}
@media (max-width: 1024px) {
  .collection-edit .doc-controls__controls-wrapper { height: auto; padding-block: 8px; }
  .collection-edit .doc-controls__controls { flex-wrap: wrap; overflow: visible; }
  .collection-edit .doc-controls__controls::after { display: none; }
}
@media (max-width: 768px) {
  .collection-list .table th, .collection-list .table td { min-width: 80px; padding-inline: 5px; white-space: normal; }
  .collection-list .table .cell-_select, .collection-list .table #heading-_select { min-width: 0; }
  .collection-list .table .sort-column__buttons { display: none; }
}
`;
