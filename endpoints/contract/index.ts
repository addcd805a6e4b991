export * as z from 'zod';
export { type ListPaths, PREFIX } from '../http/paths.ts';
export {
  contracts as lists,
  type FeaturedSection,
  featuredSections,
  type ListContract,
  type NewsCategory,
  type NewsPost,
  newsCategories,
  newsPosts,
  type RelatedPost,
  type ServiceGroup,
  type ServiceUsefulLink,
  serviceGroups,
  serviceUsefulLinks,
} from '../lists/contracts.ts';
export { type FieldsContract, listContract, type Part, part } from '../lists/definition/contract.ts';
export type * from '../lists/definition/field.ts';
export { field } from '../lists/definition/field.ts';
export type * from '../lists/definition/form.ts';
export { type JsonSchema, jsonSchemaOf } from '../lists/definition/schemas.ts';
export { type ElementProblem, PortalError, type PortalErrorKind } from './PortalError.ts';
export { type PortalClientOptions, portalClient } from './portalClient.ts';
export type {
  ElementOf,
  ListClient,
  OrderingTerm,
  PortalClient,
  PortalList,
  PortalListOptions,
} from './types.ts';
