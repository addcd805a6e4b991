export { htmlText } from '../collections/fields/htmlText.ts';
export { imageField } from '../collections/fields/image.ts';
export { listCollection } from '../collections/listCollection.ts';
export * from '../endpoints/http/index.ts';
export * from '../endpoints/lists/index.ts';
export * from '../endpoints/read-model/index.ts';
export { startChecks } from './editorial/checks/index.ts';
export { claimJobs } from './editorial/planning/jobs.ts';
export {
  type PlannedAction,
  type PlannedChange,
  type PlannedOf,
  type PlannedState,
  plannedFor,
} from './editorial/planning/plannedFor.ts';
export type {
  Branding,
  CollectionOverride,
  HostMediaOption,
  ListKey,
  OwnMediaOption,
  PortalContentOptions,
} from './plugin/options.ts';
export { type PortalContentPlugin, portalContent } from './plugin/portalContent.ts';
export { portalHandler } from './serving/portalHandler.ts';
export { portalReport } from './serving/portalReport.ts';
export { documentSource, portalReadModel } from './serving/readModel.ts';
