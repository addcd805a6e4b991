/** Brings a legacy portal over from a folder of captures, and compares what is served with what was captured. */
export type { Conflict, FieldConflict } from './conflicts.ts';
export type { OrderEvidence, RefusedElement } from './discover/index.ts';
export { importCapture } from './importCapture.ts';
export {
  type Counts,
  type ImportProgress,
  type ImportReport,
  isComplete,
  isEmpty,
  type LackingReference,
} from './importReport.ts';
export { captureMedia, type MediaReport } from './media/index.ts';
export { OtherPortal } from './otherPortal.ts';
export {
  type BodyDifference,
  type CaptureOptions,
  captureLegacy,
  changedSince,
  compareWithCapture,
  datedFolder,
  exitStatus,
  NoComparison,
  type ParityReport,
  type ResponseParity,
  readKnownDifferences,
} from './parity/index.ts';
export {
  type CaptureProgress,
  captureFile,
  isAddress,
  type Manifest,
  type MisnamedFile,
  NoCapture,
  type RequestOptions,
  readHeaders,
} from './source/index.ts';
export { type TextFinding, textFindings } from './textFindings.ts';
