export { createReadModel, type ReadModelOptions } from './createReadModel.ts';
export { NobodyWaits, TooManyOrderings } from './OrderingQueue.ts';
export {
  type ElementOrder,
  elementComparator,
  formatOrdering,
  orderElements,
  parseOrdering,
  type Term,
} from './ordering.ts';
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
