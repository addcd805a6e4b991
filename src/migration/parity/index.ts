/** What differs between two captures, or two systems that run; and when a capture of one is whole. */
export { LOG_KEYS } from './accessLog.ts';
export { type CaptureOptions, captureLegacy, changedSince, datedFolder } from './captureLegacy.ts';
export { compareWithCapture } from './compare.ts';
export { type KnownDifference, readKnownDifferences } from './known.ts';
export { NoComparison } from './NoComparison.ts';
export { chosenLists } from './portalLists.ts';
export {
  type BodyDifference,
  exitStatus,
  type HeaderDifference,
  type ParityReport,
  type RequestParity,
  type RequestsReport,
  type ResponseParity,
} from './report.ts';
export type { RequestLogs } from './requests.ts';
