/** The files behind the images of a capture. */
export { captureMedia, type MediaReport } from './captureMedia.ts';
export { refusePrivate } from './publicAddresses.ts';
