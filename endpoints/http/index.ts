export type { Coding } from './compression.ts';
export { createHandler, type HandlerOptions } from './createHandler.ts';
export { type ExpressHandler, portalRouter } from './express.ts';
export { type FetchHandler, fetchHandler, type RouteMethod, routeHandlers } from './fetch.ts';
export { type NodeListener, nodeContinueListener, nodeListener } from './node.ts';
export { type ListPathOptions, type ListPaths, listPath } from './paths.ts';
export type { Handler, HandlerRequest, HandlerResponse, ServedLists } from './types.ts';
