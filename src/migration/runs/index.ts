/** What became of imports: the report, and the way back. */
export { changesOf, type PlannedChange } from './preview.ts';
export { type Removal, removeCapture } from './removeCapture.ts';
export {
  type Counts,
  type ImportedMedia,
  type ImportProgress,
  type ImportReport,
  isComplete,
  isEmpty,
  type LackingReference,
} from './report.ts';
export { reportOf } from './reportOf.ts';
export { type TextFinding, textFindings } from './textFindings.ts';
