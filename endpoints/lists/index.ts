import type { contracts } from './elements/index.ts';
import { featuredSections } from './featuredSections.ts';
import { newsCategories } from './newsCategories.ts';
import { newsPosts } from './newsPosts.ts';
import { serviceGroups } from './serviceGroups.ts';
import { serviceUsefulLinks } from './serviceUsefulLinks.ts';
import type { Element, List } from './types.ts';

export * as z from 'zod';
export { defineList } from './defineList.ts';
export { ElementRefused, MissingReference, type Problem } from './errors.ts';
export { field, type Label, type ListField, type ListFields } from './field.ts';
export { isTimestamp, keptOf } from './fields.ts';
export { KeptJson, toJson } from './json.ts';
export { isStorable, isWebAddress } from './texts.ts';
export type {
  Element,
  Embed,
  EncodeContext,
  FieldsDefinition,
  Kind,
  List,
  ListDefinition,
  NewDocument,
  StoredDocument,
} from './types.ts';
export { featuredSections, newsCategories, newsPosts, serviceGroups, serviceUsefulLinks };

/** The keys of the five lists. */
export type ContractKey = (typeof contracts)[number]['key'];

/** The five lists of the contract. */
export const lists: readonly List<Element, ContractKey>[] = [
  featuredSections,
  serviceGroups,
  newsPosts,
  newsCategories,
  serviceUsefulLinks,
];
