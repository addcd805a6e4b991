export { htmlText } from '../collections/fields/htmlText.ts';
export { imageField } from '../collections/fields/image.ts';
export { listCollection } from '../collections/listCollection.ts';
export * from '../endpoints/http/index.ts';
export * from '../endpoints/lists/index.ts';
export * from '../endpoints/read-model/index.ts';
export type {
  Branding,
  CollectionOverride,
  HostMediaOption,
  ListKey,
  OwnMediaOption,
  PortalContentOptions,
} from './plugin/options.ts';
export { type PortalContentPlugin, portalContent } from './plugin/portalContent.ts';
export { portalHandler } from './portalHandler.ts';
export { portalReport } from './portalReport.ts';
export { documentSource, portalReadModel } from './readModel.ts';
export { claimJobs } from './scheduling/jobs.ts';
export {
  type PlannedAction,
  type PlannedChange,
  type PlannedOf,
  type PlannedState,
  plannedFor,
} from './scheduling/plannedFor.ts';
