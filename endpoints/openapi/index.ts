export type { Handler } from '../http/types.ts';
export { type DescriptionHandlerOptions, descriptionHandler } from './descriptionHandler.ts';
export { openApiDocument } from './openApiDocument.ts';
export type { DescriptionOptions, OpenApiDocument } from './types.ts';
