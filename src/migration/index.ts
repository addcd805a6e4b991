/** Brings a legacy portal over from a folder of captures, and compares what is served with what was captured. */

export type { CaptureProgress, Moved } from '../capture/captureLive.ts';
export type { MisnamedFile } from '../capture/folder.ts';
export type { RequestOptions } from '../capture/HttpClient.ts';
export { captureFile, type Manifest, NoCapture } from '../capture/manifest.ts';
export { ImportRunning } from './apply/lock.ts';
export type { RefusedElement } from './discover/contents.ts';
export type { OrderEvidence } from './discover/explainDefault.ts';
export type { MediaMode } from './importCapture.ts';
export { type ImportOptions, type ImportPreview, importCapture, previewImport } from './importCapture.ts';
export { captureMedia, type HostCount, type MediaReport } from './media/captureMedia.ts';
export { type CaptureOptions, captureLegacy, changedSince } from './parity/captureLegacy.ts';
export { compareWithCapture } from './parity/compare.ts';
export type { BodyDifference, Difference, HeaderDifference } from './parity/differences.ts';
export { type KnownDifference, readKnownDifferences } from './parity/known.ts';
export { exitStatus, type ParityReport, type ParityRow, type RequestLog } from './parity/report.ts';
export { NoComparison } from './parity/sides.ts';
export type { FieldConflict } from './plan/decide.ts';
export { DOUBTS, type Doubt, DoubtfulCapture, type DoubtKind } from './plan/doubts.ts';
export { type AuthorNumber, type TextFinding, textFindings } from './runs/findings.ts';
export type { PlannedChange } from './runs/report.ts';
export * from './runs/report.ts';
