/** What became of imports: the report, and the way back. */
export { type AuthorNumber, authorNumbers } from './authorNumbers.ts';
export { type DoneBy, doneBy } from './doneBy.ts';
export { changesOf, type PlannedChange } from './preview.ts';
export { beginRun, endRun, lastCapture, newestRun, type Run } from './record.ts';
export { type Removal, removeCapture } from './removeCapture.ts';
export {
  type Counts,
  type ImportedMedia,
  type ImportProgress,
  type ImportReport,
  isComplete,
  isEmpty,
  type LackingReference,
  passedOver,
} from './report.ts';
export { reportOf } from './reportOf.ts';
export { type TextFinding, textFindings } from './textFindings.ts';
