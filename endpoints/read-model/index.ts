export { createReadModel, type ReadModelOptions } from './createReadModel.ts';
export { NobodyWaits, TooManyOrderings } from './orderings/OrderingQueue.ts';
export {
  type ElementOrder,
  elementComparator,
  formatOrdering,
  orderElements,
  parseOrdering,
  type Term,
} from './orderings/ordering.ts';
export type {
  Change,
  Collation,
  DocumentSource,
  Failure,
  ListResponse,
  ListSettings,
  Missing,
  PortalSettings,
  ReadModel,
  ReadModelState,
  ReadModelStatus,
  Snapshot,
  SnapshotEntry,
  SnapshotList,
  SnapshotRow,
  Subscriber,
} from './types.ts';
