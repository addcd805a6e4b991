/** The files behind the images of a capture, and the hosts that it points to. */
export { addressesIn, type HostCount, imageUrl } from './addresses.ts';
export { captureMedia, type MediaReport } from './captureMedia.ts';
