/** The files behind the images of a capture. */
export type { HostCount } from './addresses.ts';
export { captureMedia, type MediaReport } from './captureMedia.ts';
