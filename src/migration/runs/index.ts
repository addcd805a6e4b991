/** What became of imports: the report, and the way back. */
export { changesOf, type PlannedChange } from './preview.ts';
export { beginRun, endRun, lastCapture, newestRun, type Run } from './record.ts';
export { type Removal, removeCapture } from './removeCapture.ts';
export * from './report.ts';
export { type Done, type Ended, reportOf } from './reportOf.ts';
export { type TextFinding, textFindings } from './textFindings.ts';
