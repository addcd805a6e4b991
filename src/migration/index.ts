/** Brings a legacy portal over from a folder of captures, and compares what is served with what was captured. */

export { ImportRunning } from './apply/index.ts';
export type { OrderEvidence, RefusedElement } from './discover/index.ts';
export type { MediaMode } from './imageFiles.ts';
export { type ImportOptions, type ImportPreview, importCapture, previewImport } from './importCapture.ts';
export { captureMedia, type HostCount, type MediaReport } from './media/index.ts';
export {
  type BodyDifference,
  type CaptureOptions,
  captureLegacy,
  changedSince,
  compareWithCapture,
  exitStatus,
  type HeaderDifference,
  type KnownDifference,
  NoComparison,
  type ParityReport,
  type RequestLogs,
  type RequestParity,
  type RequestsReport,
  type ResponseParity,
  readKnownDifferences,
} from './parity/index.ts';
export {
  type Conflict,
  DOUBTS,
  type Doubt,
  DoubtfulCapture,
  type DoubtKind,
  type FieldConflict,
} from './plan/index.ts';
export {
  type AuthorNumber,
  type PlannedChange,
  type TextFinding,
  textFindings,
} from './runs/index.ts';
export * from './runs/report.ts';
export {
  type CaptureProgress,
  captureFile,
  type Manifest,
  type MisnamedFile,
  NoCapture,
  type RequestOptions,
} from './source/index.ts';
