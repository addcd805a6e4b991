export { bodyOf } from './bodyOf.ts';
export { createReadModel, type ReadModelOptions } from './createReadModel.ts';
export { TooManyOrderings } from './Makings.ts';
export {
  type ElementOrder,
  elementComparator,
  formatOrdering,
  orderElements,
  parseOrdering,
  type Term,
} from './ordering.ts';
export type {
  BodyPart,
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
  SnapshotRow,
  Subscriber,
} from './types.ts';
