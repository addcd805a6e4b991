export type { Coding } from './compression.ts';
export { createHandler, type HandlerOptions } from './createHandler.ts';
export { portalRouter } from './express.ts';
export { fetchHandler, routeHandlers } from './fetch.ts';
export { nodeContinueListener, nodeListener } from './node.ts';
export { type ListPaths, listPath } from './paths.ts';
export type { Handler, HandlerResponse, ServedLists } from './types.ts';
