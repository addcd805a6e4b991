/** What became of imports: the report, and the way back. */
export { changesOf, type PlannedChange } from './preview.ts';
export { beginRun, endRun, newestRun, type Run } from './record.ts';
export { type Removal, removeCapture } from './removeCapture.ts';
export {
  type Counts,
  type ImportProgress,
  type ImportReport,
  isComplete,
  isEmpty,
  type LackingReference,
} from './report.ts';
export { reportOf } from './reportOf.ts';
export { type TextFinding, textFindings } from './textFindings.ts';
export { type Stayed, type UndoReport, undoImport } from './undo.ts';
