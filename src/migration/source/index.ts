/** Captures: folders of responses as they were served, saved by hand or asked for at an address. Bytes only, no meaning. */
export { isAddress, listUrl, possibleBases, type SourceList } from './address.ts';
export type { Headers } from './bodies.ts';
export { type CaptureProgress, captureLive, changesSince, type Moved } from './captureLive.ts';
export { type ElementSlice, elementSlices, NotAnArray } from './elementSlices.ts';
export {
  type Capture,
  type CapturedResponse,
  type CaptureNames,
  defaultResponse,
  elementBytes,
  lookAtCapture,
  type MisnamedFile,
  ofLists,
  readCapture,
} from './folder.ts';
export { type Answer, HttpClient, type RequestOptions, readHeaders } from './HttpClient.ts';
export {
  type Manifest,
  type ManifestMedia,
  type ManifestRecord,
  type ManifestResponse,
  notAsCaptured,
  sha256Of,
  writeManifest,
} from './manifest.ts';
export { NoCapture } from './NoCapture.ts';
export { captureFile, captureName } from './names.ts';
export {
  answersRecords,
  isWithoutLanguage,
  prefixesIn,
  recordUrl,
  withoutLanguage,
} from './otherRequests.ts';
