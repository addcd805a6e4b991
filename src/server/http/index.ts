/** Exports for tests: the HTTP layers of the front and of the cms. Each process imports only the files that it needs. */
export { application } from './application.ts';
export { clients } from './clientAddress.ts';
export { foreignOrigin } from './foreignOrigin.ts';
export { imageFiles } from './imageFiles.ts';
export { type GentlyOptions, gently } from './limits/closeGently.ts';
export { ROOM_FOR_BODIES } from './limits/limitBody.ts';
export { limitConnections } from './limits/limitConnections.ts';
export { limitPipelining } from './limits/limitPipelining.ts';
export { type CmsProxyOptions, cmsProxy } from './proxy.ts';
export { securityHeaders } from './securityHeaders.ts';
