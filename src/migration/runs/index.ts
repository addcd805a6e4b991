/** What became of imports: the record and the report. */
export { type AuthorNumber, authorNumbers } from './authorNumbers.ts';
export { addDone, nothingDone } from './done.ts';
export { changesOf, type PlannedChange } from './preview.ts';
export { beginRun, endRun, interruptedRun, lastCapture, type Run, saidBefore } from './record.ts';
export { type Removal, removeCapture } from './removeCapture.ts';
export * from './report.ts';
export { type Ended, reportOf } from './reportOf.ts';
export { type TextFinding, textFindings } from './textFindings.ts';
