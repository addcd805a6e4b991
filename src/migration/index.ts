/** Brings a legacy portal over from a folder of captures, and compares what is served with what was captured. */
export { ImportRunning } from './apply/index.ts';
export { type CaptureOptions, captureLegacy, changedSince } from './captureLegacy.ts';
export type { OrderEvidence, RefusedElement } from './discover/index.ts';
export { type ImportPreview, importCapture, OtherPlan, previewImport } from './importCapture.ts';
export { compareWithCapture, NoAddress } from './parity.ts';
export {
  type BodyDifference,
  exitStatus,
  type ParityReport,
  type ResponseParity,
} from './parityReport.ts';
export { type Conflict, type FieldConflict, OtherPortal } from './plan/index.ts';
export {
  type Counts,
  type ImportProgress,
  type ImportReport,
  isComplete,
  isEmpty,
  type LackingReference,
  type PlannedChange,
  type TextFinding,
  textFindings,
} from './runs/index.ts';
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
