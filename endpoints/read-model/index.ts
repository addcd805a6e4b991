export { Backoff } from './Backoff.ts';
export { createReadModel, type ReadModelOptions } from './createReadModel.ts';
export { InTurn } from './InTurn.ts';
export { TooManyOrderings } from './orderings/OrderingQueue.ts';
export {
  type ElementOrder,
  elementComparator,
  formatOrdering,
  parseOrdering,
  type ValueOrder,
} from './orderings/ordering.ts';
export { retry } from './retry.ts';
export { digestOf } from './rows/digest.ts';
export type {
  Change,
  Collation,
  DocumentChange,
  DocumentSource,
  Epoch,
  Failure,
  Follower,
  ListResponse,
  ListVersion,
  ListVersions,
  Load,
  PortalSettings,
  ReadModel,
  ReadModelState,
  ReadModelStatus,
  Rehearsal,
  RehearsedOrdering,
  Snapshot,
  SnapshotList,
  SnapshotRow,
} from './types.ts';
