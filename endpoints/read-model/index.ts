export { createReadModel, type ReadModelOptions } from './createReadModel.ts';
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
  ReadModelStatus,
} from './types.ts';
