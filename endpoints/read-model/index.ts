export { createReadModel, type ReadModelOptions } from './createReadModel.ts';
export {
  type Collation,
  collationLabel,
  collations,
  collationsByKey,
  isCollation,
} from './orderings/collations.ts';
export { TooManyOrderings } from './orderings/OrderingCache.ts';
export {
  type ElementOrder,
  elementComparator,
  formatOrdering,
  parseOrdering,
  type ValueOrder,
} from './orderings/ordering.ts';
export { Backoff, InTurn, retry } from './retry.ts';
export { digestOf } from './rows/Row.ts';
export type {
  Change,
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
