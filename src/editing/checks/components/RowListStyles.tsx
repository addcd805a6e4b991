/** Long addresses break, so that a list fits into the window; and nothing can be done with rows, so none can be ticked. */
const STYLES = `
.table :is(.cell-_select, #heading-_select) { display: none; }
.table .cell-address { min-inline-size: 14rem; overflow-wrap: anywhere; white-space: normal; }
.table :is(.cell-words, .cell-note, .cell-title, .cell-fields) { min-inline-size: 8rem; overflow-wrap: anywhere; white-space: normal; }`;

/** Styles of the lists of links and findings, and of the audit log. They go with the list. */
export function RowListStyles() {
  return <style>{STYLES}</style>;
}
