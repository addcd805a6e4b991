/** What the portal will read of a document, before it is published. */
export { differenceOf, type Part } from './difference.ts';
export { lookOf, markedHtml } from './look.ts';
export { pageOf } from './page.ts';
export { withPreview } from './withPreview.ts';
