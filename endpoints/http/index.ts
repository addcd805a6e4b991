export { createHandler, type HandlerOptions } from './createHandler.ts';
export { type ExpressHandler, portalRouter } from './express.ts';
export { type FetchHandler, fetchHandler, type RouteMethod, routeHandlers } from './fetch.ts';
export type { Coding } from './negotiation.ts';
export { type NodeListener, nodeContinueListener, nodeListener } from './node.ts';
export type {
  Handler,
  HandlerRequest,
  HandlerResponse,
  ServedLists,
  ServedResponse,
} from './types.ts';
