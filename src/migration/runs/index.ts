/** What became of imports: the report, and the way back. */
export { type AuthorNumber, authorNumbers } from './authorNumbers.ts';
export { addDone, nothingDone } from './done.ts';
export { changesOf, type PlannedChange } from './preview.ts';
export { beginRun, endRun, lastCapture, type Run } from './record.ts';
export { type Removal, removeCapture } from './removeCapture.ts';
export * from './report.ts';
export { type Ended, reportOf } from './reportOf.ts';
export { type TextFinding, textFindings } from './textFindings.ts';
export { type Stayed, type UndoReport, undoImport } from './undo.ts';
