/** What differs between two captures, or two systems that run; and when a capture of one is whole. */
export { type CaptureOptions, captureLegacy, changedSince, datedFolder } from './captureLegacy.ts';
export { compareWithCapture } from './compare.ts';
export { readKnownDifferences } from './known.ts';
export { NoComparison } from './NoComparison.ts';
export { chosenLists } from './portalLists.ts';
export { type BodyDifference, exitStatus, type ParityReport, type ResponseParity } from './report.ts';
