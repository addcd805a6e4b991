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
