export type { Handler, HandlerRequest, HandlerResponse } from './types.ts';
